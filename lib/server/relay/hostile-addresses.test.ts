import { type AddressInfo, createServer } from "node:net";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { fakeNetwork } from "#test/servers/fake-network.ts";
import { guardedConnector, type Resolve } from "./guarded-connector.ts";
import { type RelayTarget, redirectTarget, relayTarget } from "./relay-target.ts";

const repository = "/acme/skills/info/refs?service=git-upload-pack";
const nothing: ReadonlySet<string> = new Set();

/** This machine, in every spelling that some resolver, URL parser or kernel accepts for it. */
const loopback = [
  ...["127.0.0.1", "127.1", "127.0.1", "127.0.0.01", "127.255.255.254", "127.0.0.1.", "2130706433", "2130706433."],
  ...["0x7f000001", "0X7F.0x0.0x0.0x1", "0x7f.1", "0177.0.0.1", "017700000001", "0177.1", "0x7f.0.0.01", "00000177.1"],
  ...["0", "0.0.0.0", "0x0", "00", "0.0", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::]", "[0::0]"],
  ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[::127.0.0.1]", "[::7f00:1]"],
  ...["[::ffff:0:0]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]"],
];

/** The network behind this machine. */
const inner = [
  ...["10.0.0.1", "10.255.255.255", "0x0a000001", "012.0.0.1", "167772161", "172.16.0.1", "172.31.255.255"],
  ...["192.168.0.1", "192.168.1.254", "0xc0a80001", "3232235521", "192.168.257", "100.64.0.1", "100.127.255.255"],
  ...["169.254.0.1", "169.254.255.254", "[fe80::1]", "[febf::1]", "[fec0::1]", "[fc00::1]", "[fd12:3456:789a::1]"],
  ...["[::ffff:10.0.0.1]", "[::ffff:192.168.0.1]", "[::ffff:a00:1]", "[::10.0.0.1]", "[64:ff9b::10.0.0.1]"],
  ...["[64:ff9b::c0a8:1]", "[64:ff9b:1::10.0.0.1]", "[2002:a00:1::]", "[2002:c0a8:1::1]", "[2001:0:a00:1::]"],
];

/** Addresses at which clouds give a machine its own secrets. */
const metadata = [
  ...["169.254.169.254", "169.254.170.2", "169.254.169.123", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376"],
  ...["169.254.43518", "168.63.129.16", "0xa83f8110", "2822734096", "168.63.33040", "100.100.100.200"],
  ...["192.0.0.192", "[fd00:ec2::254]", "[fd00:ec2::23]", "[fd20:ce::254]", "[::ffff:169.254.169.254]"],
  ...["[::ffff:a9fe:a9fe]", "[::a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::1]", "[::ffff:168.63.129.16]"],
];

/** Addresses that nobody on the public internet has. */
const reserved = [
  ...["192.0.0.1", "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "192.88.99.1"],
  ...["224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "0xffffffff", "4294967295", "0.1.2.3"],
  ...["[ff02::1]", "[ff0e::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]", "[2001:2::1]", "[2001:10::1]", "[5f00::1]"],
  ...["[4000::1]", "[::ffff:224.0.0.1]", "[::ffff:255.255.255.255]"],
];

/** Names that resolve to one of these. */
const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  LOCALHOST: ["127.0.0.1"],
  "a.localhost": ["127.0.0.1"],
  "localhost.localdomain": ["127.0.0.1"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
  "localtest.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "zone.example": ["fe80::1%eth0"],
  "metadata.google.internal": ["169.254.169.254"],
  "metadata.example": ["fd00:ec2::254"],
  "wire.example": ["168.63.129.16"],
  "router.example": ["192.168.0.1"],
  "translated.example": ["64:ff9b::7f00:1"],
  "unspecified.example": ["0.0.0.0"],
  "public-first.example": ["140.82.121.3", "10.0.0.1"],
  "private-first.example": ["10.0.0.1", "140.82.121.3"],
  "public-beside-loopback.example": ["2606:4700:4700::1111", "::1"],
  "many.example": ["140.82.121.3", "140.82.121.4", "140.82.121.5", "127.0.0.1"],
  "empty.example": [],
};

/** Texts that are not a plain host, or not the one that they look like. */
const tricks = [
  ...["127。0。0。1", "①②⑦.⓪.⓪.①", "１２７.0.0.1", "127%2e0%2e0%2e1", "%31%32%37.0.0.1", "loc%61lhost", "ⓛocalhost"],
  ...["127.0.0.1%00.example.org", "127.0.0.1%23.example.org", "127.0.0.1%2F.example.org", "127.0.0.1\\@example.org"],
  ...["example.org@127.0.0.1", "example.org:x@127.0.0.1", "example.org%40127.0.0.1", "@127.0.0.1", "127.0.0.1:80"],
  ...["127.0.0.1:22", "example.org:8443", "[::1]:443", "[::1%25lo]", "[fe80::1%25eth0]", "[::1", "::1", "[v1.x]"],
  ...["127.0.0.256", "1.2.3.4.5", "0x7f.0.0.0.1", "4294967296", "-1", "127..1", ".", "..", "*", "_"],
];

const hosts = [...loopback, ...inner, ...metadata, ...reserved, ...Object.keys(names), ...tricks];

/** A careless resolver: reads numbers in any notation, and knows the names above. */
const resolve: Resolve = async (host) => {
  const plain = host.replace(/\.$/, "");
  const found = names[host] ?? names[plain] ?? (ipaddr.isValid(plain) ? [ipaddr.parse(plain).toString()] : undefined);
  if (!found) throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
  return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};

const start = relayTarget(new URL(`https://lab.example/api/git/github.com${repository}`), "advertise", nothing);

/** The two ways in which somebody else's text becomes an address. */
const ways: readonly (readonly [string, (host: string) => RelayTarget])[] = [
  [
    "asked for",
    (host) => relayTarget(new URL(`https://lab.example/api/git/${host}${repository}`), "advertise", nothing),
  ],
  ["redirected to", (host) => redirectTarget(start, `https://${host}${repository}`, nothing)],
  ["redirected to without a scheme", (host) => redirectTarget(start, `//${host}${repository}`, nothing)],
];

/** How far an address gets: the failure in which the request ends. */
async function errorAt(way: (host: string) => RelayTarget, host: string, connect: ReturnType<typeof guardedConnector>) {
  try {
    const { url } = way(host);
    return await new Promise<unknown>((done) => {
      const { protocol, hostname, port } = url;
      connect({ protocol, hostname, port }, (error, socket) => {
        socket?.destroy();
        done(error ?? undefined);
      });
    });
  } catch (caught) {
    return caught;
  }
}

test("there are enough of them", () => {
  expect(new Set(hosts).size).toBeGreaterThanOrEqual(120);
});

describe.each(ways)("%s", (_, way) => {
  test.each(hosts)("%s is not reached", async (host) => {
    const network = fakeNetwork();
    const error = await errorAt(way, host, guardedConnector(resolve, 443, network.build));
    expect(network.reached).toEqual([]);
    const isUnknown = (error as { code?: unknown }).code === "ENOTFOUND";
    const code = failureOf(error)?.code;
    // A redirect to something that is not a repository's address is reported as that.
    expect(isUnknown || code === "host-refused" || code === "repository-missing", `${code}`).toBe(true);
  });

  test("a public address is", async () => {
    const network = fakeNetwork();
    expect(await errorAt(way, "140.82.121.3", guardedConnector(resolve, 443, network.build))).toBeUndefined();
    expect(network.reached).toEqual(["140.82.121.3"]);
  });
});

test("a name whose address changes between two questions is judged by the one that is used", async () => {
  const answers = [["140.82.121.3"], ["127.0.0.1"], ["140.82.121.3"], ["10.0.0.1"]];
  const network = fakeNetwork();
  let asked = 0;
  const rebinding: Resolve = async () =>
    (answers[asked++ % answers.length] ?? []).map((address) => ({ address, family: 4 as const }));
  const connect = guardedConnector(rebinding, 443, network.build);
  for (const _ of answers) await errorAt(() => start, "rebinding.example", connect);
  expect(network.reached).toEqual(["140.82.121.3", "140.82.121.3"]);
});

describe("beside a server on this machine", () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
  afterAll(() => new Promise((done) => server.close(done)));

  test("no spelling of it connects, as written or as a URL spells it", async () => {
    const { port } = server.address() as AddressInfo;
    const connect = guardedConnector(resolve, port);
    for (const host of [...loopback, ...Object.keys(names).filter((name) => /localhost|nip/.test(name))]) {
      const plain = { protocol: "https:", port: String(port) };
      const asWritten = host.replace(/^\[|\]$/g, "");
      for (const hostname of [asWritten, new URL(`https://${host}`).hostname]) {
        const error = await new Promise((done) => connect({ ...plain, hostname }, (...[failed]) => done(failed)));
        expect([hostname, failureOf(error)?.code]).toEqual([hostname, "host-refused"]);
      }
    }
    expect(connections).toBe(0);
  });
});
