import { expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { draftAt } from "#lib/state/drafts.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { readText, walkFiles } from "#lib/vfs/files.ts";
import { snapshotMode, textEntry } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
const greetText = "---\nname: greet\ndescription: Hello\n---\n";
const folder = "/workspace/.agents/skills";

const stat = ({ store }: Workspace, path: string) => store.getState().files.stat(path)?.kind;

const descriptions = [
  'Fills in "forms": all of them # really',
  "It's about \\ backslashes – and ünïcode",
  "{braces: [and brackets]}",
];

test.each(profiles)(
  "a new skill is one that $label loads without a word, whatever its description holds",
  async ({ id }) => {
    const lab = await page.openSkill(greetText);
    await lab.actions.chooseProfile(id);
    for (const [at, description] of descriptions.entries()) {
      const path = await lab.actions.makeSkill(`fill-forms-${at}`, description);
      await lab.actions.reloadSkills();
      const { discovery } = lab.store.getState().view;
      expect(discovery.skills.find(({ location }) => location === path)?.description).toBe(description);
      expect(discovery.candidates.find(({ location }) => location === path)?.notices).toEqual([]);
      await lab.actions.undoFix();
      expect(stat(lab, path)).toBeUndefined();
    }
  },
);

test("nothing is made or moved where something stands, or into itself", async () => {
  const lab = await page.openSkill(greetText);
  const greet = `${folder}/greet/SKILL.md`;
  const codes = [
    lab.actions.makeFile(greet, "x"),
    lab.actions.makeFile(`${greet}/x`, "x"),
    lab.actions.moveFile(`${folder}/greet`, `${folder}/greet/in`),
    lab.actions.moveFile(greet, "/home/user"),
    // No list of files has these.
    lab.actions.moveFile(greet, "/greet.md"),
    lab.actions.moveFile(greet, "/workspace/../greet.md"),
    lab.actions.makeFile("/mnt/no-source/a.md", "x"),
  ].map((making) =>
    making.then(
      () => "made",
      (caught) => failureOf(caught)?.code,
    ),
  );
  expect(await Promise.all(codes)).toEqual(Array(7).fill("name-refused"));
  expect(readText(lab.store.getState().files, greet)).toContain("name: greet");
  expect(lab.actions.changedFiles().size).toBe(0);
});

test("a link to a folder is deleted without what it leads to, and is not moved", async () => {
  const link = { path: "pack/docs/shared", mode: snapshotMode.link, bytes: new TextEncoder().encode("../data") };
  const texts = [textEntry("pack/data/a.md", "a"), textEntry("pack/docs/b.md", "b")];
  const file = new File([await writeZip([link, ...texts])], "pack.zip");
  const lab = page.open({ own: true, incoming: { kind: "upload", name: "pack", files: [{ path: "pack.zip", file }] } });
  const { mounts } = await until(lab, ({ phase }) => phase.kind === "ready");
  const at = mounts[0]?.at ?? "";
  const shown = () => {
    const { files } = lab.store.getState();
    return [...walkFiles(files, at)].flatMap(({ path, kind }) => (kind === "folder" ? [] : path.slice(at.length)));
  };
  const before = shown();
  for (const [from, path] of [
    ["docs", "moved/shared"],
    ["docs/shared", "moved"],
  ]) {
    const moved = lab.actions.moveFile(`${at}/${from}`, `${at}/moved`);
    await expect(moved).rejects.toMatchObject({ failure: { code: "name-refused", path: `${at}/${path}` } });
  }
  expect(shown()).toEqual(before);
  await lab.actions.deleteFile(`${at}/docs/shared`);
  expect(shown()).toEqual(before.filter((path) => path !== "/docs/shared"));
  await lab.actions.undoFix();
  expect(shown()).toEqual(before);
});

test("what is undone is the source's own again, where an installed skill had gone with its SKILL.md", async () => {
  const lab = await page.openSkill(greetText);
  const greet = `${folder}/greet/SKILL.md`;
  for (const change of [
    () => lab.actions.deleteFile(greet),
    () => lab.actions.moveFile(`${folder}/greet`, "/workspace/moved"),
    () => lab.actions.moveFile(greet, `${folder}/greet/OTHER.md`),
  ]) {
    lab.actions.openFile(greet);
    await lab.actions.changeDraft(greet, "typed");
    await change();
    expect(lab.actions.changedFiles().size).toBeGreaterThan(0);
    await lab.actions.undoFix();
    expect([lab.actions.changedFiles().size, lab.actions.ownChanges()]).toEqual([0, []]);
    expect(readText(lab.store.getState().files, greet)).toBe(greetText);
    expect(lab.store.getState().selection.file?.path).toBe(greet);
    expect(draftAt(lab.store.getState(), greet)?.text).toBe("typed");
  }
});

test("a folder is moved with all in it, and the tabs of its files go along; back as well", async () => {
  const lab = await page.openSkill(greetText);
  await lab.actions.makeFile(`${folder}/greet/docs/a.md`, "a");
  lab.actions.openFile(`${folder}/greet/docs/a.md`);
  await lab.actions.moveFile(`${folder}/greet`, "/workspace/moved");
  expect([stat(lab, `${folder}/greet/SKILL.md`), stat(lab, "/workspace/moved/SKILL.md")]).toEqual([undefined, "file"]);
  expect(lab.store.getState().selection.file?.path).toBe("/workspace/moved/docs/a.md");
  await lab.actions.undoFix();
  expect(lab.store.getState().selection.file?.path).toBe(`${folder}/greet/docs/a.md`);
  expect(stat(lab, "/workspace/moved")).toBeUndefined();
});

test("a folder is deleted with all in it, and is back as it was", async () => {
  const lab = await page.openSkill(greetText);
  await lab.actions.makeFile(`${folder}/greet/docs/a.md`, "a");
  await lab.actions.deleteFile(`${folder}/greet`);
  expect(stat(lab, `${folder}/greet/docs/a.md`)).toBeUndefined();
  await lab.actions.undoFix();
  expect(readText(lab.store.getState().files, `${folder}/greet/docs/a.md`)).toBe("a");
  expect(stat(lab, `${folder}/greet/SKILL.md`)).toBe("file");
});

test("with the last file of a folder all the folders go that held it alone", async () => {
  const lab = await page.openSkill(greetText);
  await lab.actions.makeFile("/workspace/a/b/c/d.md", "d");
  await lab.actions.moveFile("/workspace/a/b/c", "/workspace/e");
  expect([stat(lab, "/workspace/a"), stat(lab, "/workspace/e/d.md")]).toEqual([undefined, "file"]);
  await lab.actions.undoFix();
  expect([stat(lab, "/workspace/a/b/c/d.md"), stat(lab, "/workspace/e")]).toEqual(["file", undefined]);
});

test("a folder in which sources stand, and one where the workspace begins, stay where they are", async () => {
  const lab = await page.openSkill(greetText);
  await lab.actions.makeFile(`${folder}/mine/SKILL.md`, "x");
  for (const path of [
    folder,
    "/workspace/.agents",
    "/workspace",
    "/home/user",
    "/",
    "/home/user/.keen/skills/bundled",
  ]) {
    const moving = lab.actions.moveFile(path, "/workspace/elsewhere");
    expect(failureOf(await moving.catch((caught) => caught)), path).toMatchObject({ code: "name-refused" });
    expect(lab.actions.filesToMove(path).objection, path).toBeDefined();
  }
  expect(lab.actions.filesToMove(`${folder}/mine`)).toEqual({ count: 1 });
  expect(lab.actions.filesToMove(`${folder}/greet`)).toEqual({ count: 1 });
});

test("a move that is refused leaves selection, drafts and the last change's undo as they were", async () => {
  const lab = await page.openSkill(greetText);
  await lab.actions.makeFile("/workspace/notes/a.md", "a");
  lab.actions.openFile("/workspace/notes/a.md");
  await lab.actions.changeDraft("/workspace/notes/a.md", "half a sentence");
  const { selection, drafts } = lab.store.getState();
  const moving = lab.actions.moveFile("/workspace/notes", `/workspace/${"n".repeat(300)}`);
  expect(failureOf(await moving.catch((caught) => caught))).toMatchObject({ code: "name-refused" });
  expect(lab.store.getState().selection).toEqual(selection);
  expect(lab.store.getState().drafts).toEqual(drafts);
  await lab.actions.undoFix();
  expect(stat(lab, "/workspace/notes")).toBeUndefined();
});

test("undoing a move leaves a file that was changed since where it is, and its tab and draft with it", async () => {
  const lab = await page.openSkill(greetText);
  await lab.actions.makeFile("/workspace/a.md", "a");
  await lab.actions.moveFile("/workspace/a.md", "/workspace/b.md");
  lab.actions.openFile("/workspace/b.md");
  await lab.actions.changeDraft("/workspace/b.md", "newer");
  await lab.actions.saveDraft("/workspace/b.md");
  await lab.actions.changeDraft("/workspace/b.md", "newer, and more");
  const { drafts } = lab.store.getState();
  await lab.actions.undoFix();
  expect(lab.store.getState().selection.file?.path).toBe("/workspace/b.md");
  expect(lab.store.getState().drafts).toEqual(drafts);
});
