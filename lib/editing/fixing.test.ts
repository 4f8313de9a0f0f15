import { expect, it } from "vitest";
import { writeZip } from "#lib/upload/write-zip.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const folder = "/workspace/.agents/skills";
const page = createPageFixture();
const greetText = "---\nname: greet\ndescription: Hello\n---\n";

/** A skill with a script, opened from the archive that it was packed into. */
async function openRunnable(): Promise<Workspace> {
  const file = (path: string, mode: SnapshotMode, text: string) => ({
    path,
    mode,
    bytes: new TextEncoder().encode(text),
  });
  const archive = await writeZip([
    file("README.md", snapshotMode.file, "Skills"),
    file("greet/SKILL.md", snapshotMode.file, "---\nname: greet\ndescription: Hello\n---\n"),
    file("greet/run.sh", snapshotMode.executable, "echo 1"),
  ]);
  const files = [{ path: "greet.zip", file: new File([archive], "greet.zip") }];
  const workspace = page.open({ own: true, incoming: { kind: "upload", name: "greet.zip", files } });
  await until(workspace, ({ phase }) => phase.kind === "ready");
  return workspace;
}

const move = {
  label: "Rename",
  moves: [{ from: `${folder}/greet/SKILL.md`, to: `${folder}/hello/SKILL.md` }],
  writes: [{ path: `${folder}/hello/notes.md`, text: "n" }],
};

it("applies a fix as an edit, and what is selected goes along", async () => {
  const { actions, store } = await page.openSkill(greetText);
  actions.selectSkill(`${folder}/greet/SKILL.md`);
  await actions.applyFix(move);
  const { files, selection, lastFix, view } = store.getState();
  expect(readText(files, `${folder}/hello/SKILL.md`)).toContain("name: greet");
  expect(files.stat(`${folder}/greet`)).toBeUndefined();
  expect(selection.skill).toBe(`${folder}/hello/SKILL.md`);
  expect(lastFix).toEqual({ verb: "Fixed", label: "Rename", state: "applied" });
  expect(view.stale && view.onDisk?.discovery.skills.some(({ directory }) => directory === `${folder}/hello`)).toBe(
    true,
  );
});

it("leaves a moved file executable, over a reload and when it is written again", async () => {
  const { actions, store, close } = await openRunnable();
  const isExecutable = (files: Files) => files.stat(`${folder}/greet/bin/run.sh`)?.executable;
  await actions.applyFix({
    label: "Move",
    moves: [{ from: `${folder}/greet/run.sh`, to: `${folder}/greet/bin/run.sh` }],
    writes: [],
  });
  await actions.applyFix({
    label: "Edit",
    moves: [],
    writes: [{ path: `${folder}/greet/bin/run.sh`, text: "echo 2" }],
  });
  expect(isExecutable(store.getState().files)).toBe(true);
  await close();
  const again = await until(page.open(), ({ phase }) => phase.kind === "ready");
  expect(readText(again.files, `${folder}/greet/bin/run.sh`)).toBe("echo 2");
  expect(isExecutable(again.files)).toBe(true);
});

it.each([
  ["a file", [], { notes: null, "notes/one.md": "n" }],
  ["a folder", [{ path: "notes/one.md", text: "n" }], { notes: "n", "notes/one.md": null }],
] as const)("%s becomes the other one, that is undone, and both are there after a reload", async (_, first, texts) => {
  const { actions, store, close } = await page.openSkill(greetText);
  const at = (path: string) => `${folder}/greet/${path}`;
  const write = (writes: readonly { readonly path: string; readonly text: string | null }[]) =>
    actions.applyFix({ label: "x", moves: [], writes: writes.map(({ path, text }) => ({ path: at(path), text })) });
  const shown = (files: Files) => ["notes", "notes/one.md"].map((path) => readText(files, at(path)));
  await write(first.length > 0 ? first : [{ path: "notes", text: "n" }]);
  const before = shown(store.getState().files);
  await write(Object.entries(texts).map(([path, text]) => ({ path, text })));
  expect(shown(store.getState().files)).toEqual(before.toReversed());
  await actions.undoFix();
  expect(shown(store.getState().files)).toEqual(before);
  await close();
  const again = await until(page.open(), ({ phase }) => phase.kind === "ready");
  expect(shown(again.files)).toEqual(before);
});

it("an undo that is refused leaves all as it is, and can be tried again", async () => {
  const { actions, store } = await page.openSkill(greetText);
  const path = `${folder}/greet/notes`;
  await actions.applyFix({ label: "x", moves: [], writes: [{ path: `${path}/one.md`, text: "n" }] });
  await actions.applyFix({ label: "Delete", moves: [], writes: [{ path: `${path}/one.md`, text: null }] });
  await actions.changeDraft(path, "mine");
  await actions.saveDraft(path);
  expect(readText(store.getState().files, path)).toBe("mine");
  await actions.undoFix().catch(() => undefined);
  const { files, lastFix } = store.getState();
  expect([readText(files, path), lastFix]).toEqual(["mine", { verb: "Fixed", label: "Delete", state: "applied" }]);
});

it("takes the last fix back once", async () => {
  const { actions, store } = await page.openSkill(greetText);
  await actions.applyFix(move);
  await actions.undoFix();
  const { files, lastFix } = store.getState();
  expect(readText(files, `${folder}/greet/SKILL.md`)).toContain("name: greet");
  expect(files.stat(`${folder}/hello/notes.md`)).toBeUndefined();
  expect(lastFix?.state).toBe("undone");
  await actions.undoFix();
  expect(store.getState().files).toBe(files);
});
