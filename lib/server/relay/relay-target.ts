import { FailureError } from "#lib/failure.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";

/** The two requests of a reading git client: the list of refs, and the exchange that ends in a pack. */
export type RelayOperation = "advertise" | "exchange";

/** One request the relay may send. */
export interface RelayTarget {
  readonly url: URL;
  readonly operation: RelayOperation;
  /** Whether the operator listed this very origin: it may then be plain http, any port, any address. */
  readonly trusted: boolean;
}

const relayPrefix = "/api/git/";

const suffixes: Record<RelayOperation, string> = { advertise: "/info/refs", exchange: "/git-upload-pack" };
const queries: Record<RelayOperation, string> = { advertise: "?service=git-upload-pack", exchange: "" };

/** The origins in `GIT_RELAY_ALLOW`, separated by commas; throws for an entry that is not an http(s) origin. */
export function parseAllowedOrigins(list: string | undefined): ReadonlySet<string> {
  const entries = (list ?? "").split(",").map((entry) => entry.trim());
  return new Set(entries.filter(Boolean).map(allowedOrigin));
}

function allowedOrigin(entry: string): string {
  const url = parseUrl(entry);
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  throw new Error(`GIT_RELAY_ALLOW: ${JSON.stringify(entry)} is not an origin such as https://git.example.org:8443`);
}

/**
 * The target for which `address`, a full address below `/api/git/{host[:port]}/…`, stands.
 * @throws FailureError `host-refused` for every address that is not exactly one of the two requests.
 */
export function relayTarget(address: URL, operation: RelayOperation, allowed: ReadonlySet<string>): RelayTarget {
  const [, authority = "", path = ""] = /^([^/]*)(\/.*)$/.exec(address.pathname.slice(relayPrefix.length)) ?? [];
  const host = uriDecoded(authority) ?? "";
  const origin = originOf(host, allowed);
  if (!origin) throw refused(host, "the address names no host");
  return checkedTarget(parseUrl(origin + path + address.search), host, operation, allowed);
}

/**
 * The target of a redirect of an `advertise` request, under the same rules as the first address.
 * @throws FailureError `repository-missing` when it leads away from git: hosts answer "sign in first" that way.
 */
export function redirectTarget(from: RelayTarget, location: string, allowed: ReadonlySet<string>): RelayTarget {
  const to = parseUrl(location, from.url);
  if (to && !to.pathname.endsWith(suffixes.advertise))
    throw new FailureError({ code: "repository-missing", url: repositoryUrl(from) });
  return checkedTarget(to, to?.host ?? from.url.host, "advertise", allowed);
}

/** The address of the repository itself, as a person would write it. */
export function repositoryUrl({ url, operation }: RelayTarget): string {
  return url.origin + url.pathname.slice(0, -suffixes[operation].length).replace(/\.git$/, "");
}

function checkedTarget(url: URL | undefined, host: string, operation: RelayOperation, allowed: ReadonlySet<string>) {
  const reason = url ? reasonToRefuse(url, operation, allowed) : "the address is not valid";
  if (!url || reason) throw refused(host, reason ?? "");
  return { url, operation, trusted: allowed.has(url.origin) };
}

function reasonToRefuse(url: URL, operation: RelayOperation, allowed: ReadonlySet<string>): string | undefined {
  if (url.username || url.password) return "the address carries a user name or password";
  if (!allowed.has(url.origin) && (url.protocol !== "https:" || url.port !== ""))
    return "only https on port 443 is allowed";
  const path = url.pathname;
  if (!path.endsWith(suffixes[operation]) || url.search !== queries[operation]) return "only reading git is allowed";
  const segments = path.slice(1, -suffixes[operation].length).split("/");
  return segments.every(isPlainSegment) ? undefined : "its path is not that of a repository";
}

/** `https` on the default port, unless the operator allowed this host and port under some scheme. */
function originOf(host: string, allowed: ReadonlySet<string>): string | undefined {
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?$/i.test(host)) return undefined;
  const origins = ["https:", "http:"].map((scheme) => parseUrl(`${scheme}//${host}`)?.origin);
  return origins.find((origin) => origin !== undefined && allowed.has(origin)) ?? origins[0];
}

/**
 * Whether a segment is plain: a server that decodes it must not find a separator, a dot segment or a second encoding.
 */
function isPlainSegment(segment: string): boolean {
  const name = uriDecoded(segment);
  return name !== undefined && name !== "" && !/^\.{1,2}$|[/\\%?#@\p{Cc}]/u.test(name);
}

function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}

/** The failure of a request that the relay does not pass on. `reason`: a clause. */
export function refused(host: string, reason: string): FailureError {
  return new FailureError({ code: "host-refused", host, reason });
}
