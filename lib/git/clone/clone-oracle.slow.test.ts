import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import isomorphicGit from "isomorphic-git";
import http from "isomorphic-git/http/node";
import { createFsFromVolume, Volume } from "memfs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinSnapshots, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { clone, failedClone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { bytesAsText, gitListing, type ListedEntry, snapshotListing } from "#test/servers/git-listing.ts";
import { commitFiles, createRepository, git } from "#test/servers/git-repository.ts";
import { randomFiles } from "#test/servers/trees/random-files.ts";
import type { ClonePart } from "./clone-protocol.ts";
import type { CloneEnvironment } from "./clone-snapshot.ts";
import type { ListedClone } from "./listed-clone.ts";

/** What isomorphic-git checks out of the same server, without git's own files. */
async function isomorphicListing(url: string): Promise<ListedEntry[]> {
  const volume = new Volume();
  const fs = createFsFromVolume(volume);
  await isomorphicGit.clone({ fs, http, dir: "/", url, depth: 1, singleBranch: true, noTags: true });
  return [...checkedOutPaths(volume, "")]
    .map((path) => checkedOut(volume, path))
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Written by hand: memfs's own recursive listing follows links, and never ends where they form a cycle. */
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

/** 150 bytes that hardly compress. */
function numbers(seed: number): string {
  return Array.from({ length: 8 }, (_, i) => Math.sqrt(8 * seed + i + 2)).join(" ");
}

describe("what tells the skills", () => {
  const telling = [
    ".claude-plugin/marketplace.json",
    // GenCode looks there, too.
    "node_modules/x/SKILL.md",
    "skills/csv/skill.md",
    "skills/link/SKILL.md",
    "skills/pdf/SKILL.md",
  ];
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ "uploadpack.allowFilter": "true" });
    const very = Object.fromEntries(Array.from({ length: 15_200 }, (_, i) => [`docs/f${i}`, `${i}`]));
    createRepository(server.root, "acme/many", { ...very, "skills/pdf/SKILL.md": "pdf" });
    createRepository(server.root, "acme/listed", {
      // More than arrives in one piece.
      ...Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`docs/f${i}`, numbers(i)])),
      "skills/pdf/SKILL.md": "pdf",
      "skills/csv/skill.md": "csv",
      ".claude-plugin/marketplace.json": "{}",
      "node_modules/x/SKILL.md": "of a package",
      "skills/link/SKILL.md": { link: "../pdf/SKILL.md" },
    });
  });
  afterAll(() => server.stop());

  const near = { nearMs: 60_000 };
  const far = { nearMs: 0 };

  async function listsOf(rest = {}, environment: Partial<CloneEnvironment> = near) {
    const lists: ClonePart[] = [];
    const onListed = ({ part }: ListedClone) => lists.push(part);
    const result = await clone(server.source("acme/listed", rest), { onListed, ...environment });
    return { lists, result };
  }

  /**
   * What was requested while `work` ran: for each request for objects how many, and whether it was for the whole
   * commit.
   */
  async function askedDuring(work: () => Promise<unknown>) {
    const before = server.git.requests.length;
    await work();
    const bodies = server.git.requests.slice(before).map(({ body }) => body.toString());
    return bodies
      .filter((body) => body.includes("want "))
      .map((body) => ({
        wants: body.match(/want [0-9a-f]{40}/g)?.map((line) => line.slice(5)) ?? [],
        isWhole: body.includes("deepen 1") && !body.includes("filter "),
      }));
  }

  it.each([
    ["near", near],
    ["far", far],
  ])(
    "of a %s host comes before the whole, with all folders, and the contents of no other files",
    async (_, environment) => {
      let bytesWhenTold = 0;
      let bytes = 0;
      const fetchCounted: typeof fetch = async (...request) => {
        const { body, ...rest } = await fetch(...request).then(({ body, headers, status }) => ({
          body,
          headers,
          status,
        }));
        const count = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            bytes += chunk.length;
            controller.enqueue(chunk);
          },
        });
        return new Response(body?.pipeThrough(count) ?? null, rest);
      };
      const lists: ClonePart[] = [];
      const result = await clone(server.source("acme/listed"), {
        ...environment,
        fetch: fetchCounted,
        onListed({ part }) {
          lists.push(part);
          bytesWhenTold = bytes;
        },
      });

      const [part] = lists;
      if (!part || lists.length > 1) throw new Error(`it was told ${lists.length} times`);
      expect(snapshotPaths(part.known)).toEqual(expect.arrayContaining(telling));
      const all = [...snapshotPaths(part.known), ...snapshotPaths(part.pending)].sort();
      expect(all).toEqual([...snapshotPaths(result.snapshot)].sort());
      expect(result.fileCount).toBe(2005);
      expect(bytesWhenTold).toBeLessThan(bytes);
    },
  );

  it.each([
    ["near", near],
    ["far", far],
  ])("is asked for of a %s host by itself, and nothing comes twice", async (_, environment) => {
    const asked = await askedDuring(() => listsOf({}, environment));
    expect(asked.map(({ wants, isWhole }) => [wants.length, isWhole])).toEqual([
      [1, false],
      [5, false],
      [2000, false],
    ]);
    const ids = asked.slice(1).flatMap(({ wants }) => wants);
    expect(ids).toHaveLength(new Set(ids).size);
    const repository = join(server.root, "acme/listed.git");
    const idOf = (path: string) => git(repository, ["rev-parse", `main:${path}`]);
    expect(ids.slice(0, 5).sort()).toEqual(telling.map(idOf).sort());
  });

  it.each([
    ["near", near],
    ["far", far],
  ])("comes first of a %s host that answers in its own order, and then stalls", async (_, environment) => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`docs/f${i}`, numbers(i)]));
    const repository = createRepository(server.root, "acme/own-order", { ...files, "z/SKILL.md": "of z" });
    // As large hosts store them: git then sends objects in the order of its pack, whatever the order of the request.
    git(repository, ["repack", "-adq", "--write-bitmap-index"]);
    server.faults.set("/acme/own-order", { kind: "stall", after: 20_000 });
    const told = Promise.withResolvers<ListedClone>();
    const stopping = new AbortController();
    const cloning = clone(server.source("acme/own-order"), {
      ...environment,
      signal: stopping.signal,
      onListed: told.resolve,
    });
    const listed = await Promise.race([told.promise, cloning]);
    if (!("want" in listed)) throw new Error("everything came at once");
    expect(snapshotPaths(listed.part.known)).toEqual(["z/SKILL.md"]);
    // The transfer of the others is held, and a requested one arrives all the same.
    expect(snapshotPaths(await listed.want(["docs/f299"]))).toContain("docs/f299");
    stopping.abort();
    await expect(cloning).rejects.toMatchObject({ failure: { code: "cancelled" } });
  });

  it("is left out where nobody looks before all has come: that is asked for at once, but for a folder", async () => {
    const asked = await askedDuring(async () => {
      const { lists, result } = await listsOf({}, { ...near, atOnce: true });
      expect([lists.length, result.fileCount]).toEqual([0, 2005]);
    });
    expect(asked.map(({ wants, isWhole }) => [wants.length, isWhole])).toEqual([[1, true]]);
    const below = await askedDuring(() => listsOf({ path: "skills" }, { ...near, atOnce: true }));
    expect(below.map(({ wants, isWhole }) => [wants.length, isWhole])).toEqual([
      [1, false],
      [3, false],
    ]);
  });

  it("is all that is asked for until the repository is opened", async () => {
    const opened = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    let cloning: Promise<unknown> = Promise.resolve();
    const before = await askedDuring(() => {
      cloning = clone(server.source("acme/listed"), {
        ...near,
        opened: opened.promise,
        onListed: () => told.resolve(),
      });
      return told.promise;
    });
    expect(before.map(({ wants }) => wants.length)).toEqual([1, 5]);
    opened.resolve();
    expect(await cloning).toMatchObject({ fileCount: 2005 });
  });

  it.each([
    ["near", near],
    ["far", far],
  ])("is shown before any of the others of a %s host is read", async (_, environment) => {
    const shown = Promise.withResolvers<void>();
    const told = Promise.withResolvers<ListedClone>();
    const onListed = (listed: ListedClone) => {
      told.resolve(listed);
      return shown.promise;
    };
    const cloning = clone(server.source("acme/listed"), { ...environment, onListed });
    const listed = await told.promise;
    // Enough time for all of it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(listed.rest().modes).toHaveLength(0);
    shown.resolve();
    expect(await cloning).toMatchObject({ fileCount: 2005 });
  });

  it("comes alone as well where there are very many files, and no request names more than the relay lets through", async () => {
    const lists: ClonePart[] = [];
    const asked = await askedDuring(async () => {
      const onListed = ({ part }: ListedClone) => lists.push(part);
      const { fileCount } = await clone(server.source("acme/many"), { ...near, onListed });
      expect([fileCount, lists.length]).toEqual([15_201, 1]);
    });
    expect(asked.map(({ wants }) => wants.length).sort((a, b) => a - b)).toEqual([1, 1, 200, 15_000]);
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

  it("is followed by what is wanted before the rest, each content told once", async () => {
    const told: (readonly string[])[] = [];
    const whole = Promise.withResolvers<void>();
    const onListed = async (listed: ListedClone) => {
      const wanted = await listed.want(["docs/f7", "docs/f1999", "skills/pdf/SKILL.md", "no/such"]);
      told.push(snapshotPaths(wanted), snapshotPaths(await listed.want(["docs/f7"])));
      expect(snapshotPaths(listed.rest())).not.toContain("docs/f7");
      whole.resolve();
    };
    await listsOf({}, { ...near, onListed });
    await whole.promise;
    expect(told).toEqual([["docs/f1999", "docs/f7"], []]);
  });

  it.each([
    ["near", near],
    ["far", far],
  ])("leaves what came of a %s host whose answer breaks off, and nothing of it comes twice", async (_, environment) => {
    let listed: ListedClone | undefined;
    const stopping = new AbortController();
    const onListed = (told: ListedClone) => {
      listed = told;
      stopping.abort();
    };
    const cut = clone(server.source("acme/listed"), { ...environment, onListed, signal: stopping.signal });
    await expect(cut).rejects.toMatchObject({ failure: { code: "cancelled" } });
    if (!listed) throw new Error("nothing was told");
    const known = joinSnapshots(listed.part.known, listed.rest());
    const asked = await askedDuring(async () => {
      expect(await clone(server.source("acme/listed"), { ...environment, known })).toMatchObject({ fileCount: 2005 });
    });
    expect(asked.filter(({ isWhole }) => isWhole)).toEqual([]);
    const repository = join(server.root, "acme/listed.git");
    const lines = git(repository, ["ls-tree", "-r", "--format=%(objectname) %(path)", "main"]).split("\n");
    const came = new Set(snapshotPaths(known));
    const have = new Set(lines.filter((line) => came.has(line.slice(41))).map((line) => line.slice(0, 40)));
    expect(asked.flatMap((request) => request.wants).filter((id) => have.has(id))).toEqual([]);
  });

  it("holds nothing up where the folders do not come by themselves", async () => {
    const lists: ClonePart[] = [];
    const refusing: typeof fetch = async (input, init) => {
      const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : "";
      return body.includes("filter ") ? new Response("none", { status: 500 }) : fetch(input, init);
    };
    const onListed = ({ part }: ListedClone) => lists.push(part);
    const result = await clone(server.source("acme/listed"), { fetch: refusing, onListed });
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

  it.each([
    ["near", near],
    ["far", far],
  ])(
    "is missing where a %s host gives away no contents by their ids: everything comes all the same",
    async (_, environment) => {
      const refusing: typeof fetch = async (input, init) => {
        const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : "";
        const isForBlobs = (body.match(/want /g) ?? []).length > 1;
        if (!isForBlobs) return fetch(input, init);
        const headers = { "content-type": "application/x-git-upload-pack-result" };
        return new Response("0048ERR upload-pack: not our ref 1111111111111111111111111111111111111111", { headers });
      };
      const lists: ClonePart[] = [];
      const result = await clone(server.source("acme/listed"), {
        ...environment,
        fetch: refusing,
        onListed: ({ part }) => lists.push(part),
      });
      expect([lists.length, result.fileCount]).toEqual([0, 2005]);
    },
  );
});
