import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Failure } from "#lib/failure.ts";
import { snapshotEntries } from "#lib/vfs/snapshot.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { clone, failedClone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import type { Fault } from "#test/servers/git-faults.ts";
import { commitFiles, createRepository, git } from "#test/servers/git-repository.ts";

let server: TestServer;
let host: string;
beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowAnySHA1InWant": "false" });
  host = new URL(server.git.url).host;
  createRepository(server.root, "acme/empty", {});
  createRepository(
    server.root,
    "acme/skills",
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}/SKILL.md`, `${i}`.repeat(2000)])),
    { branches: { develop: { a: "a" } }, tags: { "v1.0": "main", "v1.1": "main" } },
  );
});
afterAll(() => server.stop());

/** Clones `acme/skills` while `fault` is on; resolves to the failure. */
async function failWith(fault: Fault, environment?: Parameters<typeof failedClone>[1]): Promise<Failure> {
  server.faults.set("/acme/skills", fault);
  try {
    return await failedClone(server.source("acme/skills"), environment);
  } finally {
    server.faults.clear();
  }
}

describe("what is not there", () => {
  it.each([
    ["acme/nothing", {}, { code: "repository-missing", url: "URL/acme/nothing" }],
    ["acme/empty", {}, { code: "repository-empty", url: "URL/acme/empty" }],
    ["acme/empty", { ref: "main" }, { code: "repository-empty", url: "URL/acme/empty" }],
    ["acme/skills", { ref: "1.0" }, { code: "ref-missing", ref: "1.0", near: ["v1.0", "v1.1"] }],
    ["acme/skills", { ref: "devlop" }, { code: "ref-missing", ref: "devlop", near: ["develop"] }],
    ["acme/skills", { refPath: "mian/f1" }, { code: "ref-missing", ref: "mian", near: ["main"] }],
    ["acme/skills", { ref: "0".repeat(39) + 1 }, { code: "ref-missing", ref: "0".repeat(39) + 1, near: [] }],
    ["acme/skills", { path: "f1/none" }, { code: "path-missing", path: "f1/none" }],
    ["acme/skills", { path: "f1/SKILL.md/more" }, { code: "path-missing", path: "f1/SKILL.md/more" }],
  ] as [string, Partial<GitSource>, Failure][])("%s %j", async (name, rest, failure) => {
    const expected = JSON.parse(JSON.stringify(failure).replace("URL", server.git.url));
    expect(await failedClone(server.source(name, rest))).toEqual(expected);
  });

  it("is said of a commit that the server does not have", async () => {
    const repository = createRepository(server.root, "acme/hidden", { a: "a" });
    const commit = commitFiles(repository, "gone", { b: "b" });
    git(repository, ["update-ref", "-d", "refs/heads/gone"]);
    git(repository, ["prune", "--expire=now"]);
    expect(await failedClone(server.source("acme/hidden", { ref: commit }))).toEqual({
      code: "ref-missing",
      ref: commit,
      near: [],
    });
  });
});

describe("answers that are not git's", () => {
  it.each([401, 403, 404])("%i means private or missing", async (status) => {
    const url = `${server.git.url}/acme/skills`;
    expect(await failWith({ kind: "status", status })).toEqual({ code: "repository-missing", url });
  });

  it.each([429, 403])("%i with Retry-After means too often", async (status) => {
    const headers = { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" };
    const retryAt = "2026-10-21T07:28:00.000Z";
    expect(await failWith({ kind: "status", status, headers })).toEqual({ code: "rate-limited", host, retryAt });
  });

  it.each([500, 503, 302, 400])("%i is the server's trouble", async (status) => {
    expect(await failWith({ kind: "status", status })).toEqual({ code: "server-error", host, status });
  });

  it("a page is no repository", async () => {
    expect(await failWith({ kind: "html" })).toEqual({ code: "not-git", url: `${server.git.url}/acme/skills` });
  });

  it("the relay's own words are passed on", async () => {
    const failure: Failure = { code: "host-refused", host: "10.0.0.1", reason: "private" };
    const relay: typeof fetch = async () =>
      Response.json({ failure }, { status: 403, headers: { "x-skillground-failure": "1" } });
    expect(await failedClone(server.source("acme/skills"), { fetch: relay })).toEqual(failure);
  });
});

describe("connections that break", () => {
  it("before anything arrives", async () => {
    const gone: GitSource = { kind: "git", url: "http://127.0.0.1:1/acme/skills" };
    const refusing: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));
    expect(await failedClone(gone, { fetch: refusing })).toEqual({ code: "network-cut", host: "127.0.0.1:1" });
  });

  it("inside the pack", async () => {
    expect(await failWith({ kind: "cut", after: 700 })).toEqual({ code: "network-cut", host });
  });

  it("inside the pack once: it is asked for once more", async () => {
    server.faults.set("/acme/skills", { kind: "cut", after: 700 });
    let cuts = 0;
    const untilCut: typeof fetch = async (...asked) => {
      const response = await fetch(...asked);
      const noticed = new TransformStream<Uint8Array, Uint8Array>();
      response.body?.pipeTo(noticed.writable).catch(() => {
        cuts++;
        server.faults.clear();
      });
      return new Response(noticed.readable, response);
    };
    const { snapshot } = await clone(server.source("acme/skills"), { fetch: untilCut });
    expect([[...snapshotEntries(snapshot)].length, cuts]).toEqual([30, 1]);
  });

  it("by falling silent", async () => {
    expect(await failWith({ kind: "stall", after: 700 }, { idleMs: 300 })).toEqual({ code: "network-cut", host });
  });
});

describe("packs that arrive damaged", () => {
  const packSize = 1200;

  it.each([4, 12, 40, 300, 700, 1000])("cut cleanly after %i bytes", async (after) => {
    expect(await failWith({ kind: "cut-clean", after })).toMatchObject({ code: "pack-damaged" });
  });

  it.each(Array.from({ length: 24 }, (_, i) => Math.floor((i * packSize) / 24)))("with byte %i changed", async (at) => {
    expect(await failWith({ kind: "flip", at })).toMatchObject({ code: expect.stringMatching(/pack-damaged|too-/) });
  });

  it("are whole without a fault", async () => {
    expect(await clone(server.source("acme/skills"))).toMatchObject({ fileCount: 30 });
  });
});
