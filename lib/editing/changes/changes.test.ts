import { expect, test } from "vitest";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { readArchive } from "#lib/upload/archive.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { readText } from "#lib/vfs/files.ts";
import { type SnapshotMode, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
const skill = "---\nname: greet\ndescription: Hello\n---\n";
const isKept = ({ phase, storage }: WorkspaceState) => phase.kind === "ready" && storage.kind === "saved";

/** A source with a skill, a script and notes, opened from the archive that it was packed into. */
async function openSource(
  files: Readonly<Record<string, string | { readonly link: string }>> = {},
): Promise<Workspace> {
  const file = (path: string, text: string, mode: SnapshotMode = snapshotMode.file) => ({
    path,
    mode,
    bytes: new TextEncoder().encode(text),
  });
  const archive = await writeZip([
    file("README.md", "Skills\n"),
    file("greet/SKILL.md", skill),
    file("greet/run.sh", "echo 1\n", snapshotMode.executable),
    ...Object.entries(files).map(([path, given]) =>
      typeof given === "string" ? file(path, given) : file(path, given.link, snapshotMode.link),
    ),
  ]);
  const picked = [{ path: "my.zip", file: new File([archive], "my.zip") }];
  const lab = page.open({ own: true, incoming: { kind: "upload", name: "my.zip", files: picked } });
  await until(lab, isKept);
  return lab;
}

const rootOf = ({ store }: Workspace) => store.getState().mounts[0]?.at ?? "";
const textAt = (lab: Workspace, path: string) => readText(lab.store.getState().files, `${rootOf(lab)}/${path}`);

/** Writes below the source's root; a key that ends with ` <- x` moves the file x. */
async function change(lab: Workspace, files: Readonly<Record<string, string | null>>, moves: QuickFix["moves"] = []) {
  const at = (path: string) => `${rootOf(lab)}/${path}`;
  await lab.actions.applyFix({
    label: "Change",
    moves: moves.map(({ from, to }) => ({ from: at(from), to: at(to) })),
    writes: Object.entries(files).map(([path, text]) => ({ path: at(path), text })),
  });
}

function told(lab: Workspace) {
  return lab.actions.ownChanges().map(({ label, changes }) => [
    label,
    ...changes.map(({ path, from, before, now }) => {
      const word = !before ? "new" : !now ? "deleted" : from === undefined ? "changed" : `moved from ${from}`;
      return `${word}: ${path}`;
    }),
  ]);
}

test("all that was changed is told by source, moves as moves, and the workspace's own files last", async () => {
  const lab = await openSource();
  expect(told(lab)).toEqual([]);
  await change(lab, { "README.md": null, "notes.md": "n" }, [{ from: "greet/run.sh", to: "greet/bin/run.sh" }]);
  await lab.actions.applyFix({ label: "Own", moves: [], writes: [{ path: "/home/user/mine.md", text: "m" }] });
  expect(told(lab)).toEqual([
    ["my.zip", "deleted: README.md", "moved from greet/run.sh: greet/bin/run.sh", "new: notes.md"],
    ["Workspace", "new: home/user/mine.md"],
  ]);
  expect(lab.actions.changedFiles().size).toBe(4);
});

test.each([
  ["a changed file", { "README.md": "Other\n" }],
  ["a deleted one", { "README.md": null }],
  ["a new one", { "new/notes.md": "n" }],
] as const)("%s is reverted, and that is undone", async (_, files) => {
  const lab = await openSource();
  await change(lab, files);
  const [changed] = lab.actions.ownChanges();
  const [only] = changed?.changes ?? [];
  if (!changed || !only) throw new Error("nothing was changed");
  await lab.actions.revertChange(changed.at, only);
  expect(told(lab)).toEqual([]);
  expect(lab.actions.changedFiles().size).toBe(0);
  expect(textAt(lab, "README.md")).toBe("Skills\n");
  expect(lab.store.getState().files.stat(`${rootOf(lab)}/new`)).toBeUndefined();
  await lab.actions.undoFix();
  expect(textAt(lab, only.path)).toBe(Object.values(files)[0] ?? undefined);
});

test("a moved file is back in its place, executable as it was", async () => {
  const lab = await openSource();
  await change(lab, {}, [{ from: "greet/run.sh", to: "bin/run.sh" }]);
  const [changed] = lab.actions.ownChanges();
  const [only] = changed?.changes ?? [];
  if (!changed || !only) throw new Error("nothing was changed");
  await lab.actions.revertChange(changed.at, only);
  expect(told(lab)).toEqual([]);
  const { files } = lab.store.getState();
  expect(files.stat(`${rootOf(lab)}/greet/run.sh`)?.executable).toBe(true);
  expect(files.stat(`${rootOf(lab)}/bin`)).toBeUndefined();
});

test("a deleted link is brought back as the source has it, and that is undone", async () => {
  const lab = await openSource({ "greet/latest.md": { link: "../README.md" } });
  const at = `${rootOf(lab)}/greet/latest.md`;
  const standing = () => lab.store.getState().files.lstat(at);
  await lab.actions.deleteFile(at);
  expect(told(lab)).toEqual([["my.zip", "deleted: greet/latest.md"]]);
  const [changed] = lab.actions.ownChanges();
  const [only] = changed?.changes ?? [];
  if (!changed || !only) throw new Error("nothing was changed");
  await lab.actions.revertChange(changed.at, only);
  expect(standing()).toMatchObject({ kind: "link", target: "../README.md" });
  expect([told(lab), lab.actions.changedFiles().size]).toEqual([[], 0]);
  await lab.actions.undoFix();
  expect(standing()).toBeUndefined();
  await lab.actions.revertChange(changed.at, only);
  await until(lab, isKept);
  await lab.close();
  const again = page.open();
  await until(again, isKept);
  expect(again.store.getState().files.lstat(at)).toMatchObject({ kind: "link", target: "../README.md" });
});

test("deleting a link is undone to the link, and a change through it to the text", async () => {
  const lab = await openSource({ "greet/latest.md": { link: "../README.md" } });
  const at = `${rootOf(lab)}/greet/latest.md`;
  await lab.actions.deleteFile(at);
  await lab.actions.undoFix();
  expect(lab.store.getState().files.lstat(at)).toMatchObject({ kind: "link", target: "../README.md" });
  await change(lab, { "greet/latest.md": "Other\n" });
  expect(textAt(lab, "README.md")).toBe("Other\n");
  await lab.actions.undoFix();
  expect([textAt(lab, "README.md"), told(lab)]).toEqual(["Skills\n", []]);
});

test("a part of a file is taken back as an edit that can be undone", async () => {
  const lab = await openSource();
  await change(lab, { "README.md": "One\nTwo\n" });
  await lab.actions.revertPart(`${rootOf(lab)}/README.md`, "One\n");
  expect(textAt(lab, "README.md")).toBe("One\n");
  await lab.actions.undoFix();
  expect(textAt(lab, "README.md")).toBe("One\nTwo\n");
});

test("the patch and the archive of a source hold its changes and nothing else", async () => {
  const lab = await openSource();
  await change(lab, { "README.md": "Other\n", "greet/SKILL.md": null, "new.md": "n" });
  const { id = "" } = lab.store.getState().mounts[0] ?? {};
  const patch = await (await lab.actions.exportPatch(id))?.text();
  expect(patch?.match(/^diff .*$/gm)).toEqual([
    "diff --git a/README.md b/README.md",
    "diff --git a/greet/SKILL.md b/greet/SKILL.md",
    "diff --git a/new.md b/new.md",
  ]);
  const zip = await lab.actions.exportChangedFiles(id);
  const { snapshot } = await readArchive("x.zip", zip ?? new Blob());
  const entries = [...snapshotEntries(snapshot)].map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]);
  expect(entries).toEqual([
    ["README.md", "Other\n"],
    ["deleted files of my.zip.txt", "greet/SKILL.md\n"],
    ["new.md", "n"],
  ]);
  expect(await lab.actions.exportPatch("own")).toBeUndefined();
});

test("a skill becomes a .skill file with its folder, without what its packer leaves out", async () => {
  const left = ["evals/evals.json", "node_modules/a/b.js", "__pycache__/x.pyc", "lib/y.pyc"];
  const lab = await openSource(Object.fromEntries(left.map((name) => [`greet/${name}`, "x"])));
  const location = "/workspace/.agents/skills/greet/SKILL.md";
  expect(await lab.actions.skillObjections(location)).toEqual([]);
  const file = await lab.actions.exportSkill(location);
  expect(file.name).toBe("greet.skill");
  const { snapshot } = await readArchive("x.skill", file);
  const modes = [...snapshotEntries(snapshot)].map(({ path, mode }) => [path, mode]);
  // The one folder around everything is left out when an archive is opened.
  expect(modes).toEqual([
    ["SKILL.md", snapshotMode.file],
    ["run.sh", snapshotMode.executable],
  ]);
  await change(lab, { "greet/SKILL.md": skill.replace("Hello", "<b>Hello</b>") });
  expect(await lab.actions.skillObjections(location)).toEqual(["A description may not hold < or >."]);
});
