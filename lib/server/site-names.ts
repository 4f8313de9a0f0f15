import { parseOrigins } from "./origins.ts";
import { plainAddress } from "./visitor.ts";

export interface SiteSettings {
  /** `GIT_RELAY_ALLOW`: where set, this server reaches hosts that its visitors may not. */
  readonly allow: string | undefined;
  /** `SKILLGROUND_SITE`: the site's own origins, separated by commas. */
  readonly site: string | undefined;
}

/**
 * Why a request that a script of any page may have sent is not answered, as a sentence; `undefined` where it is. A page
 * may let its own host name resolve to this server (DNS rebinding), and then read the answers. That is harmless where
 * everybody may read them. Where this server reaches a private network, only requests that name the site or this
 * computer are answered. Every name in the request must be one of these: a proxy may have moved the visitor's into
 * another header, and a page may add one.
 * @throws Error for a setting that is not a list of origins
 */
export function siteObjection({ headers, url }: Request, { allow, site }: SiteSettings): string | undefined {
  if (!allow) return undefined;
  const own = parseOrigins("SKILLGROUND_SITE", site ?? "").map((origin) => new URL(origin).host);
  const forwarded = (headers.get("x-forwarded-host") ?? "").split(",").filter((name) => name.trim() !== "");
  const names = [headers.get("host") ?? new URL(url).host, ...forwarded];
  if (names.every((name) => isOwn(name.trim(), own))) return undefined;
  return "This server answers under the site's own names only, which its operator lists in SKILLGROUND_SITE.";
}

function isOwn(name: string, own: readonly string[]): boolean {
  const [https, http] = ["https:", "http:"].map((scheme) => hostIn(`${scheme}//${name}`));
  if (!https || !http) return false;
  // The default port of either scheme may be omitted.
  return isLoopback(https.hostname) || own.includes(https.host) || own.includes(http.host);
}

function hostIn(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && `${url.origin}/` === url.href ? url : undefined;
}

/** Names that DNS cannot redirect (RFC 6761, 6.3). */
function isLoopback(hostname: string): boolean {
  if (/(^|\.)localhost$/.test(hostname)) return true;
  const address = plainAddress(hostname.replace(/^\[|\]$/g, ""));
  return address === "::1" || /^127\./.test(address ?? "");
}
