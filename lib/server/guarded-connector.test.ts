import type { LookupAddress } from "node:dns";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { guardedConnector, type Resolve } from "./guarded-connector.ts";

const at =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }));

/** The error that connecting ends in; fails the test when it does not. */
function connectError(connect: ReturnType<typeof guardedConnector>, protocol: string, hostname: string, port: number) {
  return new Promise<Error>((resolve, reject) => {
    connect({ protocol, hostname, port: String(port) }, (error, socket) => {
      socket?.destroy();
      if (error) resolve(error);
      else reject(new Error(`connected to ${hostname}`));
    });
  });
}

describe("beside a server on loopback", () => {
  let server: Server;
  let port: number;
  let connections = 0;

  beforeEach(async () => {
    connections = 0;
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  // What a URL leaves as it is, and what one could hand over without a URL's normalisation.
  test.each([
    ...[
      "127.0.0.1",
      "127.1",
      "127.0.1",
      "127.255.255.254",
      "0x7f.1",
      "0x7f000001",
      "2130706433",
      "0177.0.0.1",
      "017700000001",
    ],
    ...["0", "0.0.0.0", "[::1]", "::1", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
    ...["localhost", "LOCALHOST"],
  ])("never connects to %s", async (hostname) => {
    const error = await connectError(guardedConnector(undefined, port), "https:", hostname, port);
    expect(failureOf(error)).toMatchObject({ code: "host-refused", host: hostname });
    expect(connections).toBe(0);
  });

  test("never connects to a name that resolves to loopback by any spelling", async () => {
    for (const hostname of ["localhost.", "127.0.0.1.nip.example", "a.localhost"]) {
      const error = await connectError(guardedConnector(at("127.0.0.1"), port), "https:", hostname, port);
      expect(failureOf(error)).toMatchObject({ code: "host-refused", host: hostname });
    }
    expect(connections).toBe(0);
  });

  test.each([
    ["one private address", at("127.0.0.1")],
    ["a private address after a public one", at("140.82.121.3", "127.0.0.1")],
    ["a private address before a public one", at("127.0.0.1", "140.82.121.3")],
    ["a mapped address", at("::ffff:127.0.0.1")],
    ["no address", at()],
  ])("refuses a name with %s", async (_, resolve) => {
    const error = await connectError(guardedConnector(resolve, port), "https:", "git.example.org", port);
    expect(failureOf(error)).toMatchObject({ code: "host-refused", host: "git.example.org" });
    expect(connections).toBe(0);
  });
});

test.each([
  ["http:", 443],
  ["https:", 80],
  ["https:", 8443],
])("refuses %s on port %d", async (protocol, port) => {
  const error = await connectError(guardedConnector(at("140.82.121.3")), protocol, "git.example.org", port);
  expect(failureOf(error)).toMatchObject({ code: "host-refused" });
});

test("passes on what the resolver says of an unknown name", async () => {
  const unknown: Resolve = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
  expect(await connectError(guardedConnector(unknown), "https:", "nowhere.example", 443)).toMatchObject({
    code: "ENOTFOUND",
  });
});
