import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { compressOnce } from "./compress-once.ts";

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const script = "const words = 'a script of the build';\n".repeat(2000);
const file = "/_next/static/chunks/0a1b-c_d.js";

function compressed(response: ServerResponse, cache = "public, max-age=31536000, immutable"): void {
  response.setHeader("Cache-Control", cache).setHeader("Content-Encoding", "gzip").setHeader("Vary", "Accept-Encoding");
  const body = gzipSync(script);
  response.write(body.subarray(0, 40));
  response.end(body.subarray(40));
}

/** A server whose application answers with `answer`, and which numbers its answers in a header. */
async function open(answer: (response: ServerResponse, asked: number) => void = (response) => compressed(response)) {
  let [asked, served] = [0, 0];
  const handle = compressOnce(async (_, response) => answer(response, ++asked));
  const server = createServer((request, response) => {
    response.setHeader("X-Request-Id", String(++served));
    void handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const get = async (path = file, headers: Readonly<Record<string, string>> = {}) => {
    const given = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { "accept-encoding": "gzip, br", ...headers },
    });
    return { status: given.status, headers: given.headers, text: await given.text() };
  };
  return { get, port, asked: () => asked };
}

test("a file of the build is compressed once, and is the same for everybody but for what belongs to a request", async () => {
  const { get, asked } = await open();
  const [first, second] = [await get(), await get()];
  expect(asked()).toBe(1);
  expect([first.text, second.text]).toEqual([script, script]);
  for (const name of ["cache-control", "content-encoding", "vary"]) {
    expect(second.headers.get(name)).toBe(first.headers.get(name));
  }
  expect([first, second].map(({ headers }) => headers.get("x-request-id"))).toEqual(["1", "2"]);
});

test("a part, a changed file, a file uncompressed and other addresses are the application's to answer", async () => {
  const { get, asked } = await open();
  await get();
  const others: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [file, { range: "bytes=0-3" }],
    [file, { "if-none-match": '"x"' }],
    [file, { "accept-encoding": "identity" }],
    [file, { "accept-encoding": "gzip;q=0" }],
    [`${file}?x`, {}],
    ["/_next/static/chunks/%30a1b-c_d.js", {}],
    ["/_next/static//chunks/0a1b-c_d.js", {}],
    ["/_next/data/x.json", {}],
    ["/api/chat", {}],
  ];
  for (const [path, headers] of others) {
    const before = asked();
    await get(path, headers);
    await get(path, headers);
    expect([path, headers, asked() - before]).toEqual([path, headers, 2]);
  }
});

test.each<[string, (response: ServerResponse, asked: number) => void]>([
  ["failed", (response) => response.writeHead(404, { "Content-Encoding": "gzip" }).end(gzipSync("gone"))],
  ["may change", (response) => compressed(response, "no-cache")],
  ["came uncompressed", (response) => response.setHeader("Cache-Control", "immutable").end(script)],
])("what %s is not kept", async (_, answer) => {
  const { get, asked } = await open(answer);
  await get();
  await get();
  expect(asked()).toBe(2);
});

test("what broke off is not kept, and the next one who asks has it whole", async () => {
  const { get, port, asked } = await open((response, count) => {
    if (count > 1) return compressed(response);
    response
      .setHeader("Cache-Control", "immutable")
      .setHeader("Content-Encoding", "gzip")
      .write(gzipSync(script).subarray(0, 40));
    return response.destroy();
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${file} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`);
  await text(socket).catch(() => undefined);
  expect((await get()).text).toBe(script);
  expect((await get()).text).toBe(script);
  expect(asked()).toBe(2);
});

test("no more is kept than there is room for", async () => {
  const large = gzipSync(Buffer.from(Array.from({ length: 12_000_000 }, (_, at) => (at * 2654435761) >>> 24)), {
    level: 0,
  });
  const { get, asked } = await open((response) => {
    response.setHeader("Cache-Control", "immutable").setHeader("Content-Encoding", "gzip").end(large);
  });
  for (const name of ["a", "b", "c", "a", "b", "c"]) await get(`/_next/static/chunks/${name}.js`);
  expect(asked()).toBe(4);
});
