import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { cancelledClone, clone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { gitListing, snapshotListing } from "#test/servers/git-listing.ts";
import { commitFiles, createRepository, git } from "#test/servers/git-repository.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const text = (lines: number, seed: string) => Array.from({ length: lines }, (_, i) => `${seed} line ${i}\n`).join("");

describe("what arrives", () => {
  it("is byte for byte what git shows", async () => {
    const repository = createRepository(server.root, "acme/mixed", {
      "README.md": "# Mixed\n",
      "empty.txt": "",
      "skills/pdf/SKILL.md": "---\nname: pdf\n---\n",
      "skills/pdf/scripts/run.sh": { executable: "#!/bin/sh\n" },
      "skills/pdf/latest": { link: "../../../README.md" },
      "assets/bytes.bin": Uint8Array.from({ length: 70_000 }, (_, i) => (i * i) % 251),
      "ünïcode/日本語/🎉.md": "party\n",
      "a-b": "1",
      "a/b": "2",
      "a.b": "3",
    });
    const result = await clone(server.source("acme/mixed"));
    expect(snapshotListing(result.snapshot)).toEqual(gitListing(repository, "main"));
    expect(result).toMatchObject({
      commit: git(repository, ["rev-parse", "main"]),
      ref: "main",
      path: "",
      fileCount: 10,
      warnings: [],
    });
  });

  it("holds objects that came as deltas, and nothing of the history", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`skills/s${i}/SKILL.md`, text(400, "same") + text(i, "own")]),
    );
    const repository = createRepository(server.root, "acme/deltas", files);
    commitFiles(repository, "main", { ...files, "skills/s0/SKILL.md": "changed\n" });
    git(repository, ["repack", "-adfq", "--depth=50"]);
    const result = await clone(server.source("acme/deltas"));
    expect(snapshotListing(result.snapshot)).toEqual(gitListing(repository, "main"));
  });

  it("is one file where the repository has one", async () => {
    createRepository(server.root, "acme/one", { "SKILL.md": "x" });
    expect(snapshotPaths((await clone(server.source("acme/one"))).snapshot)).toEqual(["SKILL.md"]);
  });

  it("leaves out submodules and keeps large-file pointers, and says both", async () => {
    createRepository(server.root, "acme/warned", {
      "SKILL.md": "x",
      "vendor/lib": { commit: "1".repeat(40) },
      "model.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n",
      "readme.md": "a",
      "README.md": "b",
    });
    const { snapshot, warnings } = await clone(server.source("acme/warned"));
    expect(snapshotPaths(snapshot)).toEqual(["README.md", "SKILL.md", "model.bin", "readme.md"]);
    expect(warnings).toEqual([
      { kind: "large-file-pointer", path: "model.bin" },
      { kind: "submodule", path: "vendor/lib" },
      { kind: "twins", paths: ["README.md", "readme.md"] },
    ]);
  });

  it("takes the modes of old commits for what git takes them for", async () => {
    const repository = createRepository(server.root, "acme/modes", { a: "x" });
    const blob = git(repository, ["rev-parse", "main:a"]);
    const entries = ["100600 b", "100664 c", "100775 d"].map((head) =>
      Buffer.concat([Buffer.from(`${head}\0`), Buffer.from(blob, "hex")]),
    );
    const tree = git(repository, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], Buffer.concat(entries));
    git(repository, ["update-ref", "refs/heads/main", git(repository, ["commit-tree", tree, "-m", "m"])]);
    const { snapshot } = await clone(server.source("acme/modes"));
    expect([...snapshot.modes]).toEqual([snapshotMode.file, snapshotMode.file, snapshotMode.executable]);
  });
});

describe("what is asked for", () => {
  let repository: string;
  beforeAll(() => {
    repository = createRepository(
      server.root,
      "acme/refs",
      { "SKILL.md": "main", "skills/pdf/SKILL.md": "pdf", "skills/pdf/a.txt": "a", "skills/run.sh": "r" },
      {
        branches: {
          "feature/x": { "x/SKILL.md": "x", "y/SKILL.md": "y" },
          feature2: { "z.md": "z" },
          both: { b: "branch" },
        },
        tags: { "v1.0": "feature2", "main/deep": "feature/x", annotated: { annotated: "feature/x" }, both: "main" },
      },
    );
  });

  it.each([
    [{ ref: "feature2" }, "feature2", "", ["z.md"]],
    [{ ref: "feature/x" }, "feature/x", "", ["x/SKILL.md", "y/SKILL.md"]],
    [{ ref: "v1.0" }, "v1.0", "", ["z.md"]],
    [{ ref: "refs/tags/v1.0" }, "v1.0", "", ["z.md"]],
    [{ ref: "annotated" }, "annotated", "", ["x/SKILL.md", "y/SKILL.md"]],
    // A branch takes precedence over a tag, as with `git clone --branch`.
    [{ ref: "both" }, "both", "", ["b"]],
    [{ path: "skills/pdf" }, "main", "skills/pdf", ["SKILL.md", "a.txt"]],
    [{ path: "skills/pdf/SKILL.md" }, "main", "skills/pdf", ["SKILL.md", "a.txt"]],
    [{ ref: "feature/x", path: "x" }, "feature/x", "x", ["SKILL.md"]],
    [{ refPath: "main" }, "main", "", undefined],
    [{ refPath: "HEAD/skills/pdf" }, "main", "skills/pdf", ["SKILL.md", "a.txt"]],
    [{ refPath: "feature/x/y/SKILL.md" }, "feature/x", "y", ["SKILL.md"]],
    // The longest ref wins: `main` is a branch too.
    [{ refPath: "main/deep/y" }, "main/deep", "y", ["SKILL.md"]],
    [{ refPath: "v1.0" }, "v1.0", "", ["z.md"]],
    [{ refPath: "main/skills/run.sh" }, "main", "skills", undefined],
  ] as const)("%j is %s of %j", async (rest, ref, path, paths) => {
    const result = await clone(server.source("acme/refs", rest));
    expect(result).toMatchObject({ ref, path });
    expect(result.commit).toBe(git(repository, ["rev-parse", `${ref === "both" ? "heads/both" : ref}^{commit}`]));
    if (paths) expect(snapshotPaths(result.snapshot)).toEqual(paths);
  });

  it("may be a commit, by its whole id or a tip's shortened one", async () => {
    const old = git(repository, ["rev-parse", "main"]);
    commitFiles(repository, "main", { "new.md": "n" });
    const result = await clone(server.source("acme/refs", { ref: old, path: "skills/pdf" }));
    expect(result).toMatchObject({ commit: old, ref: old, path: "skills/pdf", fileCount: 2 });
    expect(await clone(server.source("acme/refs", { refPath: `${old}/skills/pdf` }))).toMatchObject({ commit: old });
    const tip = git(repository, ["rev-parse", "feature2"]);
    expect(await clone(server.source("acme/refs", { ref: tip.slice(0, 9) }))).toMatchObject({ commit: tip });
  });

  it("is the likeliest branch when HEAD names one that does not exist", async () => {
    const headless = createRepository(
      server.root,
      "acme/headless",
      {},
      { branches: { dev: { d: "d" }, master: { m: "m" } } },
    );
    git(headless, ["symbolic-ref", "HEAD", "refs/heads/gone"]);
    expect(await clone(server.source("acme/headless"))).toMatchObject({ ref: "master" });
  });
});

describe("servers", () => {
  it("may speak only the old protocol", async () => {
    createRepository(server.root, "acme/old", { a: "a" }, { tags: { t: "main" } });
    server.faults.set("/acme/old", { kind: "drop-git-protocol" });
    expect(await clone(server.source("acme/old"))).toMatchObject({ ref: "main", fileCount: 1 });
    expect(await clone(server.source("acme/old", { ref: "t" }))).toMatchObject({ ref: "t", fileCount: 1 });
  });

  it("may lose the protocol's version on the way to the second request only", async () => {
    createRepository(server.root, "acme/lost", { a: "a" });
    const losing: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      if (init?.method === "POST") headers.delete("git-protocol");
      return fetch(input, { ...init, headers });
    };
    expect(await clone(server.source("acme/lost"), { fetch: losing })).toMatchObject({ ref: "main", fileCount: 1 });
  });

  it("may serve a repository without the suffix .git", async () => {
    const repository = createRepository(server.root, "bare", { a: "a" });
    renameSync(repository, join(server.root, "bare"));
    expect(await clone(server.source("bare"))).toMatchObject({ fileCount: 1 });
  });

  it("may have moved it, as the relay then tells", async () => {
    createRepository(server.root, "acme/new-name", { a: "a" });
    const moved: typeof fetch = async (input, init) => {
      const url = String(input).replace("/info/refs", "-is-here/info/refs");
      const response = await fetch(url.replace("/acme/old-name.git-is-here", "/acme/new-name.git"), init);
      const headers = new Headers(response.headers);
      if (init?.method === "GET") headers.set("x-skillground-repository", `${server.git.url}/acme/new-name`);
      return new Response(response.body, { status: response.status, headers });
    };
    expect(await clone(server.source("acme/old-name"), { fetch: moved })).toMatchObject({ fileCount: 1 });
  });
});

describe("progress and cancelling", () => {
  beforeAll(() => {
    createRepository(
      server.root,
      "acme/large",
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, text(200, `${i}`)])),
    );
  });

  it("reports every phase in order, with counts that end at the total", async () => {
    const seen = new Map<string, unknown>();
    await clone(server.source("acme/large"), { onProgress: (progress) => seen.set(progress.phase, progress) });
    expect([...seen.keys()]).toEqual(["connecting", "downloading", "unpacking", "verifying"]);
    expect(seen.get("verifying")).toMatchObject({ done: 302, total: 302 });
    expect(seen.get("downloading")).toMatchObject({ bytes: expect.any(Number) });
  });

  it.each(["connecting", "downloading", "unpacking", "verifying"] as const)("stops while %s", async (phase) => {
    expect(await cancelledClone(server.source("acme/large"), phase)).toEqual({ code: "cancelled" });
  });
});
