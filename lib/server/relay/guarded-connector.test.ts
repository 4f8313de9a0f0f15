import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { addressesAt as at, fakeNetwork } from "#test/servers/fake-network.ts";
import { guardedConnector, isPublicAddress, type Resolve } from "./guarded-connector.ts";

/** The error in which connecting ends; fails the test when it succeeds. */
function connectError(connect: ReturnType<typeof guardedConnector>, protocol: string, hostname: string, port: number) {
  return new Promise<Error>((resolve, reject) => {
    connect({ protocol, hostname, port: String(port) }, (error, socket) => {
      socket?.destroy();
      if (error) resolve(error);
      else reject(new Error(`connected to ${hostname}`));
    });
  });
}

const inside = [
  ...["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255", "100.64.0.1"],
  ...["100.100.100.200", "169.254.169.254", "169.254.170.2", "168.63.129.16", "0.0.0.0", "192.0.0.192", "198.18.0.1"],
  ...["224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "fd00::1", "fd00:ec2::254", "fc00::1", "fe80::1", "fec0::1"],
  ...["ff02::1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::a00:1", "64:ff9b::7f00:1"],
  ...["64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:7f00:1::", "100::1"],
];

test.each(inside)("reaches %s neither by itself, nor by a name, nor by a trick", async (address) => {
  const network = fakeNetwork();
  const byLiteral = guardedConnector(at(), 443, network.build);
  const host = address.includes(":") ? `[${address}]` : address;
  expect(failureOf(await connectError(byLiteral, "https:", host, 443))).toMatchObject({ code: "host-refused" });
  for (const resolve of [at(), at(address), at("140.82.121.3", address), at(address, "140.82.121.3")]) {
    const byName = guardedConnector(resolve, 443, network.build);
    const error = await connectError(byName, "https:", "git.example.org", 443);
    expect(failureOf(error)).toMatchObject({ code: "host-refused", host: "git.example.org" });
  }
  expect(network.reached).toEqual([]);

  const rerouted = guardedConnector(at("140.82.121.3"), 443, fakeNetwork(address).build);
  expect(failureOf(await connectError(rerouted, "https:", "git.example.org", 443))).toMatchObject({
    code: "host-refused",
  });
});

test("reaches a public address", async () => {
  const network = fakeNetwork();
  const connect = guardedConnector(at("140.82.121.3", "2606:4700:4700::1111"), 443, network.build);
  await expect(connectError(connect, "https:", "git.example.org", 443)).rejects.toThrow("connected to git.example.org");
  expect(network.reached).toEqual(["140.82.121.3"]);
});

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

  // Hosts that URL parsing leaves unchanged, and hosts that could be passed without a URL's normalisation.
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
});

test.each([
  ["http:", 443],
  ["https:", 80],
  ["https:", 8443],
])("refuses %s on port %d", async (protocol, port) => {
  const error = await connectError(
    guardedConnector(at("140.82.121.3"), 443, fakeNetwork().build),
    protocol,
    "git.example.org",
    port,
  );
  expect(failureOf(error)).toMatchObject({ code: "host-refused" });
});

test("passes on what the resolver says of an unknown name", async () => {
  const unknown: Resolve = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
  expect(await connectError(guardedConnector(unknown), "https:", "nowhere.example", 443)).toMatchObject({
    code: "ENOTFOUND",
  });
});

test.each(["140.82.121.3", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::200e", "::ffff:140.82.121.3"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  [
    "loopback",
    ["127.0.0.1", "127.1", "127.255.255.254", "0177.0.0.1", "0x7f.1", "2130706433", "::1", "0:0:0:0:0:0:0:1"],
  ],
  ["this machine", ["0.0.0.0", "0.1.2.3", "::"]],
  ["private", ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"]],
  ["carrier NAT", ["100.64.0.1", "100.100.100.200", "100.127.255.255"]],
  ["link-local and metadata", ["169.254.0.1", "169.254.169.254", "fe80::1", "fe80::1%eth0"]],
  ["Azure's wire server", ["168.63.129.16", "::ffff:168.63.129.16"]],
  [
    "reserved",
    ["192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1", "255.255.255.255"],
  ],
  ["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1"]],
  ["unique local", ["fc00::1", "fd00::1", "fd00:ec2::254"]],
  ["site-local", ["fec0::1"]],
  ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::127.0.0.1", "::7f00:1", "::a00:1"]],
  [
    "translated to IPv4",
    ["64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "::ffff:0:127.0.0.1"],
  ],
  ["documentation", ["2001:db8::1", "3fff::1"]],
  ["outside global unicast", ["100::1", "4000::1", "5f00::1"]],
  ["no address", ["", "localhost", "github.com", "1.2.3.4.5", "[::1]"]],
])("%s is not public", (_, addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
