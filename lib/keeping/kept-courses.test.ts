import { expect, test } from "vitest";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { withCourses } from "./kept-courses.ts";
import { keptLessons } from "./kept-lessons.ts";

const check = (id: string) => ({ id, label: id });
const outlines = ["01-a", "02-b", "03-c"].map((id) => ({
  id,
  title: `Lesson ${id}`,
  steps: [{ id: "s", title: "S", checks: [check(`${id}/1`), check(`${id}/2`)] }],
}));

function workspace(id: string, meta: unknown, state: unknown = {}): StoredWorkspace {
  const mounts = [{ id: "m", meta }];
  return { schema: 1, id, title: id, createdAt: 0, usedAt: 0, fileCount: 0, byteCount: 0, mounts, state };
}

/** A stored lesson of the workshop, with `count` of its two checks passed. */
function lesson(id: string, count: number, sample = "course"): StoredWorkspace {
  const texts = { workshop: "A course", model: "demo", lessons: outlines, id, text: "## A\n", solution: [] };
  const passed = [`${id}/1`, `${id}/2`].slice(0, count).map((one) => ({ check: one, at: 1, by: "learner" }));
  const meta = { source: { kind: "sample", sample, lesson: id }, lesson: texts };
  return workspace(`/w/try/${sample}/${id}`, meta, { lessonProgress: { passed } });
}

const repository = workspace("/gh/a/b", { source: { kind: "git", url: "https://github.com/a/b" } });

function shown(stored: readonly StoredWorkspace[]) {
  return withCourses(stored).map((listed) => {
    if (listed.kind === "workspace") return listed.workspace.id;
    const { workshop, lessons, finished, next, workspaces } = listed.course;
    return [workshop, `${finished} of ${lessons}`, next.path, next.title, workspaces.length];
  });
}

test("the lessons of a workshop are one course, where the first of them stood", () => {
  const stored = [repository, lesson("02-b", 1), lesson("01-a", 2, "other"), lesson("01-a", 2)];
  expect(shown(stored)).toEqual([
    "/gh/a/b",
    ["/try/course", "1 of 3", "/w/try/course/02-b", "Lesson 02-b", 2],
    ["/try/other", "1 of 3", "/w/try/other/02-b", "Lesson 02-b", 1],
  ]);
});

test("it goes on with the lesson looked at last, then with the first after it that is not passed, round to the first", () => {
  const next = (...stored: StoredWorkspace[]) => (shown(stored)[0] as unknown[])[3];
  expect(next(lesson("01-a", 1), lesson("02-b", 0))).toBe("Lesson 01-a");
  expect(next(lesson("02-b", 2), lesson("01-a", 0))).toBe("Lesson 03-c");
  expect(next(lesson("03-c", 2), lesson("02-b", 2))).toBe("Lesson 01-a");
  expect(next(lesson("03-c", 2), lesson("02-b", 2), lesson("01-a", 2))).toBe("Lesson 03-c");
});

test("of a lesson in two workspaces, as one that was imported, the one used last counts", () => {
  const imported = { ...lesson("01-a", 0), id: "/local/1", usedAt: 1 };
  const now = { ...lesson("01-a", 2), usedAt: 2 };
  expect(shown([now, imported])).toEqual([["/try/course", "1 of 3", "/w/try/course/02-b", "Lesson 02-b", 2]]);
  expect(keptLessons([now, imported]).map(({ progress }) => progress.passed.length)).toEqual([0, 2]);
});

test("a record that is no lesson as we write it is a workspace", () => {
  const source = { kind: "sample", sample: "course", lesson: "01-a" };
  const texts = { id: "01-a", text: "## A\n" };
  const odd = [{ source }, { source, lesson: texts }].map((meta, index) =>
    workspace(`/local/${index}`, meta, { lessonProgress: { passed: [] } }),
  );
  expect(shown(odd)).toEqual(["/local/0", "/local/1"]);
});
