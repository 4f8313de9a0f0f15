import { FailureError } from "#lib/failure.ts";
import { failureOfResponse } from "./git-failure.ts";
import { authorizationHeader, type HostAuthorization } from "./host-authorization.ts";

export interface GitHttpRequest {
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

/** Sends one request; every answer that is not git's is a `FailureError`. */
export type GitHttp = (request: GitHttpRequest) => Promise<GitHttpAnswer>;

export interface GitHttpOptions {
  readonly fetch: typeof fetch;
  /** From a repository's address to the one to ask: the relay's, in the page. */
  readonly toAddress: (url: string) => string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent to its host alone, wherever a repository has moved to. */
  readonly authorization?: HostAuthorization;
  readonly signal: AbortSignal;
  /** Silence after which the connection counts as cut, in milliseconds. */
  readonly idleMs: number;
  readonly onBytes: (count: number) => void;
}

/** A header in which the relay says that the repository has moved, mostly because it was renamed. */
const movedHeader = "x-skillground-repository";

export function createGitHttp(options: GitHttpOptions): GitHttp {
  const moves = new Map<string, string>();
  return async (request) => {
    const [repository, action] = splitAtRepository(request.url);
    const answer = await send(options, { ...request, url: (moves.get(repository) ?? repository) + action });
    const moved = answer.headers[movedHeader];
    // Only `info/refs` is redirected; what follows must go straight to the new place.
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
      // With credentials, a 401 opens the browser's own password prompt and waits for it.
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.any([options.signal, silence.signal]),
    });
    const refused = await failureOfResponse(response, request.url);
    if (refused) throw new FailureError(refused);
    // The time that a person takes to answer does not count as silence of the host.
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

export interface GitCommand {
  readonly version: 0 | 2;
  /** Framed in packets. */
  readonly command: string;
}

/** Sends a command to the repository at `url`; the body of the answer. */
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
