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
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether a request is for this server, by the host that it names; when absent, every request is. */
  readonly isMeant?: (request: IncomingMessage) => boolean;
  /** Called with each request when it is over. */
  readonly onVisit: (visit: Visit) => void;
  /** Called with what `handle` threw. */
  readonly onError: (error: unknown, requestId: string) => void;
  readonly limits?: FrontLimits;
}

export interface FrontLimits {
  /** Milliseconds within which the headers of a request, and all of it, must have arrived. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds between two checks of these times. */
  readonly checkMs: number;
  /** The most bytes of an address and headers. */
  readonly headerBytes: number;
  /**
   * Milliseconds that a connection may stay open without a request under way, and with a request but without traffic.
   */
  readonly keepAliveMs: number;
  readonly silentMs: number;
  /** Connections at once: in all, and from one network, where no proxy stands between. */
  readonly connections: number;
  readonly connectionsPerNetwork: number;
}

/**
 * Five hundred people behind one address have six connections each. A connection is kept open longer than proxies keep
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
  /** Not listening yet. */
  readonly server: Server;
  /** Accepts no more connections, finishes requests under way for at most `patienceMs`, and cuts the rest. */
  close(patienceMs: number): Promise<void>;
}

/** The server in front of the application. */
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
  // Clients of proxies put the server into the address; the rest is the path that they request.
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
  // Event streams have no end to wait for; their readers reconnect.
  for (const [socket, response] of answering) if (isEventStream(response)) socket.destroy();
  await Promise.all(ends);
  clearInterval(sweep);
  clearTimeout(end);
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}
