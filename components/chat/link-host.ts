/** The host that a link leads to; `undefined` for relative addresses and every scheme but http(s) and mailto. */
export function linkHost(href: string | undefined): string | undefined {
  if (!href || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === "http:" || url.protocol === "https:") return url.host;
  return url.protocol === "mailto:" ? "mail" : undefined;
}
