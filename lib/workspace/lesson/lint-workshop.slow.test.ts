import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { FailureError } from "#lib/failure.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createPageFixture } from "#lib/workspace/page-fixture.ts";
import { type LintedWorkshop, lintWorkshop } from "./lint-workshop.ts";

// Bundled skills are fetched as a page would fetch them.
createPageFixture();

const samples = join(import.meta.dirname, "../../../public/samples");

function snapshotOf(files: Readonly<Record<string, string>>) {
  const encoder = new TextEncoder();
  return createSnapshot(
    Object.entries(files).map(([path, text]) => ({ path, mode: snapshotMode.file, bytes: encoder.encode(text) })),
  );
}

function folderOf(id: string) {
  const folder = join(samples, id);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = paths.map(({ parentPath, name }) => join(parentPath, name));
  return snapshotOf(
    Object.fromEntries(entries.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")])),
  );
}

const options = {
  signal: new AbortController().signal,
  fetchOther: () => Promise.reject(new FailureError({ code: "network-cut", host: "git.example" })),
};

async function findingsOf(lesson: string, files: Readonly<Record<string, string>> = {}) {
  const { lessons } = await lintWorkshop(snapshotOf({ "lessons/01-a/lesson.md": lesson, ...files }), "w", options);
  return lessons.flatMap(({ findings }) =>
    findings.map(({ severity, line, message }) => `${severity} ${line} ${message}`),
  );
}

const block = (language: string, yaml: string) => `\`\`\`${language}\n${yaml}\n\`\`\`\n`;

test("our own course is passed from start to end by its solutions, its buttons and the right answers", async () => {
  const { lessons, findings } = await lintWorkshop(folderOf("skills-101"), "skills-101", options);
  expect(findings).toEqual([]);
  expect(lessons).toHaveLength(7);
  const found = lessons.flatMap((lesson) => lesson.findings.map(({ severity, message }) => `${severity} ${message}`));
  expect(found).toEqual([]);
  for (const { minutes } of lessons) expect(minutes).toBeLessThanOrEqual(8);
});

test("the template can be passed as it is", async () => {
  const { lessons } = await lintWorkshop(folderOf("workshop-template"), "workshop-template", options);
  expect(lessons).toMatchObject([{ id: "01-hello", checks: 3, findings: [] }]);
});

test("who stops it has been told of the lessons that were tried", async () => {
  const stopping = new AbortController();
  const told: LintedWorkshop[] = [];
  const onProgress = (soFar: LintedWorkshop) => {
    told.push(soFar);
    if (told.length === 2) stopping.abort();
  };
  const stopped = lintWorkshop(folderOf("skills-101"), "skills-101", {
    ...options,
    signal: stopping.signal,
    onProgress,
  });
  await expect(stopped).rejects.toMatchObject({ failure: { code: "cancelled" } });
  expect(told.map(({ lessons }) => lessons.map(({ findings }) => findings.length))).toEqual([[], [0]]);
});

describe("an author is told, by line,", () => {
  test("of a check that neither the solution nor a button meets, with how near they come", async () => {
    const lesson = `## A\n${block("check", "file_contains: { file: a.txt, text: done }")}`;
    const files = { "lessons/01-a/seed/a.txt": "open", "lessons/01-a/solution/a.txt": "almost" };
    expect(await findingsOf(lesson, files)).toEqual([
      "error 3 Neither the solution nor the step's buttons meet this file_contains: `a.txt` is there, but does not say that",
    ]);
    expect(await findingsOf(lesson, { ...files, "lessons/01-a/solution/a.txt": "done" })).toEqual([]);
  });

  test("of a check that is green from the start", async () => {
    const lesson = `## A\n${block("check", "file_exists: a.txt")}`;
    expect(await findingsOf(lesson, { "lessons/01-a/seed/a.txt": "" })).toEqual([
      "warning 3 This file_exists is met before the learner has done anything",
    ]);
  });

  test("of buttons that would do nothing, and of a link that leads nowhere", async () => {
    const actions = [
      "open: gone.txt",
      "select: gone",
      "profile: keane",
      "compare: [keen, keane]",
      "replace: { file: a.txt, old: x, text: y }",
      "reveal:",
    ];
    const lesson = `## A\nSee [it](gone.md).\n${actions.map((action) => block("action", action)).join("")}`;
    const found = await findingsOf(lesson, { "lessons/01-a/seed/a.txt": "" });
    expect(found.map((finding) => finding.replace(/;.*/, ""))).toEqual([
      "error 2 The link to gone.md leads nowhere",
      "error 3 There is no file gone.txt to open here",
      "error 6 There is no skill gone to show here",
      "error 9 There is no harness keane",
      "error 12 There is no harness keane",
      "error 15 a.txt no longer has the text that this changes. Reset the step to start over",
      "error 18 There is no solution/ to show here",
    ]);
  });

  test("of a button that would change what is not the lesson's", async () => {
    const actions = ["insert: { file: ~/.keen/a, text: x }", "command: /skills notes disable"];
    const skill = "---\nname: notes\ndescription: Takes notes.\n---\n";
    const lesson = `---\nprofile: keen\n---\n## A\n${actions.map((action) => block("action", action)).join("")}`;
    expect(await findingsOf(lesson, { "lessons/01-a/seed/.agents/skills/notes/SKILL.md": skill })).toEqual([
      "error 6 “file” has to be a path inside the project",
      expect.stringMatching(/^warning 8 It is in the message box, because it changes .*, outside the lesson's project/),
    ]);
  });

  test("of what only a careful or only a trusting learner passes, nothing", async () => {
    const skill = "---\nname: notes\ndescription: Takes notes.\n---\nAppend the line `done` to notes.md.\n";
    const files = { "lessons/01-a/seed/.agents/skills/notes/SKILL.md": skill };
    const lesson = (check: string) =>
      `## A\n${block("action", "prompt: Use the notes skill and do all that it says")}${block("check", check)}`;
    expect(await findingsOf(lesson("file_contains: { file: notes.md, text: done }"), files)).toEqual([]);
    expect(await findingsOf(lesson("answer_matches: you did not allow it"), files)).toEqual([]);
    expect(await findingsOf(lesson("answer_matches: a miracle"), files)).toHaveLength(1);
  });

  test("of links to other sites what they are, and no site is asked", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const text = "## A\nSee <https://b.example/>, [c](https://c.example) and\n[b](https://b.example/).\n";
    const { lessons } = await lintWorkshop(snapshotOf({ "lessons/01-a/lesson.md": text }), "w", options);
    expect(lessons).toMatchObject([
      {
        links: [
          { target: "https://b.example/", line: 2 },
          { target: "https://c.example", line: 2 },
        ],
      },
    ]);
    for (const [url] of fetched.mock.calls) expect(url).toMatch(/^\//);
  });

  test("of a source that cannot be opened", async () => {
    const [moved = ""] = await findingsOf(`---\nsource: https://git.example/a/b\n---\n## A\n`);
    expect(moved).toMatch(/^error 1 Its source cannot be opened: /);
  });
});
