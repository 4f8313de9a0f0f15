/**
 * Why a request is not of a script of this site's own page, as a clause; `undefined` where it is, by what browsers set
 * themselves and scripts cannot. They say `Origin` with every POST. With a GET to their own origin they do not, and no
 * `Referer` either, as this site's pages are told to keep it to themselves; one that says another page is refused all the
 * same. A program may claim anything.
 */
export function pageObjection({ headers, method, url }: Request): string | undefined {
  const isScript =
    headers.get("sec-fetch-site") === "same-origin" &&
    headers.get("sec-fetch-dest") === "empty" &&
    ["cors", "same-origin"].includes(headers.get("sec-fetch-mode") ?? "");
  if (!isScript) return "the request did not come from this site's own page";
  // Behind a proxy, the site's own name stands in one of these.
  const forwarded = (headers.get("x-forwarded-host") ?? "").split(",").map((name) => name.trim());
  const own = [headers.get("host") ?? new URL(url).host, ...forwarded].filter(Boolean);
  const origin = headers.get("origin") ?? (method === "POST" ? "" : undefined);
  const referer = headers.get("referer") ?? undefined;
  // A browser that takes `no-referrer` for the origin as well says "null"; `Sec-Fetch-Site` has told that it is this one.
  if ((origin === "null" || isAt(own, origin)) && isAt(own, referer)) return undefined;
  return "the request did not come from this site's own page, or a proxy in front of this server changed the header Host";
}

/** Whether an address is at one of those hosts; none at all is. */
function isAt(hosts: readonly string[], address: string | undefined): boolean {
  if (address === undefined) return true;
  if (!URL.canParse(address)) return false;
  const { host, protocol } = new URL(address);
  // As an address, so that a port counts as unsaid where it is the scheme's own.
  return hosts.some((name) => {
    const text = `${protocol}//${name}`;
    return URL.canParse(text) && new URL(text).host === host;
  });
}
