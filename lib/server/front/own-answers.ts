import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** What the front server answers by itself, so that these answers work whatever the application does. */
export interface OwnAnswers {
  readonly version: string;
  readonly securityContacts: readonly string[];
}

/**
 * Answers a request that the front server handles itself.
 * @returns whether it was one, and is answered
 */
export function answerOwn(request: IncomingMessage, response: ServerResponse, own: OwnAnswers): boolean {
  const path = request.url?.split("?", 1)[0];
  if (path === "/api/health" && request.method !== "POST") {
    const health = { status: "ok", version: own.version, uptime: Math.round(process.uptime()) };
    send(response, "application/json", JSON.stringify(health));
    return true;
  }
  if (path === "/.well-known/security.txt" && own.securityContacts.length > 0) {
    send(response, "text/plain; charset=utf-8", securityText(own.securityContacts));
    return true;
  }
  return false;
}

const day = 24 * 60 * 60 * 1000;

/**
 * RFC 9116. The text must expire within a year; it says half a year from today, at midnight, since the operator is
 * still running the site.
 */
function securityText(contacts: readonly string[]): string {
  const expires = new Date(Math.floor(Date.now() / day) * day + 180 * day);
  const lines = contacts.map((contact) => `Contact: ${contact}`);
  return [...lines, `Expires: ${expires.toISOString()}`, "Preferred-Languages: en", ""].join("\n");
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    ...plainHeaders,
  });
  response.end(text);
}

/** A refusal by the front server, before any route. */
export interface Refusal {
  readonly status: number;
  /** For metrics: a word for the reason. */
  readonly code: string;
  /** One sentence for whoever reads the answer. */
  readonly text: string;
  readonly allow?: string;
}

/** The most bytes of a body; routes have narrower limits of their own, with failures that the page understands. */
const bodyBytes = 4 * 1024 * 1024;

/** Why a request is refused before its meaning is examined. */
export function requestRefusal({ method = "", url = "", headers }: IncomingMessage): Refusal | undefined {
  const path = url.split("?", 1)[0] ?? "";
  const allow = path.startsWith("/api/") ? "GET, HEAD, POST" : "GET, HEAD";
  if (!allow.split(", ").includes(method))
    return { status: 405, code: "method", text: `This address answers ${allow} only.`, allow };
  if (!path.startsWith("/")) return badRequest("target", "The address of a request begins with a slash.");
  if (!isDecodable(path))
    return badRequest(
      "encoding",
      "The address is not encoded as addresses are: write % as %25, and other bytes as UTF-8.",
    );
  if (Number(headers["content-length"] ?? 0) > bodyBytes)
    return { status: 413, code: "body", text: `The body of a request may have at most ${bodyBytes} bytes.` };
  return undefined;
}

/** The refusal for a connection without a whole request, by the code of Node's parser or timeout. */
export function connectionRefusal(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW")
    return {
      status: 431,
      code: "headers",
      text: "The address and headers of a request are larger than this server takes.",
    };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, code: "slow", text: "The request did not arrive whole in the time this server waits." };
  return badRequest("malformed", "What came is not a request in HTTP/1.1.");
}

/** Whether routes may see the path: it decodes to text without control characters. */
function isDecodable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false; // A `URIError` means no.
  }
}

function badRequest(code: string, text: string): Refusal {
  return { status: 400, code, text };
}

/**
 * Answers with the refusal's sentence and closes the connection, as the rest of the request may still be on its way.
 */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, refusalHeaders(refusal)).end(`${refusal.text}\n`);
}

/** Sends the refusal over a connection on which no request could be read, and closes it. */
export function refuseConnection(socket: Duplex, refusal: Refusal, requestId: string): void {
  const headers = { ...refusalHeaders(refusal), "X-Request-Id": requestId };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${refusal.text}\n`);
  // A client that keeps sending is cut off after a second.
  setTimeout(() => socket.destroy(), 1000).unref();
}

/** Headers of every answer that the front door writes itself. */
/**
 * For answers that are not pages, in case somebody opens one as a page; `next.config.mjs` has the same headers for the
 * application's.
 */
export const apiHeaders = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

const plainHeaders = { "Cache-Control": "no-store", ...apiHeaders };

function refusalHeaders({ text, allow }: Refusal): Record<string, string | number> {
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text) + 1,
    ...plainHeaders,
    Connection: "close",
    ...(allow && { Allow: allow }),
  };
}
