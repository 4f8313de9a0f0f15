import type { IncomingMessage, ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isAbortError } from "next/dist/server/pipe-readable.js";
import { Agent } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import type { Failure } from "#lib/failure.ts";
import { installMeters } from "#lib/server/meters.ts";
import { relayGit } from "./git-relay.ts";
import { guardedConnector } from "./guarded-connector.ts";
import {
  advertise,
  advertisement,
  advertisementHead,
  createRelayFixture,
  exchange,
  fetchOf,
  packAnswer,
  resultHead,
} from "./relay-fixture.ts";
import { createRelayLimiter, defaultLimits } from "./relay-limiter.ts";
import type { RelayBounds } from "./relay-upstream.ts";

const { upstream, deps, close } = createRelayFixture();
afterEach(close);

async function failureIn(response: Response) {
  expect(response.headers.get("x-skillground-failure")).toBe("1");
  expect(response.headers.has("www-authenticate")).toBe(false);
  return { status: response.status, ...((await response.json()) as object) };
}

/** A host that answers with these bytes instead of HTTP. */
async function rawUpstream(bytes: string): Promise<string> {
  return upstream((request) => void request.socket.end(bytes));
}

function answer(response: ServerResponse, text = advertisement, headers: Record<string, string> = {}): void {
  response.writeHead(200, { ...advertisementHead, ...headers }).end(text);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

describe("passes through", () => {
  test("the list of refs, and nothing of the reader's but the protocol version", async () => {
    let seen: IncomingMessage | undefined;
    const host = await upstream((request, response) => {
      seen = request;
      answer(response, advertisement, { "set-cookie": "a=b", "x-other": "1", "access-control-allow-origin": "*" });
    });
    const headers = {
      "git-protocol": "version=2",
      cookie: "session=secret",
      origin: "https://lab.example",
      referer: "https://lab.example/try",
    };
    const response = await relayGit(advertise(`${host}/acme/skills`, { headers }), deps([host]));
    expect(await response.text()).toBe(advertisement);
    expect(Object.fromEntries(response.headers)).toEqual({
      ...advertisementHead,
      "cache-control": "no-store, no-transform",
      "x-content-type-options": "nosniff",
    });
    expect(seen?.url).toBe("/acme/skills/info/refs?service=git-upload-pack");
    expect(seen?.headers).toEqual({
      host,
      connection: "keep-alive",
      accept: "application/x-git-upload-pack-advertisement",
      "user-agent": "git/skillground",
      "git-protocol": "version=2",
    });
  });

  const oldCommand = `003awant ${"a".repeat(40)} agent=x\n00000009done\n`;

  test("an exchange with its body", async () => {
    let body = "";
    const host = await upstream(async (request, response) => {
      body = await bodyOf(request);
      response.writeHead(200, resultHead).end("0008NAK\nPACK");
    });
    const response = await relayGit(exchange(`${host}/acme/skills`, oldCommand), deps([host]));
    expect([response.status, await response.text(), body]).toEqual([200, "0008NAK\nPACK", oldCommand]);
  });

  test("an empty answer to an exchange, which the client knows how to take", async () => {
    const host = await upstream((_, response) => void response.writeHead(200, resultHead).end());
    const response = await relayGit(exchange(`${host}/acme/skills`, fetchOf("a")), deps([host]));
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("a password, to the host it is for", async () => {
    let seen: string | undefined;
    const host = await upstream((request, response) => {
      seen = request.headers.authorization;
      answer(response);
    });
    await relayGit(advertise(`${host}/a/b`, { headers: { authorization: "Basic abc" } }), deps([host]));
    expect(seen).toBe("Basic abc");
  });
});

/** What is reported to the operator's metrics while `work` runs. */
async function countedDuring(work: () => Promise<unknown>) {
  const counted = { bytes: 0, refused: [] as string[] };
  installMeters({
    refused: (room, code) => counted.refused.push(`${room} ${code}`),
    upstreamBytes: (_, bytes) => {
      counted.bytes += bytes;
    },
    budgetUsed: () => undefined,
    report: () => undefined,
  });
  try {
    await work();
  } finally {
    installMeters(undefined);
  }
  return counted;
}

test("the operator's metrics count what came from hosts, and what was refused", async () => {
  const host = await upstream((_, response) => answer(response));
  const counted = await countedDuring(async () => {
    await (await relayGit(advertise(`${host}/acme/skills`), deps([host]))).text();
    await relayGit(advertise(`${host}/acme/skills`), deps([]));
  });
  expect(counted).toEqual({ bytes: advertisement.length, refused: ["relay host-refused"] });
});

describe("refuses", () => {
  const refused = { failure: { code: "host-refused" } };

  test.each([
    ["no fetch metadata", { "sec-fetch-site": "", "sec-fetch-dest": "" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another origin of the site", { "sec-fetch-site": "same-site" }],
    ["a typed address", { "sec-fetch-site": "none", "sec-fetch-dest": "document" }],
    ["a frame", { "sec-fetch-dest": "iframe" }],
    ["an image", { "sec-fetch-dest": "image" }],
    ["a navigation", { "sec-fetch-mode": "navigate" }],
    ["an origin that is not this site's", { origin: "https://other.example" }],
    ["a page that is not this site's", { referer: "https://other.example/" }],
  ])("%s", async (_, headers) => {
    let asked = 0;
    const host = await upstream((_request, response) => {
      asked += 1;
      answer(response);
    });
    const response = await relayGit(advertise(`${host}/a/b`, { headers }), deps([host]));
    expect(await failureIn(response)).toMatchObject({ status: 403, ...refused });
    expect(asked).toBe(0);
  });

  test.each([
    ["no origin", { origin: "" }],
    ["another origin", { origin: "https://other.example" }],
    ["another port", { origin: "https://lab.example:8443" }],
  ])("an exchange of %s", async (_, headers) => {
    const host = await upstream((_request, response) => void response.writeHead(200, resultHead).end("0000"));
    const response = await relayGit(exchange(`${host}/a/b`, fetchOf("a"), { headers }), deps([host]));
    expect(await failureIn(response)).toMatchObject({ status: 403, ...refused });
  });

  test("no exchange of its own page, by whatever name a proxy passes it on", async () => {
    const host = await upstream((_, response) => void response.writeHead(200, resultHead).end("0000"));
    const own = [
      { host: "lab.example", origin: "https://lab.example" },
      { host: "lab.example:443", origin: "https://lab.example" },
      { host: "127.0.0.1:3000", "x-forwarded-host": "lab.example", origin: "https://lab.example" },
      { host: "127.0.0.1:3000", "x-forwarded-host": "inner, lab.example:8443", origin: "https://lab.example:8443" },
      { host: "lab.example", origin: "null" },
    ];
    for (const headers of own)
      expect((await relayGit(exchange(`${host}/a/b`, fetchOf("a"), { headers }), deps([host]))).status).toBe(200);
  });

  test.each([
    ["junk", "x".repeat(900_000)],
    ["a flush alone", "0000"],
    ["a command of another kind", "0018command=object-info\n0000"],
  ])("an exchange of %s, with no connection made", async (_, body) => {
    let asked = 0;
    const host = await upstream((_request, response) => {
      asked += 1;
      response.writeHead(200, resultHead).end("0000");
    });
    const response = await relayGit(exchange(`${host}/a/b`, body), deps([host]));
    expect([await failureIn(response), asked]).toMatchObject([{ status: 403, ...refused }, 0]);
  });

  test("a body that does not come, which takes no place of a reader or at a host", async () => {
    const host = await upstream((_, response) => void response.writeHead(200, resultHead).end("0000"));
    const limits = { ...defaultLimits, readers: { all: 1, each: 1 }, open: { all: 1, each: 1 } };
    const relay = { ...deps([host], { bodyMs: 100 }), limiter: createRelayLimiter(limits) };
    const cancelled = Promise.withResolvers<void>();
    const trickle = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from("0")),
      cancel: () => cancelled.resolve(),
    });
    const trickled = relayGit(exchange(`${host}/a/b`, trickle), relay);
    expect((await relayGit(exchange(`${host}/a/b`, fetchOf("a")), relay)).status).toBe(200);
    expect(await failureIn(await trickled)).toMatchObject({ status: 504, failure: { code: "network-cut", host } });
    await cancelled.promise;
  });

  test.each(["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])("the method %s", async (method) => {
    expect((await relayGit(advertise("github.com/a/b", { method }), deps([]))).status).toBe(403);
  });

  test.each([
    { "content-type": "application/json" },
    { "content-type": "application/x-git-receive-pack-request" },
    { "content-type": "application/x-git-upload-pack-request; charset=utf-8" },
    { "content-encoding": "gzip" },
  ])("an exchange with %j", async (headers) => {
    const response = await relayGit(exchange("github.com/a/b", "0000", { headers }), deps([]));
    expect(await failureIn(response)).toMatchObject({ status: 403, ...refused });
  });

  test("loopback in every spelling, with no connection made", async () => {
    let asked = 0;
    const host = await upstream((_, response) => {
      asked += 1;
      answer(response);
    });
    const port = host.split(":")[1];
    const names = [
      "127.0.0.1",
      "127.1",
      "0x7f.1",
      "2130706433",
      "0177.0.0.1",
      "0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "localhost",
    ];
    const spellings = names.flatMap((name) => [name, `${name}:443`, `${name}:${port}`]);
    for (const spelling of [...spellings, "%5B::1%5D", "localhost.", "rebind.example"]) {
      const response = await relayGit(advertise(`${spelling}/a/b`), deps([]));
      expect([spelling, await failureIn(response)]).toMatchObject([spelling, { status: 403, ...refused }]);
    }
    expect(asked).toBe(0);
  });

  test("a body over the limit, announced or not", async () => {
    const tooLarge = { status: 413, failure: { code: "too-large", limit: 10 } };
    const announced = exchange("github.com/a/b", "01234567890", { headers: { "content-length": "11" } });
    expect(await failureIn(await relayGit(announced, deps([], { requestBytes: 10 })))).toEqual(tooLarge);
    const silent = exchange("github.com/a/b", "01234567890");
    expect(await failureIn(await relayGit(silent, deps([], { requestBytes: 10 })))).toEqual(tooLarge);
  });
});

describe("redirects", () => {
  test("are followed to a checked address, which the client is told", async () => {
    const host = await upstream((request, response) => {
      if (request.url?.startsWith("/old"))
        response.writeHead(301, { location: request.url.replace("old", "new") }).end();
      else answer(response);
    });
    const response = await relayGit(advertise(`${host}/old`), deps([host]));
    expect(await response.text()).toBe(advertisement);
    expect(response.headers.get("x-skillground-repository")).toBe(`http://${host}/new`);
  });

  test("lose the password when the origin changes", async () => {
    const seen: (string | undefined)[] = [];
    const second = await upstream((request, response) => {
      seen.push(request.headers.authorization);
      answer(response);
    });
    const first = await upstream((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `http://${second}${request.url}` }).end();
    });
    const request = advertise(`${first}/a/b`, { headers: { authorization: "Basic abc" } });
    expect((await relayGit(request, deps([first, second]))).status).toBe(200);
    expect(seen).toEqual(["Basic abc", undefined]);
  });

  test("to an address that is not allowed are refused, with no connection made", async () => {
    let asked = 0;
    const inner = await upstream((_, response) => {
      asked += 1;
      answer(response);
    });
    const outer = await upstream((request, response) => {
      response.writeHead(302, { location: `http://${inner}${request.url}` }).end();
    });
    const response = await relayGit(advertise(`${outer}/a/b`), deps([outer]));
    expect(await failureIn(response)).toMatchObject({ status: 403, failure: { code: "host-refused", host: inner } });
    expect(asked).toBe(0);
  });

  test("end after the third", async () => {
    let asked = 0;
    const host = await upstream((request, response) => {
      asked += 1;
      response.writeHead(302, { location: request.url ?? "" }).end();
    });
    const failed = await failureIn(await relayGit(advertise(`${host}/a/b`), deps([host])));
    expect(failed).toMatchObject({ failure: { code: "server-error", host, status: 302 } });
    expect(asked).toBe(4);
  });

  test("of an exchange are not followed", async () => {
    let asked = 0;
    const host = await upstream((_, response) => {
      asked += 1;
      response.writeHead(307, { location: "/b/git-upload-pack" }).end();
    });
    await relayGit(exchange(`${host}/a`, fetchOf("a")), deps([host]));
    expect(asked).toBe(1);
  });
});

describe("words what a host answers", () => {
  const url = (host: string) => `http://${host}/acme/skills`;
  test.each([401, 403, 404, 410])("%d as a repository that is missing or private", async (status) => {
    const host = await upstream((_, response) => {
      response.writeHead(status, { "www-authenticate": 'Basic realm="git"' }).end("no");
    });
    const failed = await failureIn(await relayGit(advertise(`${host}/acme/skills`), deps([host])));
    expect(failed).toEqual({ status: 404, failure: { code: "repository-missing", url: url(host) } });
  });

  test.each([
    [429, "120", "2026-03-01T12:02:00.000Z"],
    [403, "60", "2026-03-01T12:01:00.000Z"],
    [429, "Sun, 01 Mar 2026 13:00:00 GMT", "2026-03-01T13:00:00.000Z"],
  ])("%d with Retry-After %s as a limit until %s", async (status, header, retryAt) => {
    const host = await upstream((_, response) => void response.writeHead(status, { "retry-after": header }).end());
    const response = await relayGit(advertise(`${host}/acme/skills`), deps([host]));
    expect(response.headers.get("retry-after")).toBe(new Date(retryAt).toUTCString());
    expect(await failureIn(response)).toEqual({ status: 429, failure: { code: "rate-limited", host, retryAt } });
  });

  test("500 as its own trouble", async () => {
    const host = await upstream((_, response) => void response.writeHead(500).end());
    const failed = await failureIn(await relayGit(advertise(`${host}/acme/skills`), deps([host])));
    expect(failed).toEqual({ status: 502, failure: { code: "server-error", host, status: 500 } });
  });

  test.each([
    ["a web page", { "content-type": "text/html; charset=utf-8" }, "<!doctype html>"],
    ["a web page that calls itself git", advertisementHead, "<!doctype html><title>Sign in</title>"],
    ["another service", advertisementHead, "001f# service=git-receive-pack\n0000"],
    ["the dumb protocol", { "content-type": "text/plain" }, "abc\trefs/heads/main\n"],
    ["an empty advertisement", advertisementHead, ""],
    ["compressed bytes", { ...advertisementHead, "content-encoding": "gzip" }, advertisement],
  ])("%s as not git", async (_, headers, text) => {
    const host = await upstream((_request, response) => void response.writeHead(200, headers).end(text));
    const failed = await failureIn(await relayGit(advertise(`${host}/acme/skills`), deps([host])));
    expect(failed).toEqual({ status: 502, failure: { code: "not-git", url: url(host) } });
  });

  test("a sign-in page behind a redirect as a repository that is missing or private", async () => {
    const host = await upstream((_, response) => void response.writeHead(302, { location: "/users/sign_in" }).end());
    const failed = await failureIn(await relayGit(advertise(`${host}/acme/skills`), deps([host])));
    expect(failed).toMatchObject({ failure: { code: "repository-missing", url: url(host) } });
  });

  test("a connection that it had closed by then, by the answer to a further attempt", async () => {
    const answered = new WeakSet<object>();
    let asked = 0;
    const host = await upstream((request, response) => {
      asked++;
      request.resume();
      // As where a host closes a connection at the very moment at which it is used again.
      if (answered.has(request.socket)) return void request.socket.destroy();
      answered.add(request.socket);
      response.writeHead(200, request.method === "POST" ? resultHead : advertisementHead);
      response.end(request.method === "POST" ? packAnswer(100) : advertisement);
    });
    const relay = deps([host]);
    const statuses: number[] = [];
    for (const asking of [advertise(`${host}/a/b`), advertise(`${host}/a/c`), exchange(`${host}/a/b`, fetchOf("a"))]) {
      const response = await relayGit(asking, relay);
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses).toEqual([200, 200, 200]);
    expect(asked).toBeGreaterThan(3);
  });

  test("no connection as a cut network", async () => {
    const failed = await failureIn(await relayGit(advertise("127.0.0.1:1/a/b"), deps(["127.0.0.1:1"])));
    expect(failed).toEqual({ status: 504, failure: { code: "network-cut", host: "127.0.0.1:1" } });
  });

  test("an unknown name as such", async () => {
    const unknown = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    const guarded = new Agent({ connect: guardedConnector(unknown) });
    const base = deps([]);
    const response = await relayGit(advertise("nowhere.example/a/b"), {
      ...base,
      dispatchers: { ...base.dispatchers, guarded },
    });
    expect(await failureIn(response)).toEqual({
      status: 404,
      failure: { code: "host-unknown", host: "nowhere.example" },
    });
  });

  test.each([
    ["HTTP/0.9", "001e# service=git-upload-pack\n0000"],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["a status that is none", "HTTP/1.1 abc OK\r\n\r\n"],
    ["headers without an end", `HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}`],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello"],
    ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["nothing at all", ""],
  ])("%s as trouble with the host", async (_, bytes) => {
    const host = await rawUpstream(bytes);
    const failed = await failureIn(await relayGit(advertise(`${host}/acme/skills`), deps([host])));
    expect(["not-git", "network-cut"]).toContain((failed as unknown as { failure: Failure }).failure.code);
  });

  test("silence as a cut network", async () => {
    const host = await upstream(() => {});
    const failed = await failureIn(await relayGit(advertise(`${host}/a/b`), deps([host], { idleMs: 100 })));
    expect(failed).toMatchObject({ failure: { code: "network-cut", host } });
  });
});

describe("after the answer has begun", () => {
  /** An exchange whose upstream sends `head` at once and continues with `then`. */
  async function begun(head: string, then: (response: ServerResponse) => void, bounds: Partial<RelayBounds> = {}) {
    const host = await upstream((request, response) => {
      request.resume();
      response.writeHead(200, resultHead).write(head);
      then(response);
    });
    return relayGit(exchange(`${host}/a/b`, fetchOf("a")), deps([host], bounds));
  }

  const filler = "0008NAK\n".repeat(8);

  test("an upstream that breaks errors the body", async () => {
    const response = await begun(filler, (upstreamResponse) => setTimeout(() => upstreamResponse.destroy(), 50));
    await expect(response.text()).rejects.toMatchObject({ failure: { code: "network-cut" } });
  });

  test("an upstream that falls silent errors the body", async () => {
    const response = await begun(filler, () => {}, { idleMs: 100 });
    await expect(response.text()).rejects.toMatchObject({ failure: { code: "network-cut" } });
  });

  test("bytes that are not git's error the body", async () => {
    const response = await begun(filler, (upstreamResponse) => upstreamResponse.end("HTTP/1.1 200 OK"));
    await expect(response.text()).rejects.toMatchObject({ failure: { code: "not-git" } });
  });

  test("an upstream that drips errors the body", async () => {
    const pace = { graceMs: 200, bytesPerSecond: 1000 };
    const drip = (upstreamResponse: ServerResponse) => {
      const timer = setInterval(() => upstreamResponse.write("0"), 20);
      upstreamResponse.on("close", () => clearInterval(timer));
      upstreamResponse.write("ffff\u0002");
    };
    const response = await begun(filler, drip, { pace });
    await expect(response.text()).rejects.toMatchObject({ failure: { code: "network-cut" } });
  });

  test("a reader who takes nothing is cut off, and its place and its upstream's are free", async () => {
    const closed = Promise.withResolvers<void>();
    const readerPace = { graceMs: 100, bytesPerSecond: 1_000_000_000 };
    const more = (upstreamResponse: ServerResponse) => {
      upstreamResponse.on("close", closed.resolve).write(filler.repeat(10));
    };
    const response = await begun(filler, more, { readerPace, idleMs: 300_000 });
    const reader = response.body?.getReader();
    await reader?.read();
    await closed.promise;
    await expect(reader?.read()).rejects.toMatchObject({ failure: { code: "network-cut" } });
  });

  test("what is broken off is counted, and to Next no error that it prints", async () => {
    const counted = await countedDuring(async () => {
      const response = await begun(filler, () => {}, { totalMs: 200 });
      const broken = await response.text().catch((error: unknown) => error);
      expect(isAbortError(broken)).toBe(true);
    });
    expect(counted.refused).toEqual(["relay network-cut"]);
  });

  test("too many bytes error the body", async () => {
    const response = await begun(filler, (upstreamResponse) => upstreamResponse.end(filler), { responseBytes: 100 });
    await expect(response.text()).rejects.toMatchObject({ failure: { code: "too-large", limit: 100 } });
  });

  test("too long a life errors the body", async () => {
    const response = await begun(filler, () => {}, { totalMs: 200 });
    await expect(response.text()).rejects.toMatchObject({ failure: { code: "network-cut" } });
  });

  test("a size announced over the limit is refused before it begins", async () => {
    const host = await upstream((request, response) => {
      request.resume();
      response.writeHead(200, { ...resultHead, "content-length": "101" }).end("0".repeat(101));
    });
    const response = await relayGit(exchange(`${host}/a/b`, fetchOf("a")), deps([host], { responseBytes: 100 }));
    expect(await failureIn(response)).toMatchObject({ failure: { code: "too-large", limit: 100 } });
  });

  test("a reader who leaves ends the upstream", async () => {
    const closed = Promise.withResolvers<void>();
    const response = await begun(filler, (upstreamResponse) => upstreamResponse.on("close", closed.resolve));
    await response.body?.cancel();
    await closed.promise;
  });

  test("a reader whose connection breaks ends the upstream, read or not", async () => {
    const closed = Promise.withResolvers<void>();
    const host = await upstream((_, response) => {
      response.on("close", closed.resolve);
      response.writeHead(200, advertisementHead).write(advertisement);
    });
    const leaving = new AbortController();
    await relayGit(advertise(`${host}/a/b`, { signal: leaving.signal }), deps([host]));
    leaving.abort();
    await closed.promise;
  });

  test("a reader who leaves before the answer ends the upstream", async () => {
    const closed = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const host = await upstream((_, response) => {
      response.on("close", closed.resolve);
      leaving.abort();
    });
    const response = await relayGit(advertise(`${host}/a/b`, { signal: leaving.signal }), deps([host]));
    expect(await failureIn(response)).toEqual({ status: 499, failure: { code: "cancelled" } });
    await closed.promise;
  });
});

describe("limits", () => {
  test("places come back however a request ends", async () => {
    const host = await upstream((request, response) => {
      if (request.url?.startsWith("/missing")) response.writeHead(404).end();
      else answer(response);
    });
    const one = { ...deps([host]), limiter: createRelayLimiter({ ...defaultLimits, open: { all: 1, each: 1 } }) };
    expect((await relayGit(advertise(`${host}/missing/b`), one)).status).toBe(404);
    const kept = await relayGit(advertise(`${host}/a/b`), one);
    expect((await relayGit(advertise(`${host}/a/c`), one)).status).toBe(429);
    await kept.text();
    const cancelled = await relayGit(advertise(`${host}/a/d`), one);
    await cancelled.body?.cancel();
    await expect.poll(async () => (await relayGit(advertise(`${host}/a/e`), one)).status).toBe(200);
  });

  test("a reader's place comes back however the reading ends", async () => {
    const host = await upstream((_, response) => answer(response));
    const one = { ...deps([host]), limiter: createRelayLimiter({ ...defaultLimits, readers: { all: 1, each: 1 } }) };
    const reading = await relayGit(advertise(`${host}/a/b`), one);
    expect((await relayGit(advertise(`${host}/a/b`), one)).status).toBe(429);
    await reading.text();
    expect(
      (await relayGit(exchange(`${host}/a/b`, "0000", { headers: { "content-encoding": "gzip" } }), one)).status,
    ).toBe(403);
    const cancelled = await relayGit(advertise(`${host}/a/b`), one);
    await cancelled.body?.cancel();
    const leaving = new AbortController();
    await relayGit(advertise(`${host}/a/b`, { signal: leaving.signal }), one);
    leaving.abort();
    expect((await relayGit(advertise(`${host}/a/b`), one)).status).toBe(200);
  });

  test("nothing of a request is kept when it has ended, however it did", async () => {
    const host = await upstream((request, response) => {
      if (request.url?.startsWith("/missing")) response.writeHead(404).end();
      else answer(response);
    });
    const relay = deps([host]);
    // Like a server's own signal, it outlives all requests.
    const { signal } = new AbortController();
    const left: WeakRef<object>[] = [];
    const ask = async (path: string, end: (response: Response) => unknown) => {
      const response = await relayGit(advertise(`${host}/${path}`, { signal }), relay);
      if (response.body) left.push(new WeakRef(response.body));
      await end(response);
    };
    const read = (response: Response) => response.text();
    for (let time = 0; time < 10; time++) {
      await ask("a/kept", read);
      await ask(`a/${time}`, read);
      await ask("missing/b", read);
      await ask(`a/left-${time}`, (response) => response.body?.cancel());
    }
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const remaining = () => {
      collect();
      return left.filter((body) => body.deref()).length;
    };
    // The last object of each kind may still be referenced from a register.
    await expect.poll(remaining).toBeLessThanOrEqual(4);
  });

  test("answers given again count for the session, not for the host", async () => {
    const host = await upstream((_, response) => answer(response));
    const limits = { ...defaultLimits, host: { points: 1, duration: 60 }, session: { points: 3, duration: 60 } };
    const narrow = { ...deps([host]), limiter: createRelayLimiter(limits) };
    const ask = async (path: string, session: string) => {
      const response = await relayGit(advertise(path, { headers: { "x-skillground-session": session } }), narrow);
      await response.text();
      return response.status;
    };
    expect(await ask(`${host}/a/b`, "session-1")).toBe(200);
    expect(await ask(`${host}/a/b`, "session-1")).toBe(200);
    expect(await ask(`${host}/a/c`, "session-1")).toBe(429);
    expect(await ask(`${host}/a/b`, "session-1")).toBe(429);
    expect(await ask(`${host}/a/b`, "session-2")).toBe(200);
  });
});
