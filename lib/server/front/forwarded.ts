import type { IncomingMessage } from "node:http";
import { addressHeader, plainAddress } from "#lib/server/visitor.ts";

/** What a proxy may say of a request it passes on, and what anybody may say who is believed to be one. */
const claims = ["forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-real-ip"];

export interface Sender {
  /** The visitor's network address. */
  readonly address: string;
  /** The visitor's connection is https, as far as that can be known here. */
  readonly isSecure: boolean;
}

/**
 * Decides who sent a request, and rewrites its headers to say just that: `addressHeader` and `X-Forwarded-For` have the
 * one address; other claims of proxies stay only where `trustedProxies` stand before this server.
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
 * The address that the outermost trusted proxy saw. Each proxy adds at the right, so what stands further left is what a
 * visitor made up.
 */
function senderAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const direct = plainAddress(socket.remoteAddress ?? "") ?? "unknown";
  if (trustedProxies === 0) return direct;
  const claimed = fromRight(entries(headers["x-forwarded-for"]), trustedProxies);
  return plainAddress(withoutPort(claimed ?? "")) ?? direct;
}

/** The entry that `count` proxies back was added; where some proxies add none, the leftmost there is. */
function fromRight(list: readonly string[], count: number): string | undefined {
  return list.at(-count) ?? list[0];
}

function entries(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
}

/** Some proxies write `203.0.113.7:1234` or `[2001:db8::1]:1234`. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
