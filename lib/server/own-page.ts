/**
 * Why a request does not come from a script of this site's own page, as a clause; `undefined` where it does. Decided by
 * headers that browsers set themselves and scripts cannot. Browsers send `Origin` with every POST. With a GET to their
 * own origin they send neither `Origin` nor, as this site's pages tell them, `Referer`; a request that names another
 * page is refused all the same. A program may claim anything.
 */
export function pageObjection({ headers, method, url }: Request): string | undefined {
  const isScript =
    headers.get("sec-fetch-site") === "same-origin" &&
    headers.get("sec-fetch-dest") === "empty" &&
    ["cors", "same-origin"].includes(headers.get("sec-fetch-mode") ?? "");
  if (!isScript) return "the request did not come from this site's own page";
  // Behind a proxy, the site's own name is in one of these headers.
  const forwarded = (headers.get("x-forwarded-host") ?? "").split(",").map((name) => name.trim());
  const own = [headers.get("host") ?? new URL(url).host, ...forwarded].filter(Boolean);
  const origin = headers.get("origin") ?? (method === "POST" ? "" : undefined);
  const referer = headers.get("referer") ?? undefined;
  // A browser that applies `no-referrer` to `Origin` as well says "null"; `Sec-Fetch-Site` has shown that it is this
  // origin.
  if ((origin === "null" || isAt(own, origin)) && isAt(own, referer)) return undefined;
  return "the request did not come from this site's own page, or a proxy in front of this server changed the header Host";
}

/** Whether an address is at one of these hosts; `undefined` is. */
function isAt(hosts: readonly string[], address: string | undefined): boolean {
  if (address === undefined) return true;
  if (!URL.canParse(address)) return false;
  const { host, protocol } = new URL(address);
  // Compared as URLs, so that a scheme's default port may be omitted.
  return hosts.some((name) => {
    const text = `${protocol}//${name}`;
    return URL.canParse(text) && new URL(text).host === host;
  });
}
