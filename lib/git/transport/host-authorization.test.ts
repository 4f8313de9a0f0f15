import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { clone, failedClone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository, git } from "#test/servers/git-repository.ts";
import { authorizationHeader, hostAuthorization } from "./host-authorization.ts";

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
    // The relay says where a repository has moved, and the client goes there itself.
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
