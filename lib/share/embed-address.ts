/** The addresses that name a source: its lab and its report. Lessons, and what only one browser has, are not among them. */
const embeddable = /^\/(?:report\/)?(?:gh|gl|cb|bb|git|try)\/./;

/**
 * Whether the page at this address is made to stand within pages of other origins. The server lets it be framed by this, and the
 * browser draws it by this: nothing but an embed may ever be framed.
 */
export function isEmbedAddress(pathname: string, search: string): boolean {
  return embeddable.test(pathname) && new URLSearchParams(search).get("embed") === "1";
}

/** A header that the proxy puts on requests for embeds, and takes off all others: the theme that the address asks for. */
export const embedHeader = "x-skillground-embed";
