import { describe, expect, test } from "vitest";
import { draftAt, isInConflict } from "#lib/state/drafts.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { readText, walkFiles } from "#lib/vfs/files.ts";
import { snapshotMode, textEntry } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const path = "/workspace/.agents/skills/greet/SKILL.md";
const mounted = "---\nname: greet\ndescription: Hello\n---\n";
const edited = mounted.replace("Hello", "Good morning");
const page = createPageFixture();

async function openGreet(): Promise<Workspace> {
  const workspace = page.openText(mounted);
  await until(workspace, isKept);
  return workspace;
}

/** Closes the workspace and reopens it from storage. */
async function reopen(workspace: Workspace): Promise<Workspace> {
  await workspace.close();
  const opened = page.open({ own: true });
  await until(opened, isKept);
  return opened;
}

const isKept = ({ phase, storage }: WorkspaceState) => phase.kind === "ready" && storage.kind === "saved";
const textOf = ({ store }: Workspace) => readText(store.getState().files, path);
const draftOf = ({ store }: Workspace, at = path) => draftAt(store.getState(), at);

test("what is typed changes no file until it is saved, as an edit of the person's own", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  expect(textOf(lab)).toBe(mounted);
  await lab.actions.saveDraft(path);
  expect(textOf(lab)).toBe(edited);
  expect(draftOf(lab)).toBeUndefined();
  expect(new TextDecoder().decode(lab.actions.mountedVersion(path))).toBe(mounted);
  expect(lab.store.getState().view.stale).toBe(true);
  expect(textOf(await reopen(lab))).toBe(edited);
});

test("a draft is kept with the workspace, and gone once the text is the file's own again", async () => {
  const lab = await openGreet();
  await Promise.all(["G", "Go", edited].map((text) => lab.actions.changeDraft(path, text)));
  const later = await reopen(lab);
  expect(draftOf(later)).toEqual({ base: mounted, text: edited });
  await later.actions.changeDraft(path, mounted);
  expect(later.store.getState().drafts.size).toBe(0);
});

test("a draft goes with its source, and comes back with it", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  const { mounts } = lab.store.getState();
  await lab.actions.unmount(mounts[0]?.id ?? "");
  expect(lab.store.getState().drafts.size).toBe(0);
  await lab.actions.undoMount();
  expect(draftOf(lab)).toEqual({ base: mounted, text: edited });
  await lab.actions.unmount(mounts[0]?.id ?? "");
  expect((await reopen(lab)).store.getState().drafts.size).toBe(0);
});

test("the draft of a deleted file comes back with it, and is no other file's of that name", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  await lab.actions.deleteFile(path);
  await lab.actions.undoFix();
  expect(draftOf(lab)).toEqual({ base: mounted, text: edited });
  const note = "/home/user/note.md";
  await lab.actions.makeFile(note, "one");
  await lab.actions.changeDraft(note, "typed");
  await lab.actions.deleteFile(note);
  await lab.actions.makeFile(note, "another");
  expect(draftOf(lab, note)).toBeUndefined();
});

test("typing says nothing of saving", async () => {
  const lab = await openGreet();
  const said: string[] = [];
  lab.store.subscribe(({ storage }) => said.push(storage.kind));
  await lab.actions.changeDraft(path, edited);
  expect(new Set(said)).toEqual(new Set(["saved"]));
});

test("a draft is not written over what the file has become, until its person says so", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  await lab.actions.applyFix({ label: "Empty", moves: [], writes: [{ path, text: "" }] });
  await lab.actions.saveDraft(path);
  expect(textOf(lab)).toBe("");
  await lab.actions.keepDraft(path);
  await lab.actions.saveDraft(path);
  expect(textOf(lab)).toBe(edited);
});

test("what is typed while a draft is being saved stays one", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  const saving = lab.actions.saveDraft(path);
  await lab.actions.changeDraft(path, `${edited}More`);
  await saving;
  expect(textOf(lab)).toBe(edited);
  expect(draftOf(lab)).toEqual({ base: edited, text: `${edited}More` });
});

test("what cannot be written stays a draft that says why", async () => {
  const { actions, store } = await openGreet();
  const note = "/home/user/note";
  await actions.changeDraft(note, "typed");
  await actions.applyFix({ label: "Block", moves: [], writes: [{ path: `${note}/below`, text: "" }] });
  await actions.saveDraft(note);
  expect(draftAt(store.getState(), note)).toMatchObject({ text: "typed", failure: { code: "name-refused" } });
});

test("what is typed behind a link out of its source stays a draft that says why, and a change there is refused", async () => {
  const link = { path: "pack/out", mode: snapshotMode.link, bytes: new TextEncoder().encode("/home/user") };
  const file = new File([await writeZip([link, textEntry("pack/SKILL.md", mounted)])], "pack.zip");
  const lab = page.open({ own: true, incoming: { kind: "upload", name: "pack", files: [{ path: "pack.zip", file }] } });
  const { files } = await until(lab, isKept);
  const [out = ""] = [...walkFiles(files, "/")].flatMap(({ path, kind }) => (kind === "link" ? [path] : []));
  const beyond = `${out}/notes.md`;
  await lab.actions.changeDraft(beyond, "typed");
  await lab.actions.saveDraft(beyond);
  expect(draftOf(lab, beyond)).toMatchObject({ text: "typed", failure: { code: "name-refused" } });
  const change = { label: "Note", moves: [], writes: [{ path: beyond, text: "x" }] };
  await expect(lab.actions.applyFix(change)).rejects.toMatchObject({ failure: { code: "name-refused" } });
});

test("a draft goes where a fix moves its file", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  const to = path.replace("greet", "hello");
  await lab.actions.applyFix({ label: "Rename", moves: [{ from: path, to }], writes: [] });
  await lab.actions.saveDraft(to);
  expect(readText(lab.store.getState().files, to)).toBe(edited);
});

describe("when another harness has the file elsewhere", () => {
  const elsewhere = "/workspace/.claude/skills/greet/SKILL.md";

  test("a draft is found there, and the open file is followed, over a reload", async () => {
    const lab = await openGreet();
    lab.actions.openFile(path, 3);
    lab.actions.selectSkill(path);
    await lab.actions.changeDraft(path, edited);
    await lab.actions.chooseProfile("claude-code");
    const check = ({ store }: Workspace) => {
      expect(store.getState().selection).toEqual({
        skill: elsewhere,
        file: { path: elsewhere, line: 3 },
        open: [elsewhere],
      });
      expect(draftAt(store.getState(), elsewhere)).toEqual({ base: mounted, text: edited });
      expect(draftAt(store.getState(), path)).toBeUndefined();
    };
    check(lab);
    const later = await reopen(lab);
    check(later);
    await later.actions.saveDraft(elsewhere);
    expect(readText(later.store.getState().files, elsewhere)).toBe(edited);
    expect(later.store.getState().drafts.size).toBe(0);
  });

  test("a draft whose saving began before is settled", async () => {
    const lab = await openGreet();
    await lab.actions.changeDraft(path, edited);
    await Promise.all([lab.actions.saveDraft(path), lab.actions.chooseProfile("claude-code")]);
    expect(readText(lab.store.getState().files, elsewhere)).toBe(edited);
    expect(lab.store.getState().drafts.size).toBe(0);
  });

  test("what is seen where it was, is still looked at there", async () => {
    const lab = await openGreet();
    const whole = `${lab.store.getState().mounts[0]?.at}/greet/SKILL.md`;
    lab.actions.openFile(whole);
    await lab.actions.changeDraft(path, edited);
    expect(draftOf(lab, whole)?.text).toBe(edited);
    await lab.actions.chooseProfile("claude-code");
    expect(lab.store.getState().selection.file?.path).toBe(whole);
  });
});

test("a draft that was kept by its path, as before, is found", async () => {
  const lab = await openGreet();
  await lab.close();
  const storage = await openStorage();
  const kept = await storage.load(page.path);
  if (!kept) throw new Error("nothing was kept");
  const drafts = new Map([[path, { base: mounted, text: edited }]]);
  await storage.saveMeta({ ...kept.workspace, state: { ...(kept.workspace.state as object), drafts } });
  expect(draftOf(await reopen(lab))?.text).toBe(edited);
});

test("a changed file is reverted to what its source has, which can be taken back", async () => {
  const lab = await openGreet();
  await lab.actions.changeDraft(path, edited);
  await lab.actions.saveDraft(path);
  await lab.actions.revertFile(path);
  expect(textOf(lab)).toBe(mounted);
  expect(lab.actions.mountedVersion(path)).toBeUndefined();
  const [mount] = lab.store.getState().mounts;
  expect(await lab.actions.ownEdits(mount?.id ?? "")).toEqual([]);
  await lab.actions.undoFix();
  expect(textOf(lab)).toBe(edited);
});

test("text that is not saved yet counts among what would go with its source", async () => {
  const lab = await openGreet();
  const [mount] = lab.store.getState().mounts;
  await lab.actions.changeDraft(path, edited);
  expect(await lab.actions.ownEdits(mount?.id ?? "")).toEqual(["/greet/SKILL.md"]);
  await lab.actions.saveDraft(path);
  await lab.actions.changeDraft(path, `${edited}more`);
  expect(await lab.actions.ownEdits(mount?.id ?? "")).toEqual(["/greet/SKILL.md"]);
});

test("a file that its source does not have is nobody's version of another", async () => {
  const lab = await openGreet();
  const own = "/home/user/notes.md";
  await lab.actions.applyFix({ label: "Note", moves: [], writes: [{ path: own, text: "n" }] });
  expect(lab.actions.mountedVersion(own)).toBeUndefined();
});

describe("a draft is in conflict", () => {
  test("when the file is neither what it began from nor what it says", () => {
    expect(isInConflict({ base: "a", text: "b" }, "c")).toBe(true);
    expect(isInConflict({ base: "a", text: "b" }, undefined)).toBe(true);
  });

  test("not by its own saving", () => {
    expect(isInConflict({ base: "a", text: "b" }, "a")).toBe(false);
    expect(isInConflict({ base: "a", text: "b" }, "b")).toBe(false);
    expect(isInConflict({ base: "a", text: "bc", saving: "b" }, "b")).toBe(false);
  });
});
