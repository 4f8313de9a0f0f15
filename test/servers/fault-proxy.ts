import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes of the body after which the connection is cut, though more are announced. */
  readonly cutAfter?: number;
}

export interface Asked {
  /** Path and query. */
  readonly path: string;
  /** Whether the service worker asked, to store the answer, and not a page. */
  readonly isOfWorker: boolean;
  /** How often the worker, or pages, asked for this path before. */
  readonly times: number;
  /** Address of another host's page, which answers every request. */
  readonly elsewhere: string;
}

/** Changes the right answer on its way; returns the same object to leave it alone. */
export type Fault = (right: Answer, asked: Asked) => Answer;

export interface FaultProxy {
  readonly url: string;
  /** Applies this fault from now on, and restarts the request counts. */
  use(fault: Fault): void;
  stop(): Promise<void>;
}

const html = { "content-type": "text/html; charset=utf-8" };
const elsewherePath = "/of-another-host";
const signIn: Answer = {
  status: 200,
  // A proxy's caching rule for a folder, applied to an answer that does not belong in it.
  headers: { ...html, "cache-control": "public, max-age=31536000, immutable" },
  body: Buffer.from("<!doctype html><html><title>Sign in</title><script>globalThis.isForeign = true</script></html>"),
};

/** A proxy in front of the server at `target` that can be made faulty. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let fault: Fault = (right) => right;
  let counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const headers = new Headers();
    for (const name of ["accept", "rsc", "cookie", "next-router-state-tree", "next-router-prefetch"]) {
      const value = request.headers[name];
      if (value !== undefined) headers.set(name, String(value));
    }
    // Otherwise the answer would be compressed, and any fault in it a decompression error.
    headers.set("accept-encoding", "identity");
    const isOfWorker = request.headers["sec-fetch-dest"] === "empty" && !request.headers["next-router-prefetch"];
    const key = `${path} ${isOfWorker}`;
    const times = counts.get(key) ?? 0;
    counts.set(key, times + 1);
    if (path === elsewherePath) {
      answer(response, { ...signIn, headers: { ...signIn.headers, "access-control-allow-origin": "*" } });
      return;
    }
    const right = await fetch(target + path, { headers, redirect: "manual" });
    const { "transfer-encoding": _, connection: __, "keep-alive": ___, ...kept } = Object.fromEntries(right.headers);
    const body = Buffer.from(await right.arrayBuffer());
    const elsewhere = `http://localhost:${request.socket.localPort}${elsewherePath}`;
    answer(response, fault({ status: right.status, headers: kept, body }, { path, isOfWorker, times, elsewhere }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(next) {
      fault = next;
      counts = new Map();
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, { status, headers, body, cutAfter }: Answer): void {
  response.writeHead(status, { ...headers, "content-length": String(body.length) });
  if (cutAfter === undefined) response.end(body);
  else response.write(body.subarray(0, cutAfter), () => response.destroy());
}

/** Answers every request with a network's sign-in page. */
export const signInPage: Fault = () => signIn;

/** What a broken proxy does to a file or a page. */
export const faults: Readonly<Record<string, Fault>> = {
  "a sign-in page": signInPage,
  "an empty answer": (right) => ({ ...right, body: Buffer.alloc(0) }),
  "a half answer that says it is whole": (right) => ({ ...right, body: right.body.subarray(0, right.body.length / 2) }),
  "a connection that is cut": (right) => ({ ...right, cutAfter: right.body.length / 2 }),
  "a redirect to a page of another host": (_, { elsewhere }) => redirectTo(elsewhere),
  "a redirect to another page here": () => redirectTo("/sign-in"),
  "another content type": (right) => ({ ...right, headers: { ...right.headers, "content-type": "text/plain" } }),
  "an answer without its policy": ({ headers: { "content-security-policy": _, ...headers }, ...right }) => {
    return { ...right, headers };
  },
  "a page of another build": (right) => {
    const text = right.body.toString("latin1").replace(/\b[\da-f]{16}\b/g, "0123456789abcdef");
    return { ...right, body: Buffer.from(`${text} `, "latin1") };
  },
};

function redirectTo(location: string): Answer {
  return { status: 302, headers: { ...html, location, "access-control-allow-origin": "*" }, body: Buffer.alloc(0) };
}
