import type { IncomingMessage, ServerResponse } from "node:http";
import { plainHeaders } from "./refusals.ts";

/** What the front door answers by itself, so that it answers whatever the application does. */
export interface OwnAnswers {
  readonly version: string;
  readonly securityContacts: readonly string[];
}

/** @returns whether the request was one for here, and is answered */
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

/** RFC 9116. It must expire within a year: half a year from today, at midnight, as the operator still runs the site. */
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
