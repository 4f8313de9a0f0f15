import { expect, test } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { shareSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { keepColumns } from "./kept-columns.ts";
import { growTree, type MountTree } from "./mount-tree.ts";
import { sourceComparison } from "./source-report.ts";

const encoder = new TextEncoder();
const skill = (name: string, more = "") =>
  encoder.encode(`---\nname: ${name}\ndescription: Fills in ${name} forms.\n${more}---\n\nDo it.\n`);
const files: Readonly<Record<string, Uint8Array>> = {
  "skills/a/SKILL.md": skill("a"),
  "skills/a/scripts/run.py": encoder.encode("print()\n"),
  "skills/b/SKILL.md": skill("b"),
  "assets/logo.png": encoder.encode("one"),
  ".claude-plugin/plugin.json": encoder.encode('{ "name": "forms" }'),
};

test.each<[string, Readonly<Record<string, Uint8Array | undefined>>, boolean]>([
  ["nothing", {}, true],
  ["an image", { "assets/logo.png": encoder.encode("two") }, true],
  ["a skill's description", { "skills/a/SKILL.md": skill("b") }, false],
  ["a field that some harnesses read", { "skills/a/SKILL.md": skill("a", "disable-model-invocation: true\n") }, false],
  ["a skill more", { "skills/c/SKILL.md": skill("c") }, false],
  ["a skill less", { "skills/b/SKILL.md": undefined }, false],
  ["a plugin's name", { ".claude-plugin/plugin.json": encoder.encode('{ "name": "other" }') }, false],
  ["a script more", { "skills/a/scripts/more.py": encoder.encode("print()\n") }, false],
  ["a policy beside a skill", { "skills/a/agents/openai.yaml": encoder.encode("policy:\n  x: 1\n") }, false],
])("what is remembered after a change of %s is what is so", async (_, change, isAllKept) => {
  const kept = keepColumns();
  const [before, after] = [await treeOf(files), await treeOf({ ...files, ...change })];
  await compared(before, kept);
  const known = profiles.map((profile) => kept.known(profile, new Map([["source", after]])));
  expect(known.every(Boolean)).toBe(isAllKept);
  expect(await compared(after, kept)).toEqual(await compared(after));
});

function compared(tree: MountTree, kept?: ReturnType<typeof keepColumns>) {
  const source = { kind: "upload", name: "forms" } as const;
  return inSlices(sourceComparison({ source, label: "forms", tree, ...(kept && { kept }) }));
}

function treeOf(contents: Readonly<Record<string, Uint8Array | undefined>>): Promise<MountTree> {
  const entries = Object.entries(contents).flatMap(([path, bytes]) =>
    bytes ? [{ path, mode: snapshotMode.file, bytes }] : [],
  );
  return growTree(shareSnapshot(entries), {});
}
