import { expect, test } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { profiles as written } from "#lib/harness/profiles.ts";
import { forModel } from "#lib/harness/vocabulary/profile.ts";
import { shareSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { growTree } from "./grow-tree.ts";
import { type KeptColumns, keepColumns } from "./kept-columns.ts";
import type { MountTree } from "./mount-tree.ts";
import { sourceComparison } from "./source-report.ts";

const encoder = new TextEncoder();
const profiles = written.map((profile) => forModel(profile));
const skill = (name: string, more = "") =>
  encoder.encode(`---\nname: ${name}\ndescription: Fills in ${name} forms.\n${more}---\n\nDo it.\n`);
const withInstructions = (text: string) =>
  encoder.encode(`---\nname: a\ndescription: Fills in a forms.\n---\n\n${text}\n`);
const described = (description: string) => encoder.encode(`---\nname: b\ndescription: ${description}\n---\n\nDo it.\n`);
const files: Readonly<Record<string, Uint8Array>> = {
  "skills/a/SKILL.md": skill("a"),
  "skills/a/scripts/run.py": encoder.encode("print()\n"),
  "skills/b/SKILL.md": skill("b"),
  "skills/c/SKILL.md": encoder.encode("# Some\n"),
  "skills/d/SKILL.md": encoder.encode("---\na: [\n---\n"),
  "assets/logo.png": encoder.encode("one"),
  ".claude-plugin/plugin.json": encoder.encode('{ "name": "forms" }'),
};

const everybody = profiles.map(({ id }) => id);
/** Harnesses whose catalog includes each skill's instructions. */
const whoTellsInstructions = ["ak-coder"];

test.each<[string, Readonly<Record<string, Uint8Array | undefined>>, readonly string[] | "some"]>([
  ["nothing", {}, []],
  ["an image", { "assets/logo.png": encoder.encode("two") }, []],
  ["a skill's instructions", { "skills/a/SKILL.md": withInstructions("Do it well.") }, whoTellsInstructions],
  ["its instructions to none", { "skills/a/SKILL.md": withInstructions("") }, "some"],
  ["a hidden letter in them", { "skills/a/SKILL.md": withInstructions("Do it.\u{e0041}") }, everybody],
  ["the first line of what has no description", { "skills/c/SKILL.md": encoder.encode("# Other\n") }, "some"],
  ["a blank line above what does not parse", { "skills/d/SKILL.md": encoder.encode("---\n\na: [\n---\n") }, "some"],
  ["a skill's name", { "skills/a/SKILL.md": skill("b") }, everybody],
  ["a skill's description", { "skills/b/SKILL.md": described("Empties forms.") }, everybody],
  ["a description to a long one", { "skills/b/SKILL.md": described("x".repeat(2000)) }, everybody],
  ["a skill and a script", { "skills/b/SKILL.md": described("Empties."), "skills/b/run.py": skill("x") }, everybody],
  ["a field that some harnesses read", { "skills/a/SKILL.md": skill("a", "disable-model-invocation: true\n") }, "some"],
  ["a skill more", { "skills/e/SKILL.md": skill("e") }, everybody],
  ["a skill less", { "skills/b/SKILL.md": undefined }, everybody],
  ["a plugin's name", { ".claude-plugin/plugin.json": encoder.encode('{ "name": "other" }') }, "some"],
  ["a larger image", { "assets/logo.png": encoder.encode("three") }, []],
  ["a script more", { "skills/a/scripts/more.py": encoder.encode("print()\n") }, "some"],
  ["a policy beside a skill", { "skills/a/agents/openai.yaml": encoder.encode("policy:\n  x: 1\n") }, "some"],
])("what is remembered after a change of %s is what is so", async (_, change, askedAnew) => {
  const kept = keepColumns(where(change));
  const [before, after] = [await treeOf(files), await treeOf({ ...files, ...change })];
  await compared(before, kept);
  const unknown = profiles.filter(
    (profile) => !("column" in (kept.known(profile, new Map([["source", after]])) ?? {})),
  );
  if (askedAnew === "some") expect(unknown).not.toEqual([]);
  else expect(unknown.map(({ id }) => id)).toEqual(askedAnew);
  expect(await compared(after, kept)).toEqual(await compared(after));
});

test("a plugin's manifest that was too large to be read counts once it is small", async () => {
  const kept = keepColumns(where({ ".claude-plugin/plugin.json": undefined }));
  const manifest = encoder.encode(`{ "name": "forms"${" ".repeat(512 * 1024)} }`);
  await compared(await treeOf({ ...files, ".claude-plugin/plugin.json": manifest }), kept);
  const after = await treeOf(files);
  expect(profiles.filter((profile) => !kept.known(profile, new Map([["source", after]])))).not.toEqual([]);
});

test("a last look has each column that was kept once, and keeps none of its own", async () => {
  const kept = keepColumns(where({ "assets/logo.png": undefined }));
  const [before, after] = [await treeOf(files), await treeOf({ ...files, "assets/logo.png": encoder.encode("two") })];
  const first = await compared(before, kept);
  const last = kept.last();
  expect(await compared(after, last)).toEqual(first);
  const trees = new Map([["source", after]]);
  for (const profile of profiles)
    expect([kept.known(profile, trees), last.known(profile, trees)]).toEqual([undefined, undefined]);
});

/** The changed files and the folders above them. */
function where(change: Readonly<Record<string, unknown>>) {
  const paths = Object.keys(change).flatMap((path) => {
    const parts = path.split("/");
    return ["/", ...parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`)];
  });
  return new Map([["source", new Set(paths)]]);
}

function compared(tree: MountTree, kept?: KeptColumns) {
  const source = { kind: "upload", name: "forms" } as const;
  return inSlices(sourceComparison({ source, label: "forms", tree, ...(kept && { kept }) }));
}

function treeOf(contents: Readonly<Record<string, Uint8Array | undefined>>): Promise<MountTree> {
  const entries = Object.entries(contents).flatMap(([path, bytes]) =>
    bytes ? [{ path, mode: snapshotMode.file, bytes }] : [],
  );
  return growTree(shareSnapshot(entries), {});
}
