/** The host that a link leads to; `undefined` for relative addresses and every scheme but http(s) and mailto. */
export function linkHost(href: string | undefined): string | undefined {
  if (!href || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === "http:" || url.protocol === "https:") return url.host;
  return url.protocol === "mailto:" ? "mail" : undefined;
}

/** The host as people read it, where that has other letters than its name: `еxample.com` for `xn--xample-2of.com`. */
export function unicodeHost(href: string): string | undefined {
  const written = /^https?:\/\/(?:[^/?#]*@)?([^/?#@:]+)/i.exec(href)?.[1];
  if (written === undefined) return undefined;
  const read = decodedHost(written).normalize("NFKC").toLowerCase();
  return read === linkHost(href)?.replace(/:\d+$/, "") ? undefined : read;
}

function decodedHost(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
