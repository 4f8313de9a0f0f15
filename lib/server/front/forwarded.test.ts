import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { takeSender } from "./forwarded.ts";

function sent(socket: string, headers: Record<string, string>) {
  return { socket: { remoteAddress: socket }, headers: { ...headers } } as unknown as IncomingMessage;
}

test.each([
  [0, "::ffff:203.0.113.7", "9.9.9.9", "203.0.113.7"],
  [0, "2001:DB8::1", "", "2001:db8::1"],
  [1, "127.0.0.1", "9.9.9.9, 203.0.113.7", "203.0.113.7"],
  [2, "127.0.0.1", "9.9.9.9, 203.0.113.7, 10.0.0.1", "203.0.113.7"],
  [2, "127.0.0.1", "203.0.113.7", "203.0.113.7"],
  [1, "127.0.0.1", "203.0.113.7:4711", "203.0.113.7"],
  [1, "127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
  [1, "127.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"],
  [1, "10.0.0.1", "unknown", "10.0.0.1"],
  [1, "10.0.0.1", "", "10.0.0.1"],
])("with %i proxies, %s that says %j is %s", (proxies, socket, forwardedFor, address) => {
  expect(takeSender(sent(socket, { "x-forwarded-for": forwardedFor }), proxies).address).toBe(address);
});

test.each([
  [0, "https", false],
  [1, "https", true],
  [1, "http", false],
  [1, "https, http", false],
  [2, "https, http", true],
  [2, "https", true],
])("with %i proxies, a protocol said to be %j is secure: %s", (proxies, protocol, isSecure) => {
  expect(takeSender(sent("127.0.0.1", { "x-forwarded-proto": protocol }), proxies).isSecure).toBe(isSecure);
});
