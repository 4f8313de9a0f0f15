/**
 * A real git smart-HTTP server for tests: Node's HTTP in front of `git http-backend` (a CGI program), on 127.0.0.1 only, with faults that
 * can be switched on by path.
 * By hand: `node test/servers/git-server.ts --root DIR [--port 4180] [--fault /acme/skills=cut:2000]…`
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { headBytes, readHead } from "./cgi-head.ts";
import { runGitBackend } from "./git-backend.ts";
import {
  answerInstead,
  type Fault,
  faultFor,
  holdsToken,
  parseFault,
  type Stage,
  spoil,
  spoilHeaders,
  stageOf,
} from "./git-faults.ts";
import { gitMemory } from "./git-repository.ts";

export interface GitServerOptions {
  /** Folder of the bare repositories: `ROOT/acme/skills.git` is served as `/acme/skills` and `/acme/skills.git`. */
  readonly root: string;
  /** 0 (the default) takes a free port. */
  readonly port?: number;
  /** Faults by path prefix; the longest matching one applies. May be changed while the server runs. */
  readonly faults?: ReadonlyMap<string, Fault>;
  /** Git settings for serving requests, e.g. `{ "uploadpack.allowFilter": "true" }`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Bandwidth limit; absent: unlimited. */
  readonly bytesPerSecond?: number;
  /** Additional pages by path: a page on the server's own origin may ask it without a relay. */
  readonly pages?: ReadonlyMap<string, ServedPage>;
}

export interface ServedPage {
  readonly type: string;
  readonly body: string | Buffer;
}

export interface GitRequest {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface GitServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** All requests so far, oldest first. */
  readonly requests: readonly GitRequest[];
  stop(): Promise<void>;
}

export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: GitRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await collect(request);
    const { method = "GET", url = "/", headers } = request;
    const page = options.pages?.get(url);
    if (page) {
      response.setHeader("content-type", page.type).end(page.body);
      return;
    }
    requests.push({ method, url, headers, body });
    const stage = stageOf(method, body);
    const fault = faultFor(options.faults, url, stage);
    // Tests make readers leave and connections break.
    await answer({ options, request, response, body, stage, fault }).catch(() => response.destroy());
  });
  // Making a repository stops a test's process, which is the server's, too, for seconds. A connection that the server closed for being idle
  // meanwhile would be the one that the next request takes.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, requests, stop };
}

interface Exchange {
  readonly options: GitServerOptions;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly stage: Stage;
  readonly fault: Fault | undefined;
}

async function answer(exchange: Exchange): Promise<void> {
  const { fault, stage, request, response } = exchange;
  if (fault?.kind === "private" && !holdsToken(request.headers.authorization, fault.token)) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="Git"' }).end();
  } else if (!answerInstead(fault, stage, response)) {
    await runBackend(exchange);
  }
}

async function runBackend(exchange: Exchange): Promise<void> {
  const { options, body, fault, response } = exchange;
  const over = new AbortController();
  response.on("close", () => over.abort());
  const { head, rest } = await readHead(await runGitBackend(backendEnvironment(exchange), body, over.signal));
  if (fault?.kind === "headers" || fault?.kind === "length") {
    const whole = await collect(rest);
    // Written to the socket directly, because Node itself would enforce the `Content-Length`.
    response.socket?.end(Buffer.concat([headBytes(head, spoilHeaders(fault, whole.length)), whole]));
    return;
  }
  response.writeHead(head.status, head.headers);
  // Only the answer to a request with wants contains a pack; faults that count pack bytes leave other answers alone.
  const answer = fault ? spoil(rest, fault, response) : rest;
  await pipeline(options.bytesPerSecond ? slowDown(answer, options.bytesPerSecond) : answer, response);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected: Buffer[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return Buffer.concat(collected);
}

async function* slowDown(answer: AsyncIterable<Buffer>, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const start = performance.now();
  let sent = 0;
  for await (const chunk of answer) {
    sent += chunk.length;
    await wait(Math.max((sent / bytesPerSecond) * 1000 - (performance.now() - start), 0));
    yield chunk;
  }
}

/** CGI's variables (RFC 3875), and the git settings passed in the environment. */
function backendEnvironment({ options, request, fault }: Exchange): NodeJS.ProcessEnv {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const protocol = fault?.kind === "drop-git-protocol" ? undefined : request.headers["git-protocol"];
  const config = { "safe.directory": "*", "uploadpack.allowAnySHA1InWant": "true", ...options.config };
  const settings = Object.entries(config).flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ]);
  return {
    ...gitMemory,
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: options.root,
    GIT_HTTP_EXPORT_ALL: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: String(Object.keys(config).length),
    ...Object.fromEntries(settings),
    PATH_INFO: withSuffix(decodeURIComponent(path)),
    QUERY_STRING: query,
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    REMOTE_ADDR: "127.0.0.1",
    ...(protocol !== undefined && { GIT_PROTOCOL: String(protocol) }),
  };
}

/** As on large hosts, `/acme/skills` means `/acme/skills.git`. */
function withSuffix(path: string): string {
  return path.replace(/^(\/[^/]+\/[^/]+?)(?:\.git)?(?=\/(?:info|git-upload-pack))/, "$1.git");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: "." },
      port: { type: "string", default: "4180" },
      fault: { type: "string", multiple: true, default: [] },
    },
  });
  const faults = new Map(values.fault.map(parseFault));
  const server = await startGitServer({ root: values.root, port: Number(values.port), faults });
  console.log(`Serving ${values.root} on ${server.url}`);
}
