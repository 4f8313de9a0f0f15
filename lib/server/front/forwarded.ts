import type { IncomingMessage } from "node:http";
import { addressHeader, plainAddress } from "#lib/server/visitor.ts";

/** Headers in which a proxy describes the original request; anybody who is trusted as a proxy may set them. */
const claims = ["forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-real-ip"];

export interface Sender {
  /** The visitor's network address. */
  readonly address: string;
  /** Whether the visitor's connection is https, as far as that can be known here. */
  readonly isSecure: boolean;
}

/**
 * Determines the sender of a request and rewrites its headers accordingly: `addressHeader` and `X-Forwarded-For`
 * contain only the sender's address; other proxy headers stay only where `trustedProxies` is above 0.
 */
export function takeSender(request: IncomingMessage, trustedProxies: number): Sender {
  const { headers } = request;
  const address = senderAddress(request, trustedProxies);
  const protocols = entries(headers["x-forwarded-proto"]);
  const isSecure = trustedProxies > 0 && fromRight(protocols, trustedProxies) === "https";
  if (trustedProxies === 0) for (const name of claims) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers[addressHeader] = address;
  return { address, isSecure };
}

/**
 * The address that the outermost trusted proxy saw. Each proxy appends at the right, so entries further left may be
 * forged by the visitor.
 */
function senderAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const direct = plainAddress(socket.remoteAddress ?? "") ?? "unknown";
  if (trustedProxies === 0) return direct;
  const claimed = fromRight(entries(headers["x-forwarded-for"]), trustedProxies);
  return plainAddress(withoutPort(claimed ?? "")) ?? direct;
}

/** The entry added `count` proxies back; where some proxies add none, the leftmost there is. */
function fromRight(list: readonly string[], count: number): string | undefined {
  return list.at(-count) ?? list[0];
}

function entries(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
}

/** The address without a port: some proxies write `203.0.113.7:1234` or `[2001:db8::1]:1234`. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
