import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { clone, failedClone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository, git } from "#test/servers/git-repository.ts";
import {
  authorizationHeader,
  createGitHttp,
  failureOfResponse,
  type GitHttpAnswer,
  hostAuthorization,
} from "./git-http.ts";

const idleMs = 40;

/** The answer of a host that sends these pieces, each after so many milliseconds. */
function answerOf(pieces: readonly (readonly [text: string, afterMs: number])[]): Promise<GitHttpAnswer> {
  const left = pieces.values();
  const body = (signal: AbortSignal): UnderlyingDefaultSource<Uint8Array> => ({
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
    async pull(controller) {
      const [text, afterMs] = left.next().value ?? [];
      await wait(afterMs);
      if (signal.aborted) return;
      if (text === undefined) controller.close();
      else controller.enqueue(Buffer.from(text));
    },
  });
  const http = createGitHttp({
    fetch: async (_, init) => {
      const stream = new ReadableStream(body(init?.signal as AbortSignal), { highWaterMark: 0 });
      return new Response(stream, { headers: { "content-type": "application/x-git-upload-pack-result" } });
    },
    toAddress: (url) => url,
    signal: new AbortController().signal,
    idleMs,
    onBytes: () => undefined,
  });
  return http({ url: "https://git.example/acme/skills.git/git-upload-pack", method: "POST", headers: {} });
}

it("takes a host's silence for a cut", async () => {
  const { body } = await answerOf([
    ["a", 0],
    ["b", 10 * idleMs],
  ]);
  await body.next();
  await expect(body.next()).rejects.toMatchObject({ failure: { code: "network-cut", host: "git.example" } });
});

it("waits as long as its own reader takes with a piece", async () => {
  const { body } = await answerOf([
    ["a", 0],
    ["b", 0],
  ]);
  await body.next();
  await wait(3 * idleMs);
  expect((await body.next()).value).toEqual(Buffer.from("b"));
  expect((await body.next()).done).toBe(true);
});

const url = "https://git.example.org:8443/acme/skills.git/info/refs?service=git-upload-pack";
const type = "application/x-git-upload-pack-advertisement";

it("finds nothing wrong with git's own answers", async () => {
  const response = new Response("", { headers: { "content-type": `${type}; charset=utf-8` } });
  expect(await failureOfResponse(response, url)).toBeUndefined();
});

it("names the repository as a person would", async () => {
  const missing = { code: "repository-missing", url: "https://git.example.org:8443/acme/skills" };
  expect(await failureOfResponse(new Response("", { status: 404 }), url)).toEqual(missing);
});

it("turns seconds of waiting into a time", async () => {
  const before = Date.now();
  const response = new Response("", { status: 429, headers: { "retry-after": "90" } });
  const failure = await failureOfResponse(response, url);
  const retryAt = failure?.code === "rate-limited" ? Date.parse(failure.retryAt ?? "") : Number.NaN;
  expect(retryAt).toBeGreaterThanOrEqual(before + 90_000);
});

it.each(["soon", "9".repeat(20)])("says no time when the host says none it can read: %s", async (after) => {
  const response = new Response("", { status: 429, headers: { "retry-after": after } });
  expect(await failureOfResponse(response, url)).toEqual({ code: "rate-limited", host: "git.example.org:8443" });
});

it("takes a spent allowance for a rate limit", async () => {
  const response = new Response("", { status: 403, headers: { "x-ratelimit-remaining": "0" } });
  expect(await failureOfResponse(response, url)).toMatchObject({ code: "rate-limited" });
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("the name beside a token", () => {
  test.each([
    ["github.com", "ghp_1", "x-access-token:ghp_1"],
    ["gitlab.com", "glpat-1", "oauth2:glpat-1"],
    ["bitbucket.org", "ATCTT1", "x-token-auth:ATCTT1"],
    ["bitbucket.org", "ATATT1", "x-bitbucket-api-token-auth:ATATT1"],
    ["git.example.org:8443", "1", "git:1"],
    ["constructor", "1", "git:1"],
  ])("of %s (%s)", (host, token, expected) => {
    expect(hostAuthorization(host, token)).toEqual({ host, header: `Basic ${btoa(expected)}` });
  });
});

describe("a token", () => {
  test.each([
    ["https://github.com/acme/skills.git/info/refs", true],
    ["https://www.github.com/acme/skills", false],
    ["https://github.com:8443/acme/skills", false],
    ["https://github.com.evil.example/acme/skills", false],
    ["https://evil.example/github.com/acme/skills", false],
  ])("for github.com goes to %s: %s", (url, goes) => {
    const authorization = hostAuthorization("github.com", "secret");
    expect(authorizationHeader(authorization, url)).toEqual(goes ? { authorization: authorization.header } : {});
  });

  it("opens a repository to those who have it, and to nobody else", async () => {
    const repository = createRepository(server.root, "acme/private", { "SKILL.md": "secret" });
    server.faults.set("/acme/private", { kind: "private", token: "right" });
    const source = server.source("acme/private");
    const { host } = new URL(source.url);
    const missing = { code: "repository-missing", url: source.url };
    expect(await failedClone(source)).toEqual(missing);
    expect(await failedClone(source, { authorization: hostAuthorization(host, "wrong") })).toEqual(missing);
    expect(await failedClone(source, { authorization: hostAuthorization("other.example", "right") })).toEqual(missing);
    const { commit } = await clone(source, { authorization: hostAuthorization(host, "right") });
    expect(commit).toBe(git(repository, ["rev-parse", "main"]));
  });

  it("does not follow a repository to another host", async () => {
    const other = await startTestServer();
    createRepository(other.root, "acme/moved", { "SKILL.md": "here" });
    const source = server.source("acme/moved");
    const asked: [string, string | null][] = [];
    // The relay says where a repository has moved, and the client then asks there.
    const relay: typeof fetch = async (address, init) => {
      const url = String(address).replace(server.git.url, other.git.url);
      asked.push([new URL(String(address)).host, new Headers(init?.headers).get("authorization")]);
      const response = await fetch(url, init);
      const headers = new Headers(response.headers);
      headers.set("x-skillground-repository", `${other.git.url}/acme/moved`);
      return new Response(response.body, { status: response.status, headers });
    };
    const [from, to] = [new URL(server.git.url).host, new URL(other.git.url).host];
    await clone(source, { fetch: relay, authorization: hostAuthorization(from, "secret") });
    expect(new Set(asked.map(([host]) => host))).toEqual(new Set([from, to]));
    for (const [host, header] of asked) expect(header !== null, host).toBe(host === from);
    await other.stop();
  });
});
