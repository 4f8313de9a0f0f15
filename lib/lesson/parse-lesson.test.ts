import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { actionWords } from "./action-words.ts";
import { actionsOf, checksOf, lessonLimits } from "./lesson.ts";
import { parseLesson } from "./parse-lesson.ts";
import { parseWorkshop } from "./parse-workshop.ts";

const lesson = `---
title: Three tiers
profile: keen
skills: [git-helper]
---
Welcome.

## First *look*

Read [the file](src/a.ts).

\`\`\`action
open: src/a.ts:3-9
\`\`\`

\`\`\`check
skill_discovered: git-helper
\`\`\`

\`\`\`yaml
check: this is only an example
\`\`\`

## First look

\`\`\`quiz
ask: Which?
choices:
  - text: One
  - text: Two
    right: true
    why: Because.
\`\`\`

~~~hint In short
\`\`\`check
not a check
\`\`\`
~~~
`;

test("a lesson is steps of text, buttons, checks, hints and questions, each where it was written", () => {
  const { lesson: read, faults } = parseLesson(lesson, "01-a");
  expect(faults).toEqual([]);
  expect(read).toMatchObject({ id: "01-a", title: "Three tiers", profile: "keen", skills: ["git-helper"] });
  expect(read.steps.map(({ id, title, line }) => ({ id, title, line }))).toEqual([
    { id: "first-look", title: "First look", line: 8 },
    { id: "first-look-2", title: "First look", line: 24 },
  ]);
  const [first, second] = read.steps;
  expect(first?.blocks.map(({ kind }) => kind)).toEqual(["text", "text", "action", "check", "text"]);
  expect(second?.blocks.map(({ kind }) => kind)).toEqual(["quiz", "hint"]);
  expect(second?.blocks[1]).toMatchObject({ title: "In short", markdown: "```check\nnot a check\n```" });
  expect(read.steps.flatMap(actionsOf)).toEqual([{ verb: "open", file: "src/a.ts", line: 3, endLine: 9 }]);
  expect(read.steps.flatMap(checksOf).map(({ id }) => id)).toEqual([
    "first-look/skill_discovered-1",
    "first-look-2/quiz-1",
  ]);
});

describe("what cannot be read is said with its line and what is allowed", () => {
  function faultsOf(block: string) {
    return parseLesson(`## Step\n\n${block}\n`, "a").faults.map(({ line, message }) => `${line} ${message}`);
  }

  test.each([
    ["```check\nskill_found: a\n```", /^4 “skill_found” is not a check; allowed: skill_discovered, /],
    ["```check\nskill_discovered: { skil: a }\n```", /^4 “skil” is not known here; allowed: skill, in$/],
    ["```check\nstate_is: { skill: a, state: awake }\n```", /^4 “state” has to be one of on, off, named, active$/],
    ["```check\nfile_exists: a\nfile_changed: b\n```", /^5 A check has one verb, and “file_changed” is a second key$/],
    ["```check\norder: [{ file_exists: a }]\n```", /takes checks on what happens, and file_exists is none$/],
    ["```check\nfile_contains: { file: a, matches: '(' }\n```", /^4 This regular expression cannot be used: /],
    ["```check\nfile_contains: { file: a, matches: '(?=a)' }\n```", /^4 This regular expression cannot be used: /],
    ["```check\nprofiles_differ: { skill: a, profiles: [keen] }\n```", /has to name two harnesses at least$/],
    ["```check\n- a\n```", /^4 A check is one verb: /],
    ["```check\n: : :\n\t- x: [\n```", /^\d This is not YAML: /],
    ["```check\n```", /^4 This is empty$/],
    ["```check\na: &x 1\nb: *x\n```", /References to other places/],
    ["```action\nrun: rm -rf /\n```", /^4 “run” is not an action; allowed: open, select, /],
    ["```action\nopen: a\nprompt: b\n```", /^5 An action has one verb, and “prompt” is a second key$/],
    ["```quiz\nask: Which?\nchoices: [{ text: a }, { text: b }]\n```", /^4 No choice is “right: true”$/],
    ["```quiz\nask: Which?\nchoices: [{ text: a, right: true }]\n```", /^5 “choices” has to be a list of two to eight/],
  ])("%s", (block, message) => {
    const [first = ""] = faultsOf(block);
    expect(first).toMatch(message);
    expect(parseLesson(`## Step\n\n${block}\n`, "a").lesson.steps[0]?.blocks).toMatchObject([{ kind: "fault" }]);
  });

  test("a lesson without a step, and a frontmatter without an end", () => {
    expect(parseLesson("Only text.", "a").faults).toMatchObject([{ line: 1, message: /^There is no step/ }]);
    expect(parseLesson("---\ntitle: x\n\n## A\n", "a").faults).toMatchObject([{ line: 1 }]);
  });
});

describe("what is too much is left out and said", () => {
  test("500 steps", () => {
    const { lesson: read, faults } = parseLesson("## Step\n\ntext\n\n".repeat(500), "a");
    expect(read.steps).toHaveLength(lessonLimits.steps);
    expect(new Set(read.steps.map(({ id }) => id)).size).toBe(lessonLimits.steps);
    expect(faults).toMatchObject([{ message: "A lesson has 50 steps at most: the rest is ignored" }]);
  });

  test("a thousand blocks in one step", () => {
    const { lesson: read, faults } = parseLesson(`## Step\n\n${"```check\nfile_exists: a\n```\n".repeat(1000)}`, "a");
    expect(read.steps[0]?.blocks).toHaveLength(lessonLimits.blocks + 1);
    expect(faults).toHaveLength(1);
  });

  test("megabytes of text", () => {
    const { faults } = parseLesson(`## Step\n\n${"word ".repeat(20)}\n`.repeat(20_000), "a");
    expect(faults.at(-1)?.message).toMatch(/The lesson is too long/);
  });

  test("YAML bombs: many parts, deep nesting", () => {
    const parts = `## A\n\`\`\`check\nany: [${"{ file_exists: a }, ".repeat(5000)}]\n\`\`\``;
    const deep = `## A\n\`\`\`check\n${"not: { ".repeat(60)}file_exists: a${" }".repeat(60)}\n\`\`\``;
    for (const bomb of [parts, deep]) {
      expect(parseLesson(bomb, "a").faults).toMatchObject([{ message: "This YAML block is too long" }]);
    }
  });
});

test("no text throws, and faults point into it", () => {
  const words = fc.constantFrom(
    "```check",
    "```action",
    "```quiz",
    "```hint x",
    "```",
    "~~~",
    "## A",
    "---",
    "title: x",
    "not:",
    "any: [",
    "- text: a",
    "{",
    "}",
    "&a",
    "*a",
    "skill_discovered: a",
    "prompt: |",
    "  b",
    "",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: "binary" })), { maxLength: 40 }), (lines) => {
      const source = lines.join("\n");
      const { lesson: read, faults } = parseLesson(source, "a");
      const count = source.split(/\r\n?|\n/).length + 1;
      for (const { line } of faults) expect(line).toBeLessThanOrEqual(count);
      for (const { line } of faults) expect(line).toBeGreaterThan(0);
      expect(new Set(read.steps.map(({ id }) => id)).size).toBe(read.steps.length);
    }),
    { numRuns: 150 },
  );
});

test("the id of a step is never cut within a letter", () => {
  const [step] = parseLesson(`## a${"\u{20bb7}".repeat(70)}`, "a").lesson.steps;
  expect(step?.id).toBe(`a${"\u{20bb7}".repeat(59)}`);
});

test("each action says what it does, whatever its author says of it", () => {
  const source = [
    "prompt: Hello",
    "command: /skills reload",
    "{ prompt: Hello, say: Greet }",
    "open: a.md",
    "open: a.md:3",
    "open: a.md:3-9",
    "profile: claude-code",
    "profile: claude-coda",
    "compare: [keen, codex]",
    "compare:",
    "report:",
    "reveal:",
  ].map((yaml) => `\`\`\`action\n${yaml}\n\`\`\``);
  const [step] = parseLesson(`## A\n${source.join("\n")}`, "a").lesson.steps;
  const actions = step ? actionsOf(step) : [];
  expect(actions.map(({ says }) => says).filter(Boolean)).toEqual(["Greet"]);
  expect(actions.map((action) => actionWords(action, profileById("keen")))).toEqual([
    "Type “Hello”",
    "Run `/skills reload`: reloads the skills",
    "Type “Hello”",
    "Open `a.md`",
    "Open `a.md`, line 3",
    "Open `a.md`, lines 3 to 9",
    "Switch to Claude Code",
    "Switch to `claude-coda`",
    "Compare Keen Code, Codex",
    "Compare harnesses",
    "Open the report",
    "Show the solution",
  ]);
});

test("a line that the harness takes as a command is told as one, with what it changes", () => {
  const told = (harness: string, text: string) => actionWords({ verb: "prompt", text }, profileById(harness));
  const box = "Type the command";
  expect(told("claude-code", "/clear  ")).toBe(`${box} \`/clear  \`: begins a new conversation`);
  expect(told("keen", "/skills a disable")).toMatch(
    /the command `.*`: switches a skill on or off, in the harness’s own/,
  );
  expect(told("keen", "/clear")).toBe("Type “/clear”");
  const run = (line: string) => actionWords({ verb: "command", line }, profileById("claude-code"));
  expect(run("/clear")).toBe("Run `/clear`: begins a new conversation");
  expect(run("Delete all")).toBe("Run `Delete all`");
});

test.each(["/home/user/.keen/a", "~/.keen/a", "../a", "a/../../a", "a/..", ".", "~"])(
  "no file is written at %s, outside the project",
  (file) => {
    const actions = [`insert: { file: "${file}", text: a }`, `replace: { file: "${file}", old: a, text: b }`];
    for (const yaml of actions) {
      const { faults } = parseLesson(`## A\n\`\`\`action\n${yaml}\n\`\`\``, "a");
      expect(faults).toMatchObject([{ line: 3, message: "“file” has to be a path inside the project" }]);
    }
  },
);

describe("a workshop", () => {
  const paths = [
    "lessons/02-b/lesson.md",
    "lessons/10-c/lesson.md",
    "lessons/01-a/lesson.md",
    "lessons/draft/notes.md",
  ];

  test("has its lessons by their numbers, or as it names them", () => {
    expect(parseWorkshop(undefined, paths).workshop).toEqual({
      title: "Workshop",
      model: "demo",
      lessons: ["01-a", "02-b", "10-c"],
    });
    const { workshop, faults } = parseWorkshop("version: 1\ntitle: T\nmodel: any\nlessons: [10-c, 01-a]", paths);
    expect(faults).toEqual([]);
    expect(workshop).toEqual({ title: "T", model: "any", lessons: ["10-c", "01-a"] });
  });

  test.each([
    ["version: 2\ntitle: T", 1, /^Version 2 is not known here/],
    [
      "version: 1\ntitle: T\nlessons: [09-x]",
      1,
      /^There is no lessons\/09-x\/lesson\.md; there are: 01-a, 02-b, 10-c$/,
    ],
    ["version: 1\ntitel: T", 2, /^“titel” is not known here; allowed: version, title, /],
    ["- a", 1, /^A workshop is keys with values$/],
  ])("%s is said to be wrong", (source, line, message) => {
    expect(parseWorkshop(source, paths).faults[0]).toMatchObject({ file: "workshop.yaml", line });
    expect(parseWorkshop(source, paths).faults[0]?.message).toMatch(message);
  });
});

describe("what is written to hold the page up", () => {
  test("is a workshop of twenty thousand lessons with long names, most of them missing", { timeout: 60_000 }, () => {
    const paths = Array.from({ length: 19_000 }, (_, index) => `lessons/${"a".repeat(190)}${19_000 - index}/lesson.md`);
    expect(parseWorkshop(undefined, paths).workshop.lessons).toHaveLength(lessonLimits.lessons);
    const missing = Array.from({ length: 500 }, (_, index) => `x${index}`).join();
    const { faults } = parseWorkshop(`version: 1\ntitle: A\nlessons: [${missing}]\n`, paths);
    expect(faults[0]?.message).toMatch(/^There is no lessons\/x0\/lesson\.md; there are: a{60}…, .* and 480 more$/);
    expect(Math.max(...faults.map(({ message }) => message.length))).toBeLessThan(2000);
  });

  const titleOf = (text: string) => parseLesson(`## ${text}\n`, "a").lesson.steps[0]?.title;

  test("is a heading of a hundred thousand signs, read at its beginning", { timeout: 60_000 }, () => {
    expect(titleOf(`a${" ".repeat(100_000)}b`)).toBe("a");
    expect(titleOf("[".repeat(100_000))).toHaveLength(300);
    expect(titleOf("[a](".repeat(30_000))).toHaveLength(300);
    expect(titleOf("A plain one ## # ##")).toBe("A plain one ## #");
  });

  test("is a fence before a line of blanks or letters without end", { timeout: 60_000 }, () => {
    const { lesson } = parseLesson(`## A\n\`\`\`${" ".repeat(50_000)}\`\n\`\`\`${"a".repeat(50_000)}\`\n`, "a");
    expect(lesson.steps[0]?.blocks.map(({ kind }) => kind)).toEqual(["text"]);
    const [hint] = parseLesson("## A\n~~~ hint \t More of it \nHere.\n~~~\n", "a").lesson.steps[0]?.blocks ?? [];
    expect(hint).toMatchObject({ kind: "hint", title: "More of it", markdown: "Here." });
  });

  test("is an example of more lines than a call takes arguments", () => {
    const { lesson } = parseLesson(`## A\n\`\`\`x\n${"\n".repeat(lessonLimits.text - 100)}`, "a");
    expect(lesson.steps[0]?.blocks.map(({ kind }) => kind)).toEqual(["text"]);
  });

  const check = (matches: string) => `\`\`\`check\nfile_contains: { file: a.md, matches: '${matches}' }\n\`\`\`\n`;
  const faultsOf = (text: string) => parseLesson(`## A\n${text}`, "a").faults.map(({ message }) => message);

  test("is an expression that repeats without end, or one after another", () => {
    expect(faultsOf(check("(?:a?){40}b"))).toEqual([]);
    expect(faultsOf(check(".{1000}".repeat(40)))[0]).toMatch(/too large: .* 40\d{3} steps, and 100 are allowed$/);
    expect(faultsOf(check("a").repeat(22))).toEqual([
      "A lesson has 20 regular expressions at most",
      "A lesson has 20 regular expressions at most",
    ]);
  });
});
