import fc from "fast-check";
import { expect, test } from "vitest";
import { reachOf } from "#test/servers/trees/reach.ts";
import { createSnapshot, type SnapshotEntry, snapshotMode } from "./snapshot.ts";

const names = ["a", "b", "SKILL.md"];
/** Segments of link targets: parent folders, paths into the other mount, git's folder, and ordinary names. */
const steps = [...names, "..", ".", "", ".git", "home", "user", ".agents", "skills", "other", "workspace", "__proto__"];
const targets = fc
  .tuple(
    fc.constantFrom("", "/", "../", "../../", "/workspace/", "/home/user/.agents/skills/"),
    fc.array(fc.constantFrom(...steps)),
  )
  .map(([start, path]) => start + path.join("/"));
const paths = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((path) => path.join("/"));

/** Leaves out entries below a file or link, or above one, because the gate would refuse them. */
function withoutOverlaps(entries: readonly (readonly [path: string, target: string | undefined])[]) {
  const kept: (readonly [string, string | undefined])[] = [];
  for (const entry of entries) {
    const [path] = entry;
    const overlaps = kept.some(([other]) => `${other}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other}/`));
    if (!overlaps) kept.push(entry);
  }
  return kept;
}

function entryOf([path, target]: readonly [string, string | undefined]): SnapshotEntry {
  const mode = target === undefined ? snapshotMode.file : snapshotMode.link;
  return { path, mode, bytes: new TextEncoder().encode(target ?? "text") };
}

const [trials, timeout] = process.env.SOAK ? [20_000, 600_000] : [200, 30_000];

test("no tree of links leads out of its mount, or never ends", { timeout }, async () => {
  const trees = fc.array(fc.tuple(paths, fc.option(targets, { nil: undefined, freq: 6 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(trees, async (tree) => {
      const reach = await reachOf(createSnapshot(withoutOverlaps(tree).map(entryOf)));
      expect(reach.isOutside).toBe(false);
    }),
    { seed: 1, numRuns: trials },
  );
});
