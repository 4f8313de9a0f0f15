import { expect, test } from "vitest";
import { stepOf } from "#lib/lesson/progress.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { readText } from "#lib/vfs/files.ts";
import { createSnapshot, snapshotMode, textEntry } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { importWorkspace } from "./import-workspace.ts";

const page = createPageFixture();
const skill = ".agents/skills/food-helper/SKILL.md";

async function openLesson(): Promise<Workspace> {
  const workspace = page.open({ path: "/w/try/skills-101/02-a-description-that-gets-picked" });
  await until(workspace, ({ lesson }) => lesson !== undefined);
  return workspace;
}

async function importedFrom(file: File): Promise<Workspace> {
  const { losses, ...contents } = await importWorkspace("/local/kept", file.name, file);
  expect(losses).toEqual([]);
  const workspace = page.open({ path: "/local/kept", contents });
  await until(workspace, ({ lesson }) => lesson !== undefined);
  return workspace;
}

test("a lesson that was saved as a file opens again as the lesson, where its learner was", async () => {
  const first = await openLesson();
  await first.actions.submit("Make an allergen card for the cinnamon rolls");
  await first.actions.lessonVerb({ do: "go", step: "write-a-better-line" });
  await first.actions.applyFix({
    label: "x",
    moves: [],
    writes: [{ path: `/workspace/${skill}`, text: "---\nname: food-helper\ndescription: Allergen cards\n---\n" }],
  });
  await first.actions.lessonVerb({ do: "solve" });
  const { lessonProgress } = first.store.getState();
  const file = await first.actions.exportFile();
  if (!file) throw new Error("nothing was saved");
  await first.close();

  const again = await importedFrom(file);
  const { lesson, lessonProgress: kept, files, mounts, conversation } = again.store.getState();
  expect(kept).toEqual(lessonProgress);
  expect(lesson && kept && stepOf(lesson.lesson, kept)?.id).toBe("write-a-better-line");
  expect(lesson?.news).toBeUndefined();
  expect(conversation.messages).toHaveLength(2);
  expect(mounts).toMatchObject([
    { imported: {}, source: { kind: "sample", sample: "skills-101", lesson: "02-a-description-that-gets-picked" } },
  ]);
  expect(readText(files, `/workspace/${skill}`)).toMatch(/^description: Makes an allergen card/m);
  await again.actions.lessonVerb({ do: "restore" });
  expect(readText(again.store.getState().files, `/workspace/${skill}`)).toMatch(/^description: Allergen cards$/m);

  // The lesson still belongs to the workshop, as its host confirms.
  const standing = await again.actions.workshopStanding();
  expect(standing?.workshop).toBe("/try/skills-101");
  expect(standing?.lessons[1]?.passed).toEqual(lessonProgress?.passed);
  await again.actions.compareWithHost(mounts[0]?.id ?? "");
  expect(again.store.getState().mounts[0]?.imported).toEqual({ verified: "skills-101" });
});

const texts = {
  workshop: "Workshop",
  model: "demo",
  lessons: [{ id: "01-a", title: "A" }],
  id: "01-a",
  text: "## One\n",
  solution: [{ path: "a.txt", text: "a" }],
};
const progress = {
  step: "one",
  opened: [{ step: "one", from: 1, changed: [] }],
  passed: [],
  skipped: [],
  log: { events: [], next: 1 },
  known: [],
};
const source = {
  source: { kind: "upload", name: "class", lesson: "01-a" },
  label: "class",
  as: "project",
  scope: "project",
  at: "/workspace",
  lesson: texts,
  deleted: [],
};
const manifest = {
  format: "skillground-workspace",
  version: 3,
  title: "t",
  createdAt: 1,
  harness: "keen",
  noSkills: false,
  selection: {},
  deleted: [],
  sources: [source],
  lessonProgress: progress,
};

async function read(value: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const zip = await writeZip([{ path: "manifest.json", mode: snapshotMode.file, bytes }]);
  return importWorkspace("/local/1", "w.zip", zip);
}

test("a lesson whose titles have no end is kept, and opens again from its file", async () => {
  const long = (what: string) => `${what} ${"and so on ".repeat(2000)}`;
  const lessonText = `---\ntitle: ${long("Lesson")}\n---\n\n## ${long("Step")}\n\nRead.\n`;
  const snapshot = createSnapshot([
    textEntry("workshop.yaml", `version: 1\ntitle: "${long("Workshop")} \\ud83d"\n`),
    textEntry("lessons/01-first/lesson.md", lessonText),
  ]);
  const incoming = { kind: "workshop", name: "long", lesson: "01-first", snapshot } as const;
  const first = page.open({ own: true, incoming });
  await until(first, ({ lesson, storage }) => lesson !== undefined && storage.kind === "saved");
  const file = await first.actions.exportFile();
  await first.close();
  const again = page.open();
  expect((await until(again, ({ phase }) => phase.kind !== "restoring")).phase.kind).toBe("ready");
  await again.close();
  if (!file) throw new Error("nothing was saved");
  await importedFrom(file);
});

const outside = { path: "../home/user/.bashrc", text: "x" };
const changed = (files: unknown) => ({ ...progress, opened: [{ step: "one", from: 1, changed: files }] });

test("the plain file of a lesson is taken", async () => {
  expect((await read(manifest)).workspace).toMatchObject({ state: { lessonProgress: progress } });
});

test.each<[string, unknown]>([
  [
    "whose solution lies outside the project",
    { ...manifest, sources: [{ ...source, lesson: { ...texts, solution: [outside] } }] },
  ],
  ["whose learner's version does", { ...manifest, lessonProgress: { ...progress, mine: [outside] } }],
  ["whose files at the beginning of a step do", { ...manifest, lessonProgress: changed([outside]) }],
  ["that its source does not name", { ...manifest, sources: [{ ...source, source: { kind: "upload", name: "x" } }] }],
  ["of another name than its source's", { ...manifest, sources: [{ ...source, lesson: { ...texts, id: "02-b" } }] }],
  ["that its source alone names", { ...manifest, sources: [{ ...source, lesson: undefined }] }],
  [
    "passed at a time that no date can have",
    { ...manifest, lessonProgress: { ...progress, passed: [{ check: "one/x-1", at: 1e300, by: "learner" }] } },
  ],
  ["in a workspace made at such a time", { ...manifest, createdAt: 9e15 }],
  ["whose events are none", { ...manifest, lessonProgress: { ...progress, log: { events: [{ seq: 1 }], next: 1 } } }],
  [
    "with a million events",
    { ...manifest, lessonProgress: { ...progress, log: { events: Array.from({ length: 1e6 }, () => 1), next: 1 } } },
  ],
])("a file with a lesson %s is refused", async (_, value) => {
  await expect(read(value)).rejects.toMatchObject({
    failure: { code: "workspace-file-refused", reason: "its manifest is damaged" },
  });
});
