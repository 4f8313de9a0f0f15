import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { clone, failedClone, startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import {
  looseObjects,
  type RawEntry,
  type RawTree,
  writeCommit,
  writeRef,
  writeTree,
} from "#test/servers/raw-objects.ts";
import { hiddenNames, innocentNames, type NameCase, refusedNames } from "#test/servers/trees/hostile-names.ts";
import { hostileTrees } from "#test/servers/trees/hostile-trees.ts";
import { innocentTrees } from "#test/servers/trees/innocent-trees.ts";
import { reachOf } from "#test/servers/trees/reach.ts";

/** `npm run soak` tries every row with all servers, otherwise with one of two. */
const isEverything = Boolean(process.env.SOAK);
const servers = [
  ["that is asked for a folder, whose trees come first", { "uploadpack.allowFilter": "true" }, "in"],
  ["of the protocol before version 2", {}, undefined],
  ...(isEverything ? ([["that is asked for everything", {}, undefined]] as const) : []),
] as const;

function shareOf<Row>(rows: readonly Row[], index: number): readonly Row[] {
  return rows.filter((_, row) => isEverything || row % servers.length === index);
}

type Place = (name: NameCase[1], below?: RawTree) => RawEntry;

/** The places in which a name can be. */
const placings: readonly (readonly [string, Place])[] = [
  ["a file", (name) => ["100644", name, "x"]],
  ["a folder", (name) => ["40000", name, [["100644", "SKILL.md", "x"]]]],
  ["a link", (name) => ["120000", name, "SKILL.md"]],
];

describe.each(servers.map((server, index) => [...server, index] as const))(
  "a server %s",
  (name, config, folder, index) => {
    let server: TestServer;
    let repository: string;
    let count = 0;
    beforeAll(async () => {
      server = await startTestServer(config);
      if (name.includes("before")) server.faults.set("/", { kind: "drop-git-protocol" });
      repository = createRepository(server.root, "acme/hostile", {});
    });
    afterAll(() => server.stop());

    /** The source of a new branch with `tree`. */
    function sourceOf(tree: RawTree) {
      const ref = `r${count++}`;
      const sink = looseObjects(repository);
      const root: RawTree = folder === undefined ? tree : [["40000", folder, tree]];
      writeRef(repository, `refs/heads/${ref}`, writeCommit(sink, writeTree(sink, root)));
      return server.source("acme/hostile", { ref, ...(folder !== undefined && { path: folder }) });
    }

    const placed = placings.flatMap(([placing, place], column) =>
      refusedNames
        .filter((_, row) => isEverything || row % 6 === column * 2 + index)
        .map(([what, name]) => [placing, what, [["40000", "skills", [place(name)]]] satisfies RawTree] as const),
    );
    it.each(placed)("refuses %s named by %s", async (_placing, _what, tree) => {
      expect(await failedClone(sourceOf(tree))).toMatchObject({ code: "name-refused" });
    });

    it.each(shareOf(hostileTrees, index))("$what: $outcome", async ({ tree, outcome }) => {
      const source = sourceOf(tree);
      if ("refused" in outcome) {
        expect(await failedClone(source)).toMatchObject({ code: outcome.refused });
        return;
      }
      const { snapshot, warnings } = await clone(source);
      expect(warnings.map(({ kind }) => kind)).toEqual(outcome.warnings);
      await expectHarmless(snapshot);
    });

    it.each(shareOf(innocentTrees, index))("takes $what", async ({ tree, reads = {} }) => {
      const { snapshot, warnings } = await clone(sourceOf(tree));
      expect(warnings).toEqual([]);
      const reach = await expectHarmless(snapshot);
      for (const [path, text] of Object.entries(reads)) expect(reach.read(path)).toBe(text);
    });

    it.each(placings)(
      "takes look-alikes as the name of %s, and warns of those that hide something",
      async (_, place) => {
        const named = (names: readonly NameCase[]) => names.map(([, name]) => place(name));
        const { snapshot, warnings } = await clone(sourceOf([...named(innocentNames), ...named(hiddenNames)]));
        expect(snapshotPaths(snapshot)).toHaveLength(innocentNames.length + hiddenNames.length);
        expect(new Set(warnings.map(({ kind }) => kind))).toEqual(new Set(["hidden-characters"]));
        expect(warnings).toHaveLength(hiddenNames.length);
        await expectHarmless(snapshot);
      },
    );
  },
);

/** Mounted, it shows nothing of git, of another mount or of the program, and leads nowhere else. */
async function expectHarmless(snapshot: Snapshot) {
  const reach = await reachOf(snapshot);
  expect(reach.isOutside).toBe(false);
  for (const path of reach.paths) expect(path).not.toMatch(/\/\.{0,2}(?:\/|$)|\\|\/\.git(?:\/|$)|\p{Cc}/iu);
  for (const path of [".git", ".git/config", ".git/HEAD", "__proto__/x"]) expect(reach.read(path)).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
  return reach;
}
