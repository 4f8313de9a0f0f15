import { afterEach, describe, expect, test } from "vitest";
import type { FileEdit } from "#lib/editing/write-files.ts";
import { openLesson } from "#lib/fetching/open-lesson.ts";
import { type LessonProgress, record } from "#lib/lesson/progress.ts";
import { readText } from "#lib/vfs/files.ts";
import { createSnapshot, type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createPageFixture } from "#lib/workspace/page-fixture.ts";
import { type LessonTrial, tryLesson } from "./try-lesson.ts";

// Bundled skills are fetched as a page would fetch them.
createPageFixture();

const config = "/home/user/.keen/skills/config.json";
const skill = "---\nname: notes\ndescription: Takes notes.\n---\n";
let trial: LessonTrial | undefined;
afterEach(() => trial?.close());

function entryOf(path: string, text: string, mode: SnapshotEntry["mode"] = snapshotMode.file): SnapshotEntry {
  return { path: `lessons/01-a/${path}`, mode, bytes: new TextEncoder().encode(text) };
}

/** A running lesson, whose project has one skill and links that lead out of it. */
async function openTrial(): Promise<LessonTrial> {
  const snapshot = createSnapshot([
    entryOf("lesson.md", "---\nprofile: keen\n---\n## A\n\n## B\n"),
    entryOf("seed/.agents/skills/notes/SKILL.md", skill),
    entryOf("seed/settings.json", config, snapshotMode.link),
    entryOf("seed/home", "/home/user", snapshotMode.link),
    entryOf("solution/settings.json", "{}"),
    entryOf("solution/done.txt", "done"),
  ]);
  const source = { kind: "upload", name: "w" } as const;
  const fetched = { source, label: "w", snapshot, notices: [] };
  const fetchOther = () => Promise.reject(new Error("Nothing else is fetched."));
  trial = await tryLesson(await openLesson(fetched, "01-a", fetchOther), new AbortController().signal);
  return trial;
}

function filesOf({ store }: LessonTrial) {
  const { files } = store.getState();
  return { config: readText(files, config), done: readText(files, "/workspace/done.txt") };
}

test.each(["settings.json", "home/.keen/skills/config.json", "../home/user/.keen/skills/config.json", config])(
  "a button writes nothing at %s, which lies outside the lesson's project",
  async (file) => {
    const { perform } = await openTrial();
    const said = await perform({ do: "act", action: { verb: "insert", file, text: '{"is_enabled":{"notes":false}}' } });
    expect(said).toMatch(/ lies outside the lesson's project, so it stays as it is\.$/);
    expect(trial && filesOf(trial).config).toBeUndefined();
    expect(await perform({ do: "act", action: { verb: "insert", file: "new/done.txt", text: "x" } })).toBeUndefined();
  },
);

test("a command that changes settings of the home folder waits in the message box, and one that changes nothing runs", async () => {
  const { store, perform, send } = await openTrial();
  const line = "/skills notes disable";
  const said = await perform({ do: "act", action: { verb: "command", line, says: "Say hello" } });
  expect(said).toContain(`because it changes ${config}, outside the lesson's project`);
  expect(trial && filesOf(trial).config).toBeUndefined();
  expect(store.getState().messageText).toBe(line);
  expect(await perform({ do: "act", action: { verb: "command", line: "/skills reload" } })).toBeUndefined();
  await perform({ do: "act", action: { verb: "command", line } });
  await send(false);
  expect(trial && filesOf(trial).config).toContain("notes");
});

test("a solution, and a learner's own version out of a hostile file, are put back into the project alone", async () => {
  const { lessons, perform } = await openTrial();
  expect(await perform({ do: "solve" })).toContain("/workspace/settings.json lies outside the lesson's project");
  expect(trial && filesOf(trial)).toEqual({ config: undefined, done: "done" });
  const mine = [
    { path: `../..${config}`, text: "{}" },
    { path: "done.txt", text: "mine" },
  ];
  const progress = lessons.state().lessonProgress as LessonProgress;
  const [opened] = progress.opened;
  lessons.restore({ ...progress, mine });
  expect(await perform({ do: "restore" })).toContain("outside the lesson's project");
  expect(trial && filesOf(trial)).toEqual({ config: undefined, done: "mine" });
  lessons.restore({ ...progress, opened: opened ? [{ ...opened, changed: mine }] : [] });
  expect(await perform({ do: "reset" })).toContain("outside the lesson's project");
  expect(trial && filesOf(trial).config).toBeUndefined();
});

test("a learner's own version is kept until it is written", async () => {
  const { lessons, perform, store } = await openTrial();
  const mine = [{ path: "done.txt", text: "mine" }];
  lessons.restore({ ...(lessons.state().lessonProgress as LessonProgress), mine });
  let isKept: boolean | undefined;
  store.subscribe(({ files, lessonProgress }) => {
    if (readText(files, "/workspace/done.txt") !== "mine") isKept = lessonProgress?.mine !== undefined;
  });
  await perform({ do: "restore" });
  expect(isKept).not.toBe(false);
  expect(trial && filesOf(trial).done).toBe("mine");
  expect(lessons.state().lessonProgress?.mine).toBeUndefined();
});

test("a prompt of the lesson replaces another one, and not what the learner has typed", async () => {
  const { composer, perform, store } = await openTrial();
  const prompt = (text: string) => perform({ do: "act", action: { verb: "prompt", text } });
  await prompt("First");
  await prompt("Second");
  expect(store.getState().messageText).toBe("Second");
  composer.put({ messageText: "My own words" });
  await prompt("Third");
  await prompt("Third");
  expect(store.getState().messageText).toBe("Third\nMy own words");
});

describe("a step that is reset", () => {
  const project = (path: string) => `/workspace/${path}`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const passed = (check: string) => ({ check, at: 0, by: "learner" }) as const;

  /** Opens the second step after these changes in the first. */
  async function openSecond(first: readonly FileEdit[]) {
    const opened = await openTrial();
    await opened.editing.writeBytes(first);
    await opened.perform({ do: "go", step: "b" });
    const read = (path: string) => opened.tree.state().files.read(project(path));
    return { ...opened, read };
  }

  test("keeps what the steps before it had changed, where that was too much to be kept", async () => {
    const long = "x".repeat(300_000);
    const { perform, editing, read } = await openSecond([{ path: project("long.txt"), bytes: bytes(long) }]);
    await editing.writeBytes([{ path: project("long.txt"), bytes: bytes("short") }]);
    expect(await perform({ do: "reset" })).toMatch(/too large to keep/);
    expect(read("long.txt")).toEqual(bytes("short"));
  });

  test("puts a long change of its own back", async () => {
    const { perform, editing, read } = await openSecond([{ path: project("a.txt"), bytes: bytes("a") }]);
    await editing.writeBytes([{ path: project("long.txt"), bytes: bytes("x".repeat(300_000)) }]);
    await perform({ do: "reset" });
    expect([read("a.txt"), read("long.txt")]).toEqual([bytes("a"), undefined]);
    await perform({ do: "undo" });
    expect(read("long.txt")?.length).toBe(300_000);
  });

  test("brings back what it undid, after a second click, too, and leaves what was edited since", async () => {
    const { perform, editing, read } = await openSecond([]);
    const write = (path: string, text: string) => editing.writeBytes([{ path: project(path), bytes: bytes(text) }]);
    await write("a.txt", "a");
    await write("b.txt", "b");
    await perform({ do: "reset" });
    await perform({ do: "reset" });
    await write("b.txt", "newer");
    expect(await perform({ do: "undo" })).toBe("/workspace/b.txt was edited after the reset, so it stays as it is.");
    expect([read("a.txt"), read("b.txt")]).toEqual([bytes("a"), bytes("newer")]);
  });

  test("leaves a picture, a byte-order mark and a link as they were", async () => {
    const picture = new Uint8Array([0x89, 0x50, 0xff, 0x00]);
    const marked = bytes("\uFEFFa");
    const { perform, editing, tree, read } = await openSecond([
      { path: project("picture.png"), bytes: picture },
      { path: project("marked.txt"), bytes: marked },
    ]);
    await editing.writeBytes([{ path: project("settings.json"), bytes: null }]);
    await perform({ do: "reset" });
    expect([read("picture.png"), read("marked.txt")]).toEqual([picture, marked]);
    expect(tree.state().files.lstat(project("settings.json"))).toMatchObject({ kind: "link", target: config });
  });

  test("keeps what was done after the reset when that is undone", async () => {
    const { perform, lessons } = await openSecond([]);
    const now = () => lessons.state().lessonProgress as LessonProgress;
    const begun = now().opened.find(({ step }) => step === "b")?.from;
    lessons.keep(record({ ...now(), passed: [passed("b/old")] }, [{ kind: "prompt", text: "Before" }], 0));
    await perform({ do: "reset" });
    lessons.keep(
      record({ ...now(), passed: [...now().passed, passed("b/new")] }, [{ kind: "prompt", text: "After" }], 0),
    );
    await perform({ do: "undo" });
    expect(now().passed.map(({ check }) => check)).toEqual(["b/old", "b/new"]);
    expect(now().log.events.map(({ kind }) => kind)).toEqual(["prompt", "reset", "prompt"]);
    expect(now().opened.find(({ step }) => step === "b")?.from).toBe(begun);
  });

  test("keeps what happened while its files were written", async () => {
    const { perform, editing, lessons } = await openSecond([]);
    await editing.writeBytes([{ path: project("a.txt"), bytes: bytes("a") }]);
    const resetting = perform({ do: "reset" });
    const progress = lessons.state().lessonProgress as LessonProgress;
    lessons.keep(record(progress, [{ kind: "prompt", text: "Meanwhile" }], 0));
    await resetting;
    expect(lessons.state().lessonProgress?.log.events.map(({ kind }) => kind)).toEqual(["prompt", "reset"]);
  });
});
