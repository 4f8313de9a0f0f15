import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { addressHeader } from "#lib/server/visitor.ts";
import { createFrontServer, defaultLimits, type FrontOptions, type FrontServer } from "./front-server.ts";
import type { Visit } from "./visits.ts";

const running: FrontServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((front) => front.close(0))));

type Application = (request: IncomingMessage, response: ServerResponse) => unknown;

const ok: Application = (_, response) => response.end("ok");

/** A front server on a free port, before the test's own application. */
async function open(application: Application = ok, options: Partial<FrontOptions> = {}) {
  const visits: Visit[] = [];
  const errors: unknown[] = [];
  const reached: string[] = [];
  const front = createFrontServer({
    version: "1.2.3",
    securityContacts: [],
    trustedProxies: 0,
    async handle(request, response) {
      reached.push(`${request.method} ${request.url}`);
      await application(request, response);
    },
    onVisit: (visit) => visits.push(visit),
    onError: (error) => errors.push(error),
    ...options,
  });
  running.push(front);
  front.server.listen(0, "127.0.0.1");
  await once(front.server, "listening");
  const { port } = front.server.address() as AddressInfo;
  return { front, port, url: `http://127.0.0.1:${port}`, visits, errors, reached };
}

/** Everything that comes back on a connection until it ends, after `sent` was sent unchanged. */
async function exchange(port: number, sent: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  socket.write(sent);
  return text(socket);
}

function request(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, "Host: lab.example", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
}

describe("what is no request for the application is answered in a sentence", () => {
  test.each([
    ["a stray percent sign", request("GET /gh/a%"), 400, "encoded"],
    ["bytes that are no UTF-8", request("GET /gh/%ff/x"), 400, "encoded"],
    ["a control character", request("GET /gh/a%00b"), 400, "encoded"],
    ["TRACE", request("TRACE /"), 405, "GET, HEAD only"],
    ["CONNECT", request("CONNECT git.example:443"), 405, "no proxy"],
    ["OPTIONS *", request("OPTIONS *"), 405, "GET, HEAD only"],
    ["a page that is posted to", request("POST /gh/a/b", "Content-Length: 0"), 405, "GET, HEAD only"],
    ["a method the relay does not have", request("PUT /api/git/x", "Content-Length: 0"), 405, "GET, HEAD, POST only"],
    ["another scheme", request("GET ftp://127.0.0.1/x"), 400, "slash"],
    ["headers without end", request("GET /", `A: ${"b".repeat(20_000)}`), 431, "larger"],
    ["no HTTP at all", "\x16\x03\x01 hello\r\n\r\n", 400, "not a request"],
    ["a body that is too large", request("POST /api/chat", "Content-Length: 99999999"), 413, "at most"],
  ])("%s", async (_, sent, status, sentence) => {
    const { port, reached, visits } = await open();
    const answer = await exchange(port, sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(sentence);
    expect(answer).toContain("nosniff");
    expect(answer).toMatch(/x-request-id: [\da-f-]{36}/i);
    expect(reached).toEqual([]);
    expect(visits.map((visit) => visit.status)).toEqual([status]);
  });

  test("headers that come too slowly", async () => {
    const limits = { ...defaultLimits, headersMs: 100, requestMs: 200, checkMs: 50 };
    const { port, reached } = await open(ok, { limits });
    expect(await exchange(port, "GET / HTTP/1.1\r\nHost: lab.example\r\nA: b")).toMatch(/^HTTP\/1.1 408 .*time this/s);
    expect(reached).toEqual([]);
  });
});

describe("the application gets", () => {
  test.each([
    ["a query it may read as it likes", "GET /?skill=%", "GET /?skill=%"],
    ["the path of an address in full", "GET http://other.example/gh/a?b", "GET /gh/a?b"],
    ["a web socket's request as any other", "GET /", "GET /", "Upgrade: websocket"],
    ["what is posted to its API", "POST /api/chat", "POST /api/chat", "Content-Length: 0"],
  ])("%s", async (_, line, expected, ...headers) => {
    const { port, reached } = await open();
    expect(await exchange(port, request(line, ...headers))).toMatch(/^HTTP\/1.1 200 /);
    expect(reached).toEqual([expected]);
  });

  test("a visitor's address from nobody but the front door", async () => {
    const echo: Application = ({ headers }, response) => response.end(JSON.stringify(headers));
    const { url } = await open(echo);
    const claims = { [addressHeader]: "1.2.3.4", "x-forwarded-for": "1.2.3.4", "x-forwarded-proto": "https" };
    const response = await fetch(url, { headers: { ...claims, "x-forwarded-host": "evil.example" } });
    const seen = await response.json();
    expect(seen).toMatchObject({ [addressHeader]: "127.0.0.1", "x-forwarded-for": "127.0.0.1" });
    expect(seen).not.toHaveProperty("x-forwarded-host");
    expect(response.headers.has("strict-transport-security")).toBe(false);
  });

  test("the address and the https of a trusted proxy, and then says so to the browser", async () => {
    const echo: Application = ({ headers }, response) => response.end(JSON.stringify(headers));
    const { url } = await open(echo, { trustedProxies: 1 });
    const claims = { "x-forwarded-for": "1.2.3.4, 203.0.113.7", "x-forwarded-proto": "https" };
    const response = await fetch(url, { headers: { ...claims, "x-forwarded-host": "lab.example" } });
    expect(await response.json()).toMatchObject({
      [addressHeader]: "203.0.113.7",
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-host": "lab.example",
    });
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });
});

describe("an answer of the application", () => {
  test("arrives piece by piece, and breaks where it breaks", async () => {
    const more = Promise.withResolvers<void>();
    const { url, visits } = await open(async (_, response) => {
      response.write("first");
      await more.promise;
      response.destroy();
    });
    const reader = (await fetch(url)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
    more.resolve();
    await expect(reader?.read()).rejects.toThrow();
    await expect.poll(() => visits).toMatchObject([{ status: 200, isCut: true }]);
  });

  test("is no longer asked for when the visitor has left", async () => {
    const left = Promise.withResolvers<void>();
    const { url } = await open((_, response) => {
      response.once("close", left.resolve).write("first");
    });
    const leaving = new AbortController();
    await fetch(url, { signal: leaving.signal });
    leaving.abort();
    await left.promise;
  });

  test("is a sentence and 500 where it throws, and the log gets the error", async () => {
    const { url, errors } = await open(() => {
      throw new Error("a bug");
    });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("mistake")]);
    expect(errors).toEqual([new Error("a bug")]);
  });

  test("is counted with what was sent of it, and never with the query", async () => {
    const { url, visits } = await open((_, response) => response.end("x".repeat(1000)));
    const response = await fetch(`${url}/gh/a/b?token=secret`);
    await response.text();
    await expect.poll(() => visits).toMatchObject([{ method: "GET", path: "/gh/a/b", status: 200, isCut: false }]);
    expect(visits[0]?.bytes).toBeGreaterThan(1000);
    expect(visits[0]?.id).toBe(response.headers.get("x-request-id"));
  });
});

describe("without the application are answered", () => {
  test("the server's health", async () => {
    const { url, reached } = await open();
    const answer = await fetch(`${url}/api/health?again`);
    expect(await answer.json()).toEqual({ status: "ok", version: "1.2.3", uptime: expect.any(Number) });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "content-length": expect.stringMatching(/^\d+$/),
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(reached).toEqual([]);
    await fetch(`${url}/api/health`, { method: "POST" });
    expect(reached).toEqual(["POST /api/health"]);
  });

  test("whom to tell of a security problem, where the operator said whom", async () => {
    const { url } = await open(ok, { securityContacts: ["mailto:security@school.example"] });
    const text = await (await fetch(`${url}/.well-known/security.txt`)).text();
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    expect(text).toMatch(/^Contact: mailto:security@school.example\n/);
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000);
    const silent = await open();
    await fetch(`${silent.url}/.well-known/security.txt`);
    expect(silent.reached).toEqual(["GET /.well-known/security.txt"]);
  });
});

describe("connections", () => {
  test("of one network are bounded", async () => {
    const { port, url } = await open(ok, { limits: { ...defaultLimits, connectionsPerNetwork: 2 } });
    const held = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    await Promise.all(held.map((socket) => once(socket, "connect")));
    await expect(fetch(url)).rejects.toThrow();
    for (const socket of held) socket.destroy();
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  test("that wait for events, which have no end, end with the server at once", async () => {
    const { front, url } = await open((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    });
    running.length = 0;
    const events = await fetch(url);
    await front.close(600_000);
    await expect(events.text()).rejects.toThrow();
  });

  test("finish what is under way when the server ends, and not what takes too long", async () => {
    const more = Promise.withResolvers<void>();
    const application: Application = async ({ url }, response) => {
      response.write("first");
      if (url !== "/soon") return;
      await more.promise;
      response.end(" last");
    };
    const { front, url, visits } = await open(application);
    running.length = 0;
    const [soon, never] = await Promise.all([fetch(`${url}/soon`), fetch(`${url}/never`)]);
    const broken = expect(never.text()).rejects.toThrow();
    const ended = front.close(500);
    await expect(fetch(url)).rejects.toThrow();
    await wait(10);
    more.resolve();
    expect(await soon.text()).toBe("first last");
    await ended;
    expect(visits).toMatchObject([
      { path: "/soon", isCut: false },
      { path: "/never", isCut: true },
    ]);
    await broken;
  });
});
