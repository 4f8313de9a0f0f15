import { expect, test, vi } from "vitest";
import type { LiveFolder } from "#lib/upload/pick.ts";
import { readUpload } from "#lib/upload/upload.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { readText } from "#lib/vfs/files.ts";
import { snapshotEntry, snapshotMode, snapshotPaths, textEntry } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { lintWorkshop } from "./lint-workshop.ts";

const page = createPageFixture();

/** A folder of the disk that the page may read, as the browser provides it. */
function folderOf(disk: Map<string, string>, prefix = ""): LiveFolder {
  async function* entries() {
    const below = [...disk.keys()].filter((path) => path.startsWith(prefix));
    for (const name of new Set(below.map((path) => path.slice(prefix.length).split("/", 1)[0] ?? ""))) {
      const text = disk.get(prefix + name);
      // The size serves as the modification time.
      const file = new File([text ?? ""], name, { lastModified: text?.length ?? 0 });
      if (text === undefined) yield [name, folderOf(disk, `${prefix}${name}/`)];
      else yield [name, { kind: "file", name, getFile: async () => file }];
    }
  }
  const granted = async () => "granted";
  const handle = { kind: "directory", name: "class", entries, queryPermission: granted, requestPermission: granted };
  return handle as unknown as LiveFolder;
}

const ready = (workspace: Workspace) => until(workspace, ({ phase }) => phase.kind === "ready");

test("a lesson of a followed folder is its learners' project, and follows what its author saves", async () => {
  // A fake handle cannot be stored.
  vi.stubGlobal("indexedDB", undefined);
  const disk = new Map([
    ["lessons/01-a/lesson.md", "## First\n\n```check\nfile_exists: a.txt\n```\n"],
    ["lessons/01-a/seed/a.txt", "one"],
    ["notes.txt", "notes"],
  ]);
  const author = page.open({ own: true, incoming: { kind: "live", folder: folderOf(disk) } });
  const { mounts } = await ready(author);
  const id = mounts[0]?.id ?? "";
  expect(await author.actions.authoredWorkshop(id)).toMatchObject({ lessons: [{ id: "01-a", title: "First" }] });
  const incoming = await author.actions.lessonIncoming(id, "01-a");
  const learner = page.open({ path: "/local/learner", own: true, ...(incoming && { incoming }) });
  const { files } = await until(learner, ({ lesson }) => lesson !== undefined);
  expect(readText(files, "/workspace/a.txt")).toBe("one");
  expect(files.stat("/workspace/lessons")).toBeUndefined();
  expect(files.stat("/workspace/notes.txt")).toBeDefined();
  disk.set("lessons/01-a/lesson.md", "## First, and better\n");
  disk.set("lessons/01-a/seed/a.txt", "another");
  await learner.actions.readAgain(learner.store.getState().mounts[0]?.id ?? "");
  const after = learner.store.getState();
  expect(after.lesson?.lesson.steps.map(({ title }) => title)).toEqual(["First, and better"]);
  expect(readText(after.files, "/workspace/a.txt")).toBe("another");
});

test("what was done becomes a workshop that can be passed", async () => {
  const workspace = page.open({ path: "/try/first-look", own: true });
  await ready(workspace);
  const { actions } = workspace;
  await actions.submit("Review src/invoice.ts before I merge it");
  await actions.submit("/skills reload");
  await actions.applyFix({
    label: "x",
    moves: [],
    writes: [{ path: "/workspace/src/invoice.ts", text: "// mended\n" }],
  });
  const made = await actions.makeLesson();
  const author = page.open({ path: "/local/author", own: true, ...made });
  const { files, mounts, selection } = await ready(author);
  expect(selection.file?.path).toBe(`${mounts[0]?.at}/lessons/01-lesson/lesson.md`);
  expect(readText(files, selection.file?.path ?? "")).toMatch(/^---\ntitle: New lesson\nprofile: keen\n---\n/);
  expect(await author.actions.authoredWorkshop(mounts[0]?.id ?? "")).toMatchObject({ lessons: [{ id: "01-lesson" }] });
  const { snapshot } = await readUpload(made.incoming.kind === "upload" ? made.incoming.files : []);
  expect(snapshotPaths(snapshot)).toEqual(
    expect.arrayContaining([
      "lessons/01-lesson/lesson.md",
      "lessons/01-lesson/seed/.agents/skills/code-review/SKILL.md",
      "lessons/01-lesson/solution/src/invoice.ts",
      "workshop.yaml",
    ]),
  );
  const file = await author.actions.saveWorkshop(mounts[0]?.id ?? "");
  const saved = await readUpload(file ? [{ path: file.name, file }] : []);
  expect(snapshotPaths(saved.snapshot)).toEqual(snapshotPaths(snapshot));
  const { lessons } = await lintWorkshop(snapshot, "made", {
    signal: new AbortController().signal,
    fetchOther: () => Promise.reject(new Error("It has no other source.")),
  });
  expect(lessons).toMatchObject([{ title: "New lesson", findings: [] }]);
  expect(lessons[0]?.checks).toBeGreaterThan(3);
});

test("a workshop keeps its links when it is saved, and its lessons have them", async () => {
  const link = "lessons/01-a/seed/CLAUDE.md";
  const archive = await writeZip([
    textEntry("workshop.yaml", "title: Links\n"),
    textEntry("lessons/01-a/lesson.md", "## First\n"),
    textEntry("lessons/01-a/seed/AGENTS.md", "Be brief."),
    { path: link, mode: snapshotMode.link, bytes: new TextEncoder().encode("AGENTS.md") },
  ]);
  const files = [{ path: "class.zip", file: new Blob([archive]) }];
  const author = page.open({ own: true, incoming: { kind: "upload", name: "class.zip", files } });
  const { mounts } = await ready(author);
  const id = mounts[0]?.id ?? "";
  const file = await author.actions.saveWorkshop(id);
  const { snapshot } = await readUpload(file ? [{ path: file.name, file }] : []);
  expect(snapshotEntry(snapshot, link)?.mode).toBe(snapshotMode.link);
  const incoming = await author.actions.lessonIncoming(id, "01-a");
  const learner = page.open({ path: "/local/learner", own: true, ...(incoming && { incoming }) });
  const { files: seeded } = await until(learner, ({ lesson }) => lesson !== undefined);
  expect(readText(seeded, "/workspace/CLAUDE.md")).toBe("Be brief.");
});
