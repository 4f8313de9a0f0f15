import { type Failure, FailureError } from "#lib/failure.ts";

interface GitHttpRequest {
  /** The repository's own address with the request's path, not the relay's. */
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

export interface GitHttpAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Throws `network-cut` or `cancelled` when it breaks. */
  readonly body: AsyncGenerator<Uint8Array, void>;
}

/** Sends one request; every answer other than git's is thrown as a `FailureError`. */
export type GitHttp = (request: GitHttpRequest) => Promise<GitHttpAnswer>;

export interface GitHttpOptions {
  readonly fetch: typeof fetch;
  /** Maps a repository's address to the one to request: in the page, the relay's. */
  readonly toAddress: (url: string) => string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent only to its host, wherever a repository has moved. */
  readonly authorization?: HostAuthorization;
  readonly signal: AbortSignal;
  /** Silence after which the connection counts as cut, in milliseconds. */
  readonly idleMs: number;
  readonly onBytes: (count: number) => void;
}

/** The header in which the relay says that the repository has moved, mostly because it was renamed. */
const movedHeader = "x-skillground-repository";

export function createGitHttp(options: GitHttpOptions): GitHttp {
  const moves = new Map<string, string>();
  return async (request) => {
    const [repository, action] = splitAtRepository(request.url);
    const answer = await send(options, { ...request, url: (moves.get(repository) ?? repository) + action });
    const moved = answer.headers[movedHeader];
    // Only `info/refs` is redirected; later requests must go straight to the new address.
    if (moved !== undefined) moves.set(repository, `${moved}.git`);
    return answer;
  };
}

function splitAtRepository(url: string): [repository: string, action: string] {
  const end = url.search(/\/(?:info\/refs(?:\?.*)?|git-upload-pack)$/);
  return [url.slice(0, end), url.slice(end)];
}

async function send(options: GitHttpOptions, request: GitHttpRequest): Promise<GitHttpAnswer> {
  const { host } = new URL(request.url);
  const { fetch } = options;
  const silence = watchSilence(options.idleMs);
  const failure = () =>
    new FailureError(options.signal.aborted ? { code: "cancelled" } : { code: "network-cut", host });
  try {
    const response = await fetch(options.toAddress(request.url), {
      method: request.method,
      headers: { ...options.headers, ...authorizationHeader(options.authorization, request.url), ...request.headers },
      body: request.body ?? null,
      // If credentials were included, a 401 would open the browser's own password prompt.
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.any([options.signal, silence.signal]),
    });
    const refused = await failureOfResponse(response, request.url);
    if (refused) throw new FailureError(refused);
    // The time that a person takes to answer does not count as the host's silence.
    silence.stop();
    const headers = Object.fromEntries(response.headers);
    return { headers, body: readBody(response, silence, options.onBytes, failure) };
  } catch (error) {
    silence.stop();
    throw error instanceof FailureError ? error : failure();
  }
}

async function* readBody(
  response: Response,
  silence: SilenceWatch,
  onBytes: (count: number) => void,
  failure: () => FailureError,
): AsyncGenerator<Uint8Array, void> {
  // A reader, as Safari's streams are not iterable.
  const reader = response.body?.getReader();
  try {
    for (;;) {
      silence.restart();
      const chunk = await reader?.read().catch(() => {
        throw failure();
      });
      silence.stop();
      if (!chunk || chunk.done) return;
      onBytes(chunk.value.length);
      yield chunk.value;
    }
  } finally {
    silence.stop();
    // A reader that stops early must tell the server; after an error there is nobody to tell.
    await reader?.cancel().catch(() => undefined);
  }
}

interface SilenceWatch {
  readonly signal: AbortSignal;
  restart(): void;
  stop(): void;
}

function watchSilence(idleMs: number): SilenceWatch {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), idleMs);
  let timer = start();
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}

interface GitCommand {
  readonly version: 0 | 2;
  /** The body, in packet lines. */
  readonly command: string;
}

/** Sends a command to the repository at `url`; resolves to the body of the answer. */
export async function postCommand(http: GitHttp, url: string, { version, command }: GitCommand) {
  const { body } = await http({
    url: `${url}/git-upload-pack`,
    method: "POST",
    headers: {
      "content-type": "application/x-git-upload-pack-request",
      accept: "application/x-git-upload-pack-result",
      ...(version === 2 && { "git-protocol": "version=2" }),
    },
    body: new TextEncoder().encode(command),
  });
  return body;
}

/** The header that the relay sets on its own failures, whose body is `{ "failure": Failure }`. */
const relayFailureHeader = "x-skillground-failure";

/**
 * The failure of an HTTP answer; `undefined` for one in git's own content type. `url`: the repository request's
 * address.
 */
export async function failureOfResponse(response: Response, url: string): Promise<Failure | undefined> {
  if (response.headers.has(relayFailureHeader)) return relayFailure(response);
  const { host } = new URL(url);
  const repository = url.replace(/(?:\.git)?\/(?:info\/refs|git-upload-pack)(?:\?.*)?$/, "");
  const { status } = response;
  if (isRateLimit(response)) return { code: "rate-limited", host, ...retryTime(response) };
  // Hosts give the same answer for private and for missing repositories, so as not to reveal which exist.
  if ([401, 403, 404, 410, 451].includes(status)) return { code: "repository-missing", url: repository };
  if (status !== 200) return { code: "server-error", host, status };
  return isGitAnswer(response) ? undefined : { code: "not-git", url: repository };
}

async function relayFailure(response: Response): Promise<Failure> {
  // The relay is deployed with this page, so its body has the promised shape.
  const { failure } = (await response.json()) as { readonly failure: Failure };
  return failure;
}

function isGitAnswer(response: Response): boolean {
  return /^application\/x-git-upload-pack-(?:advertisement|result)\b/.test(response.headers.get("content-type") ?? "");
}

/** GitHub also sends 403 for 429 (its "Rate limits for the REST API"). */
function isRateLimit({ status, headers }: Response): boolean {
  if (status === 429) return true;
  return status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0");
}

/** `Retry-After` contains seconds or a date (RFC 9110, 10.2.3); ours is always an ISO date. */
function retryTime(response: Response): { retryAt?: string } {
  const text = response.headers.get("retry-after") ?? "";
  const time = /^\d{1,7}$/.test(text) ? Date.now() + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? {} : { retryAt: new Date(time).toISOString() };
}

/** Credentials for one host's private repositories. */
export interface HostAuthorization {
  /** Host name, with its port where that is not the scheme's default. */
  readonly host: string;
  /** The value of the header `Authorization`. */
  readonly header: string;
}

/** A token as the password that git would send (RFC 7617), with the user name that its host expects. */
export function hostAuthorization(host: string, token: string): HostAuthorization {
  return { host, header: `Basic ${btoa(`${usernameFor(host, token)}:${token}`)}` };
}

/** The header for a request to `url`: empty unless it goes to exactly that host. */
export function authorizationHeader(
  authorization: HostAuthorization | undefined,
  url: string,
): Readonly<Record<string, string>> {
  return authorization?.host === new URL(url).host ? { authorization: authorization.header } : {};
}

/**
 * The user name that a host expects: GitHub "Authenticating as a GitHub App installation", GitLab "OAuth 2.0: Access
 * Git over HTTPS with access token" (any name works for its other tokens), Bitbucket "Using access tokens". Others,
 * including Forgejo and Gitea, check only the token.
 */
function usernameFor(host: string, token: string): string {
  // Bitbucket's API tokens and repository tokens differ in their first letters ("Using API tokens").
  if (host === "bitbucket.org") return token.startsWith("ATATT") ? "x-bitbucket-api-token-auth" : "x-token-auth";
  return usernames.get(host) ?? "git";
}

const usernames: ReadonlyMap<string, string> = new Map([
  ["github.com", "x-access-token"],
  ["gitlab.com", "oauth2"],
]);
