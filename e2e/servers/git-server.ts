/**
 * A real git smart-HTTP server for tests: Node's HTTP in front of `git http-backend` (a CGI program),
 * on 127.0.0.1 only, with faults that can be switched on for a path.
 *
 * By hand: `node e2e/servers/git-server.ts --root DIR [--port 4180] [--fault /acme/skills=cut:2000]…`
 */
import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Fault, faultFor, holdsToken, parseFault, spoil } from "./git-faults.ts";

export interface GitServerOptions {
  /** Folder whose bare repositories are served: `ROOT/acme/skills.git` as `/acme/skills` or `/acme/skills.git`. */
  readonly root: string;
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** Faults by path prefix; the longest that matches wins. May be changed while the server runs. */
  readonly faults?: ReadonlyMap<string, Fault>;
  /** Settings of the git serving a request, e.g. `{ "uploadpack.allowFilter": "true" }`. */
  readonly config?: Readonly<Record<string, string>>;
  /** As over a link that carries no more; unbounded without it. */
  readonly bytesPerSecond?: number;
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
  /** Every request so far, oldest first. */
  readonly requests: readonly GitRequest[];
  stop(): Promise<void>;
}

export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: GitRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { method = "GET", url = "/", headers } = request;
    requests.push({ method, url, headers, body });
    const fault = faultFor(options.faults, url);
    // Readers leave and faults break connections: that is what is being tested.
    await answer({ options, request, response, body, fault }).catch(() => response.destroy());
  });
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
  readonly fault: Fault | undefined;
}

async function answer(exchange: Exchange): Promise<void> {
  const { fault, request, response } = exchange;
  if (fault?.kind === "private" && !holdsToken(request.headers.authorization, fault.token)) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="Git"' }).end();
  } else if (fault?.kind === "html") {
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end("<!doctype html><title>Sign in</title>");
  } else if (fault?.kind === "status") {
    response.writeHead(fault.status, { "content-type": "text/plain", ...fault.headers }).end(`${fault.status}\n`);
  } else {
    await runBackend(exchange);
  }
}

async function runBackend(exchange: Exchange): Promise<void> {
  const { options, body, fault, response } = exchange;
  const child = spawn("git", ["http-backend"], {
    env: backendEnvironment(exchange),
    stdio: ["pipe", "pipe", "ignore"],
  });
  response.on("close", () => child.kill());
  child.stdin.on("error", () => child.kill());
  child.stdin.end(body);
  const { head, rest } = await readHead(child.stdout);
  response.writeHead(head.status, head.headers);
  // Only the answer to a request that names wants carries a pack; faults leave the others alone.
  const carriesPack = body.includes("want ");
  const answer = carriesPack && fault ? spoil(rest, fault, response) : rest;
  await pipeline(options.bytesPerSecond ? slowDown(answer, options.bytesPerSecond) : answer, response);
}

async function* slowDown(answer: AsyncIterable<Buffer>, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const start = performance.now();
  let sent = 0;
  for await (const chunk of answer) {
    sent += chunk.length;
    await wait((sent / bytesPerSecond) * 1000 - (performance.now() - start));
    yield chunk;
  }
}

/** CGI's variables (RFC 3875), and the settings that git takes from its environment. */
function backendEnvironment({ options, request, fault }: Exchange): NodeJS.ProcessEnv {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const protocol = fault?.kind === "drop-git-protocol" ? undefined : request.headers["git-protocol"];
  const config = { "safe.directory": "*", "uploadpack.allowAnySHA1InWant": "true", ...options.config };
  const settings = Object.entries(config).flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ]);
  return {
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

/** As large hosts do, `/acme/skills` is served as `/acme/skills.git`. */
function withSuffix(path: string): string {
  return path.replace(/^(\/[^/]+\/[^/]+?)(?:\.git)?(?=\/(?:info|git-upload-pack))/, "$1.git");
}

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Splits a CGI answer into its head and the bytes after the blank line. */
async function readHead(output: AsyncIterable<Buffer>): Promise<{ head: Head; rest: AsyncIterable<Buffer> }> {
  const chunks = output[Symbol.asyncIterator]();
  let seen: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { done, value } = await chunks.next();
    if (done) throw new Error("git http-backend ended without an answer");
    seen = Buffer.concat([seen, value]);
    end = seen.indexOf("\r\n\r\n");
  }
  async function* rest() {
    yield seen.subarray(end + 4);
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head: parseHead(seen.subarray(0, end).toString()), rest: rest() };
}

function parseHead(text: string): Head {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === "status") status = Number.parseInt(value, 10);
    else headers[name] = value;
  }
  return { status, headers };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
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
