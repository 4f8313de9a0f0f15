import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import isomorphicGit from "isomorphic-git";
import http from "isomorphic-git/http/node";
import { createFsFromVolume, Volume } from "memfs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clone, failedClone, startTestServer, type TestServer } from "#e2e/servers/clone-from-server.ts";
import { bytesAsText, gitListing, type ListedEntry, snapshotListing } from "#e2e/servers/git-listing.ts";
import { commitFiles, createRepository, git } from "#e2e/servers/git-repository.ts";
import { randomFiles } from "#e2e/servers/random-files.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { SkillList } from "./clone-protocol.ts";

/** What isomorphic-git checks out of the same server, without what belongs to git itself. */
async function isomorphicListing(url: string): Promise<ListedEntry[]> {
  const volume = new Volume();
  const fs = createFsFromVolume(volume);
  await isomorphicGit.clone({ fs, http, dir: "/", url, depth: 1, singleBranch: true, noTags: true });
  return [...checkedOutPaths(volume, "")]
    .map((path) => checkedOut(volume, path))
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** By hand: memfs's own recursive list follows links, and never ends where they form a circle. */
function* checkedOutPaths(volume: InstanceType<typeof Volume>, folder: string): Generator<string> {
  for (const name of volume.readdirSync(folder || "/") as string[]) {
    const path = `${folder}/${name}`;
    if (path === "/.git") continue;
    if (volume.lstatSync(path).isDirectory()) yield* checkedOutPaths(volume, path);
    else yield path;
  }
}

function checkedOut(volume: InstanceType<typeof Volume>, path: string): ListedEntry {
  const stat = volume.lstatSync(path);
  const isLink = stat.isSymbolicLink();
  const content = Buffer.from(isLink ? String(volume.readlinkSync(path)) : (volume.readFileSync(path) as Buffer));
  const mode = isLink ? "120000" : Number(stat.mode) & 0o100 ? "100755" : "100644";
  return [path.slice(1), mode, bytesAsText(content)];
}

const servers = [
  ["that filters", { "uploadpack.allowFilter": "true" }, false],
  ["that does not filter", {}, false],
  ["of the protocol before version 2", { "uploadpack.allowFilter": "true" }, true],
] as const;

describe.each(servers)("a server %s", (_, config, isOld) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(config);
    if (isOld) server.faults.set("/", { kind: "drop-git-protocol" });
  });
  afterAll(() => server.stop());

  it.each([1, 2, 3])(
    "brings what git and isomorphic-git show, byte for byte (repository %i)",
    async (seed) => {
      const files = randomFiles(seed, 30);
      const repository = createRepository(server.root, `acme/r${seed}`, files);
      commitFiles(repository, "main", { ...files, "README.md": "later\n", "new/SKILL.md": "new" });
      git(repository, ["repack", "-adfq", "--depth=50"]);
      const result = await clone(server.source(`acme/r${seed}`));
      expect(snapshotListing(result.snapshot)).toEqual(gitListing(repository, "main"));
      expect(snapshotListing(result.snapshot)).toEqual(await isomorphicListing(`${server.git.url}/acme/r${seed}`));
      expect(result.commit).toBe(git(repository, ["rev-parse", "main"]));
    },
    60_000,
  );

  it("brings one file, and says so of none", async () => {
    createRepository(server.root, "acme/one", { "SKILL.md": "x" });
    createRepository(server.root, "acme/none", {});
    expect(snapshotPaths((await clone(server.source("acme/one"))).snapshot)).toEqual(["SKILL.md"]);
    expect(await failedClone(server.source("acme/none"))).toMatchObject({ code: "repository-empty" });
  });

  it("finds one among 20,000 refs, and tags and commits by their ids", async () => {
    const repository = createRepository(server.root, "acme/refs", { a: "a" }, { tags: { v1: { annotated: "main" } } });
    const first = git(repository, ["rev-parse", "main"]);
    commitFiles(repository, "main", { a: "b", vendor: { commit: "1".repeat(40) } });
    const refs = Array.from({ length: 20_000 }, (_, i) => `${first} refs/heads/topic/${i}`).sort();
    git(repository, ["pack-refs", "--all"]);
    const packed = execFileSync("cat", [join(repository, "packed-refs")]).toString();
    const head = packed.split("\n").filter((line) => !line.includes(" refs/tags/") && !line.startsWith("^") && line);
    const tags = packed.split("\n").filter((line) => line.includes(" refs/tags/") || line.startsWith("^"));
    writeFileSync(join(repository, "packed-refs"), `${[...head, ...refs, ...tags].join("\n")}\n`);
    expect(await clone(server.source("acme/refs", { ref: "topic/777" }))).toMatchObject({ commit: first });
    expect(await clone(server.source("acme/refs", { refPath: "topic/19999/a" }))).toMatchObject({ commit: first });
    expect(await clone(server.source("acme/refs", { ref: "v1" }))).toMatchObject({ commit: first });
    expect(await clone(server.source("acme/refs", { ref: first }))).toMatchObject({ commit: first, fileCount: 1 });
    const main = await clone(server.source("acme/refs"));
    expect(main.warnings).toEqual([{ kind: "submodule", path: "vendor" }]);
    expect(snapshotPaths(main.snapshot)).toEqual(["a"]);
  });

  it("is told that ids of another kind cannot be read", async () => {
    const repository = join(server.root, "acme/sha256.git");
    mkdirSync(repository, { recursive: true });
    git(repository, ["init", "--quiet", "--bare", "--initial-branch=main", "--object-format=sha256"]);
    commitFiles(repository, "main", { a: "a" });
    expect(await failedClone(server.source("acme/sha256"))).toMatchObject({ code: "format-unknown", format: "sha256" });
  });
});

describe("the list of skills", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ "uploadpack.allowFilter": "true" });
    createRepository(server.root, "acme/listed", {
      ...Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`docs/f${i}`, String(Math.sqrt(i)).repeat(3)])),
      "skills/pdf/SKILL.md": "pdf",
      "skills/csv/skill.md": "csv",
      ".claude-plugin/marketplace.json": "{}",
      "node_modules/x/SKILL.md": "not a skill",
      "skills/link/SKILL.md": { link: "../pdf/SKILL.md" },
    });
  });
  afterAll(() => server.stop());

  async function listsOf(rest = {}) {
    const lists: SkillList[] = [];
    const result = await clone(server.source("acme/listed", rest), { onSkillList: (list) => lists.push(list) });
    return { lists, result };
  }

  it("comes before the whole, with the files that tell skills and no others", async () => {
    const { lists, result } = await listsOf();
    expect(lists.map(({ snapshot, fileCount }) => [snapshotPaths(snapshot), fileCount])).toEqual([
      [[".claude-plugin/marketplace.json", "skills/csv/skill.md", "skills/pdf/SKILL.md"], 2005],
    ]);
    expect(result.fileCount).toBe(2005);
  });

  it("is not asked for where the whole is as near: four requests bring a small repository, two a pinned one", async () => {
    createRepository(server.root, "acme/small", { "SKILL.md": "small" });
    const before = server.git.requests.length;
    const { commit } = await clone(server.source("acme/small"));
    expect(server.git.requests).toHaveLength(before + 4);
    await clone(server.source("acme/small", { ref: commit }));
    await clone(server.source("acme/small", { refPath: `${commit}/` }));
    expect(server.git.requests).toHaveLength(before + 8);
  });

  it("holds nothing up where the folders do not come by themselves", async () => {
    const lists: SkillList[] = [];
    const refusing: typeof fetch = async (input, init) => {
      const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : "";
      return body.includes("filter ") ? new Response("none", { status: 500 }) : fetch(input, init);
    };
    const onSkillList = (list: SkillList) => lists.push(list);
    const result = await clone(server.source("acme/listed"), { fetch: refusing, onSkillList });
    expect([lists.length, result.fileCount]).toEqual([0, 2005]);
  });

  it("is left out of a small folder, and nothing beside a wanted folder is asked for", async () => {
    const before = server.git.requests.length;
    const { lists, result } = await listsOf({ path: "skills/pdf" });
    expect([lists.length, result.fileCount]).toEqual([0, 1]);
    const wants = server.git.requests
      .slice(before)
      .flatMap(({ body }) => body.toString().match(/want [0-9a-f]{40}/g) ?? []);
    expect(wants).toHaveLength(2);
  });

  it("is missing from a server that gives away no contents by their ids: everything comes all the same", async () => {
    const refusing: typeof fetch = async (input, init) => {
      const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : "";
      const isForBlobs = (body.match(/want /g) ?? []).length > 1;
      if (!isForBlobs) return fetch(input, init);
      const headers = { "content-type": "application/x-git-upload-pack-result" };
      return new Response("0048ERR upload-pack: not our ref 1111111111111111111111111111111111111111", { headers });
    };
    const lists: SkillList[] = [];
    const result = await clone(server.source("acme/listed"), {
      fetch: refusing,
      onSkillList: (list) => lists.push(list),
    });
    expect([lists.length, result.fileCount]).toEqual([0, 2005]);
  });
});
