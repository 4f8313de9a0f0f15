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
