import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { meters } from "#lib/server/meters.ts";
import { networkOf } from "#lib/server/visitor.ts";
import { takeSender } from "./forwarded.ts";
import {
  answerOwn,
  connectionRefusal,
  type OwnAnswers,
  type Refusal,
  refuse,
  refuseConnection,
  requestRefusal,
} from "./own-answers.ts";
import { followVisit, malformedVisit, type Visit } from "./visits.ts";

export interface FrontOptions extends OwnAnswers {
  readonly trustedProxies: number;
  /** The application. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether a request is for this server at all, by the host that it names; each is where absent. */
  readonly isMeant?: (request: IncomingMessage) => boolean;
  /** Told of each request when it is over. */
  readonly onVisit: (visit: Visit) => void;
  /** Told of what `handle` threw. */
  readonly onError: (error: unknown, requestId: string) => void;
  readonly limits?: FrontLimits;
}

export interface FrontLimits {
  /** Milliseconds until the headers of a request, and until all of it, must be here. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds between two looks at the clock. */
  readonly checkMs: number;
  /** Bytes of an address and headers. */
  readonly headerBytes: number;
  /** Milliseconds that a connection may stay open with no request under way, and with one but nothing sent or read. */
  readonly keepAliveMs: number;
  readonly silentMs: number;
  /** Connections at once: in all, and from one network, where no proxy stands between. */
  readonly connections: number;
  readonly connectionsPerNetwork: number;
}

/**
 * Five hundred people behind one address have six connections each. A connection is kept for longer than proxies keep
 * theirs, so that none is closed here while a request is on its way.
 */
export const defaultLimits: FrontLimits = {
  headersMs: 20_000,
  requestMs: 120_000,
  checkMs: 5000,
  headerBytes: 16 * 1024,
  keepAliveMs: 75_000,
  silentMs: 600_000,
  connections: 8000,
  connectionsPerNetwork: 4000,
};

export interface FrontServer {
  /** It does not listen yet. */
  readonly server: Server;
  /** Takes no more connections, finishes what is under way for at most `patienceMs`, and breaks off the rest. */
  close(patienceMs: number): Promise<void>;
}

/** The server before the application. */
export function createFrontServer(options: FrontOptions): FrontServer {
  const { limits = defaultLimits } = options;
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
    keepAliveTimeout: limits.keepAliveMs,
  });
  server.timeout = limits.silentMs;
  server.maxConnections = limits.connections;
  if (options.trustedProxies === 0) limitPerNetwork(server, limits.connectionsPerNetwork);
  const answering = new Map<Duplex, ServerResponse>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    answering.set(socket, response);
    response.once("close", () => {
      if (answering.get(socket) === response) answering.delete(socket);
    });
    void answer(request, response, options);
  });
  const refuseRaw = (socket: Duplex, refusal: Refusal) => {
    const id = randomUUID();
    refuseConnection(socket, refusal, id);
    meters().refused("front", refusal.code);
    options.onVisit(malformedVisit(id, refusal.status));
  };
  server.on("connect", (_, socket) => refuseRaw(socket, noTunnel));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || answering.get(socket)?.headersSent || error.code === "ECONNRESET") socket.destroy();
    else refuseRaw(socket, connectionRefusal(error.code));
  });
  return { server, close: (patienceMs) => close(server, answering, patienceMs) };
}

const noTunnel: Refusal = { status: 405, code: "method", text: "This server is no proxy.", allow: "GET, HEAD, POST" };

const otherHost: Refusal = {
  status: 421,
  code: "host",
  text: "This server answers this machine only, by its own address.",
};

async function answer(request: IncomingMessage, response: ServerResponse, options: FrontOptions): Promise<void> {
  // Clients of proxies name the server in the address; what follows it is what they ask.
  request.url = request.url?.replace(/^https?:\/\/[^/?#]*(?=\/)/i, "") ?? "/";
  const id = followVisit(request, response, options.onVisit);
  const { isSecure } = takeSender(request, options.trustedProxies);
  if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  const refusal = options.isMeant?.(request) === false ? otherHost : requestRefusal(request);
  if (refusal) {
    meters().refused("front", refusal.code);
    refuse(response, refusal);
    return;
  }
  if (answerOwn(request, response, options)) return;
  try {
    await options.handle(request, response);
  } catch (error) {
    options.onError(error, id);
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, code: "bug", text: "This server made a mistake; its log says more." });
  }
}

function limitPerNetwork(server: Server, limit: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > limit) socket.destroy();
  });
}

async function close(server: Server, answering: ReadonlyMap<Duplex, ServerResponse>, patienceMs: number) {
  const ends = [once(server, "close"), ...[...answering.values()].map((response) => once(response, "close"))];
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const end = setTimeout(() => server.closeAllConnections(), patienceMs);
  // Streams of events have no end to be waited for; their readers come again.
  for (const [socket, response] of answering) if (isEventStream(response)) socket.destroy();
  await Promise.all(ends);
  clearInterval(sweep);
  clearTimeout(end);
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}
