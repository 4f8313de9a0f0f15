/** Addresses of a source's lab or report. Lessons and workspaces of a single browser are not embeddable. */
const embeddable = /^\/(?:report\/)?(?:gh|gl|cb|bb|git|try)\/./;

/**
 * Whether the page at this address may be embedded in pages of other origins. The server allows framing, and the
 * browser draws the page, by this same rule: only an embed may ever be framed.
 */
export function isEmbedAddress(pathname: string, search: string): boolean {
  return embeddable.test(pathname) && new URLSearchParams(search).get("embed") === "1";
}

/** A header that the proxy sets on requests for embeds, and removes from all others: the theme in the address. */
export const embedHeader = "x-skillground-embed";
