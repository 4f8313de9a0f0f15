import { expect, test } from "vitest";
import { createSnapshot, snapshotEntries, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { ownProject, seedProject, solutionFiles } from "./overlay.ts";
import { parseLesson } from "./parse-lesson.ts";

function snapshotOf(files: Readonly<Record<string, string | Uint8Array>>) {
  const encoder = new TextEncoder();
  return createSnapshot(
    Object.entries(files).map(([path, content]) => ({
      path,
      mode: snapshotMode.file,
      bytes: typeof content === "string" ? encoder.encode(content) : content,
    })),
  );
}

const workshop = snapshotOf({
  "workshop.yaml": "version: 1",
  "src/a.ts": "a",
  "docs/tools/git-helper/SKILL.md": "skill",
  "docs/tools/git-helper/references/x.md": "x",
  "lessons/01-a/lesson.md": "## A",
  "lessons/01-a/seed/src/a.ts": "seed",
  "lessons/01-a/solution/src/a.ts": "solution",
  "lessons/01-a/solution/logo.png": Uint8Array.of(0xff, 0xfe, 0xfd),
});

const { lesson } = parseLesson("## A", "01-a");

function textsIn(snapshot: ReturnType<typeof snapshotOf>) {
  const decoder = new TextDecoder();
  return Object.fromEntries([...snapshotEntries(snapshot)].map(({ path, bytes }) => [path, decoder.decode(bytes)]));
}

test("a lesson's project is its source under its seed, without what belongs to the teacher", () => {
  expect(textsIn(seedProject(workshop, lesson, ownProject(workshop), ".agents/skills"))).toEqual({
    "docs/tools/git-helper/SKILL.md": "skill",
    "docs/tools/git-helper/references/x.md": "x",
    "src/a.ts": "seed",
  });
});

test("skills that a lesson asks for lie in the harness's own folder, and nothing else of the source", () => {
  const asking = { ...lesson, skills: ["git-helper"] };
  expect(snapshotPaths(seedProject(workshop, asking, ownProject(workshop), ".agents/skills"))).toEqual([
    ".agents/skills/git-helper/SKILL.md",
    ".agents/skills/git-helper/references/x.md",
    "src/a.ts",
  ]);
});

test("of several skills with the name that a lesson asks for, it gets one, and no file of another", () => {
  const source = snapshotOf({ "a/pdf/SKILL.md": "a", "a/pdf/a.md": "a", "b/pdf/SKILL.md": "b", "b/pdf/b.md": "b" });
  expect(textsIn(seedProject(snapshotOf({}), { ...lesson, skills: ["pdf"] }, source, "skills"))).toEqual({
    "skills/pdf/SKILL.md": "a",
    "skills/pdf/a.md": "a",
  });
});

test("a solution is texts; what is none is said", () => {
  const { files, faults } = solutionFiles(workshop, "01-a");
  expect(files).toEqual([{ path: "src/a.ts", text: "solution" }]);
  expect(faults).toMatchObject([{ file: "lessons/01-a/solution/logo.png" }]);
});
