import { afterEach, expect, test } from "vitest";
import { openLesson } from "#lib/fetching/open-lesson.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
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
    entryOf("lesson.md", "---\nprofile: keen\n---\n## A\n"),
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
