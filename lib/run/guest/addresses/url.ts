import { nodeError } from "../arguments/argument-errors.ts";
import { path } from "../paths.ts";
import * as web from "../web.ts";
import { querystring } from "./querystring.ts";

interface FormatOptions {
  readonly fragment?: boolean;
  readonly search?: boolean;
  readonly auth?: boolean;
}

function formatted(address: web.URL, { fragment = true, search = true, auth = true }: FormatOptions): string {
  const made = new web.URL(address.href);
  if (!fragment) made.hash = "";
  if (!search) made.search = "";
  if (!auth) Object.assign(made, { username: "", password: "" });
  return made.href;
}

/** An address of the parts that `url.parse` gives. */
function joined(parts: Readonly<Record<string, unknown>>): string {
  const { protocol, auth, host, hostname, port, pathname = "", search, query, hash } = parts;
  const at = host ?? (hostname ? `${hostname}${port ? `:${port}` : ""}` : undefined);
  const start = protocol ? `${String(protocol).replace(/:?$/, ":")}${at === undefined ? "" : "//"}` : "";
  const asked =
    search ?? (query ? `?${typeof query === "string" ? query : querystring.stringify(query as never)}` : "");
  const end = hash ? String(hash).replace(/^#?/, "#") : "";
  return `${start}${auth ? `${auth}@` : ""}${at ?? ""}${pathname}${String(asked)}${end}`;
}

/** The parts of an address, of which any may be missing: what scripts still ask before `new URL`. */
function urlParts(given: string) {
  const [, protocol = null, , auth = null, host = null, pathname = null, search = null, hash = null] =
    /^([a-z][\w+.-]*:)?(\/\/(?:([^/?#@]*)@)?([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(given) ?? [];
  const [, hostname = null, port = null] = /^(.*?)(?::(\d+))?$/.exec(host ?? "") ?? [];
  const query = search === null ? null : search.slice(1);
  const path = pathname === null && search === null ? null : `${pathname ?? ""}${search ?? ""}`;
  const hostParts = host === null ? { port: null, hostname: null } : { port: port ?? null, hostname };
  return {
    protocol,
    slashes: host === null ? null : true,
    auth,
    host,
    ...hostParts,
    hash,
    search,
    query,
    pathname,
    path,
    href: given,
  };
}

function fileURLToPath(given: string | web.URL): string {
  const { protocol, host, pathname } = new web.URL(String(given));
  const refuse = (text: string, code: string) => nodeError(TypeError, code, text);
  if (protocol !== "file:") throw refuse("The URL must be of scheme file", "ERR_INVALID_URL_SCHEME");
  if (host !== "") throw refuse('File URL host must be "localhost" or empty on linux', "ERR_INVALID_FILE_URL_HOST");
  if (/%2f/i.test(pathname))
    throw refuse("File URL path must not include encoded / characters", "ERR_INVALID_FILE_URL_PATH");
  return decodeURIComponent(pathname);
}

/** Node's `url`. */
export const url = {
  parse: (given: string, parsesQuery = false) => {
    const parts = urlParts(given);
    return parsesQuery ? { ...parts, query: querystring.parse(parts.query ?? "") } : parts;
  },
  URL: web.URL,
  URLSearchParams: web.URLSearchParams,
  resolve: (from: string, to: string) => {
    const isWhole = /^[a-z][\w+.-]*:/i.test(from);
    const made = new web.URL(to, new web.URL(from, "resolve:///")).href;
    return isWhole ? made : made.replace(/^resolve:\/{2,3}/, from.startsWith("/") || to.startsWith("/") ? "/" : "");
  },
  format: (given: string | web.URL | Readonly<Record<string, unknown>>, how: FormatOptions = {}) =>
    typeof given === "string" ? given : given instanceof web.URL ? formatted(given, how) : joined(given),
  fileURLToPath,
  pathToFileURL: (file: string) =>
    new web.URL(`file://${path.resolve(file).split("/").map(encodeURIComponent).join("/")}`),
};
