import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCases, saveCases } from "./cases.ts";
import type { EvalCase } from "./eval-case.ts";

const picks = (skill: string) => ({ kind: "picks", skill }) as const;
const avoids = (skill: string) => ({ kind: "avoids", skill }) as const;

/** A document of each format, and the cases in it. */
const documents: Readonly<
  Record<string, readonly [text: string, expected: readonly (readonly [string, object])[], notRun: RegExp]>
> = {
  "a trigger set of skill-creator": [
    '[\n    {"query": "Fill in this form", "should_trigger": true, "mine": 1},\n    {"query": "Write a letter", "should_trigger": false}\n]\n',
    [
      ["Fill in this form", picks("pdf")],
      ["Write a letter", avoids("pdf")],
    ],
    /^$/,
  ],
  "an evals.json": [
    '{\n  "skill_name": "pdf",\n  "note": "kept",\n  "evals": [\n    { "id": 7, "prompt": "Fill in this form", "assertions": ["It is filled in"], "files": ["a.pdf"] }\n  ]\n}\n',
    [["Fill in this form", picks("pdf")]],
    /assertions are kept and not run/,
  ],
  "a trigger_tests.yaml of waza": [
    "# ours\nskill: pdf\nshould_trigger_prompts:\n  - prompt: Fill in this form # the usual\n    reason: its name\n    confidence: high\nshould_not_trigger_prompts:\n  - prompt: Write a letter\n    mine: 1\n",
    [
      ["Fill in this form", picks("pdf")],
      ["Write a letter", avoids("pdf")],
    ],
    /^$/,
  ],
  "an eval of waza": [
    "name: e\nskill: pdf # which\nconfig:\n  trials_per_task: 3\ntasks:\n  - id: one\n    name: First\n    inputs:\n      prompt: Fill in this form\n      files:\n        - path: a.pdf\n    expected:\n      should_trigger: true\n  - id: two\n    name: Second\n    inputs: { prompt: Make a deck }\n    graders:\n      - type: skill_invocation\n        name: s\n        config: { required_skills: [pptx], mode: any_order }\n      - type: text\n        name: t\n  - tasks/*.yaml\n",
    [
      ["Fill in this form", picks("pdf")],
      ["Make a deck", picks("pptx")],
    ],
    /files of their own.*Settings are kept.*Other graders/s,
  ],
  "a task of waza": [
    "id: one\nname: First\ninputs:\n  prompt: Fill in this form # mine\nexpected: { should_trigger: false }\n",
    [["Fill in this form", avoids("pdf")]],
    /^$/,
  ],
  "stimuli of Vally": [
    "# dotnet\nstimuli:\n- name: one\n  prompt: Fill in this form\n  rubric: [Nice]\n  graders:\n  - type: skill-invocation\n    config:\n      required: [pdf]\n- name: two\n  prompt: Write a letter\n  graders:\n  - type: skill-invocation\n    config:\n      disallowed: [pdf]\n",
    [
      ["Fill in this form", picks("pdf")],
      ["Write a letter", avoids("pdf")],
    ],
    /Rubrics are kept/,
  ],
  "tasks of skillgrade": [
    'version: "1"\ndefaults: { trials: 5 }\ntasks:\n  - name: one\n    instruction: |\n      Fill in\n      this form\n    workspace: [{ src: a, dest: b }]\n    graders: [{ type: deterministic, run: x }]\n',
    [["Fill in\nthis form\n", picks("pdf")]],
    /Graders, workspaces are kept/,
  ],
  "tests of promptfoo": [
    'prompts:\n  - "{{request}}"\nproviders: [x]\ntests:\n  - description: One\n    vars: { request: Fill in this form }\n    assert:\n      - type: skill-used\n        value: pdf\n      - type: llm-rubric # judge\n        value: Nice\n  - vars: { request: Write a letter }\n    assert: [{ type: not-skill-used, value: pdf }]\n',
    [
      ["Fill in this form", picks("pdf")],
      ["Write a letter", avoids("pdf")],
    ],
    /Providers are kept.*Other assertions/s,
  ],
  "queries of skill-reach": [
    'id,text,kind,expected_skill,acceptable_skills,notes,mine\nq-1,Fill in this form,direct,pdf,"docx,xlsx",n,1\nq-2,"Hello, you",out_of_scope,,,,2\n',
    [
      ["Fill in this form", picks("pdf")],
      ["Hello, you", { kind: "none" }],
    ],
    /^$/,
  ],
};

function read(text: string) {
  const found = readCases(text, "pdf");
  if (typeof found === "string") throw new Error(found);
  return found;
}
function save(text: string, cases: readonly EvalCase[]) {
  const saved = saveCases(text, "pdf", cases);
  if (typeof saved === "string") throw new Error(saved);
  return saved;
}
/** The cases of a document, without their positions in it. */
const said = (text: string) => read(text).cases.map(({ origin: _, ...rest }) => rest);

describe.each(Object.entries(documents))("%s", (label, [text, expected, notRun]) => {
  test("is read: what is asked, what it should lead to, and what does not run", () => {
    const found = read(text);
    expect(found.label).toBe(label);
    expect(found.cases.map((each) => [each.text, each.expects])).toEqual(expected);
    expect(found.notRun.join(" ")).toMatch(notRun);
  });

  test("is the same text, byte by byte, where nothing has changed", () => {
    expect(save(text, read(text).cases)).toEqual({ text, lost: [] });
  });

  test("keeps everything else where a text changes, comments among it", () => {
    const { cases } = read(text);
    const [first] = cases;
    if (!first) throw new Error("It has no case.");
    const changed = { ...first, text: 'Other: "words" # none' };
    const saved = save(text, [changed, ...cases.slice(1)]);
    expect(saved.lost).toEqual([]);
    const { origin: _, ...rest } = changed;
    const after = said(saved.text);
    // If the format has the text inside a member that is kept as `rest`, the new text is there as well.
    expect(after.map((each) => each.text)).toEqual([rest.text, ...cases.slice(1).map((each) => each.text)]);
    expect(after.map((each) => each.expects)).toEqual(cases.map((each) => each.expects));
    for (const [comment] of text.matchAll(/# \w+/g))
      if (comment !== "# the" && comment !== "# mine") expect(saved.text).toContain(comment);
    expect(saved.text.split("\n").length).toBeGreaterThanOrEqual(text.split("\n").length - 2);
  });

  test("can lose a case, and get one", () => {
    const { cases } = read(text);
    const added: EvalCase = { text: "Merge them", expects: picks("pdf"), accepts: [], rest: {} };
    const saved = save(text, [...cases.slice(1), added]);
    if (label === "a task of waza") {
      expect(saved.lost).toHaveLength(1);
      return;
    }
    const texts = said(saved.text).map((each) => each.text);
    expect(texts.toSorted()).toEqual([...cases.slice(1).map((each) => each.text), "Merge them"].toSorted());
    expect(said(saved.text).find((each) => each.text === "Merge them")?.expects).toEqual(picks("pdf"));
  });
});

test("a case that should lead elsewhere now moves to where the format says so, or is told", () => {
  const [waza] = documents["a trigger_tests.yaml of waza"] ?? [""];
  const { cases } = read(waza);
  const turned = cases.map((each, index) => (index === 0 ? { ...each, expects: avoids("pdf") } : each));
  const { text, lost } = save(waza, turned);
  expect(lost).toEqual([]);
  expect(said(text).map((each) => [each.text, each.expects.kind])).toEqual([
    ["Write a letter", "avoids"],
    ["Fill in this form", "avoids"],
  ]);
  expect(text).toContain("reason: its name");
  const [list] = documents["an evals.json"] ?? [""];
  const none = read(list).cases.map((each) => ({ ...each, expects: { kind: "none" } as const }));
  expect(save(list, none)).toEqual({ text: list, lost: [expect.stringContaining("cannot be said in an evals.json")] });
});

test("other skills that do as well are kept where the format has them", () => {
  const [table] = documents["queries of skill-reach"] ?? [""];
  const { cases } = read(table);
  expect(cases[0]?.accepts).toEqual(["docx", "xlsx"]);
  expect(cases[0]?.rest).toEqual({ mine: "1" });
  const { text } = save(
    table,
    cases.map((each, index) => (index === 0 ? { ...each, accepts: ["odt"] } : each)),
  );
  expect(text).toBe(table.replace('"docx,xlsx"', "odt"));
  const lines =
    '{"id": "q-1", "text": "A", "kind": "direct", "expected_skill": "pdf", "acceptable_skills": ["docx"]}\n{"text": "B", "kind": "out_of_scope"}\n';
  expect(read(lines).cases.map((each) => [each.text, each.accepts])).toEqual([
    ["A", ["docx"]],
    ["B", []],
  ]);
});

test.each([
  ["a bomb of references", "stimuli: &a [x]\nb: &b [*a, *a]\n", /refers to other places/],
  ["nesting without end", `tasks: ${"[".repeat(5000)}`, /too long or nested too deeply/],
  ["JSON without end", "[".repeat(100_000), /nested too deeply/],
  ["broken YAML", "stimuli: [\n", /not valid YAML/],
  ["another document", "a: 1\n", /none of the formats/],
  ["a table with two columns of one name", "id,text,text\na,b,c\n", /two of its columns have one name/],
  ["a table whose rows are broken", 'id,text,kind\n"a,b,c\n', /a row of it is broken/],
])("%s is refused with a reason", (_, text, because) => {
  expect(readCases(text, "pdf")).toMatch(because);
});

test("a name that means something to JavaScript is a name", () => {
  const text = '[{"query": "A", "should_trigger": true, "__proto__": {"polluted": 1}, "constructor": 2}]';
  const [first] = read(text).cases;
  expect(first && ({} as { polluted?: unknown }).polluted).toBeUndefined();
  const saved = save(text, first ? [{ ...first, text: "B" }] : []);
  expect(saved.text).toContain('"__proto__":{"polluted":1}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("whatever stands in a text is read or refused, and written as it was", () => {
  const part = fc.constantFrom(
    "tasks:",
    "stimuli:",
    "- prompt: a",
    "  - name: b",
    "[",
    "{",
    '"a": 1',
    "}",
    "]",
    ",",
    "id,text,kind",
    "x",
    "\n",
    " ",
    "# c",
    "&a",
    "*a",
    "\ufeff",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const text = parts.join("");
      const found = readCases(text, "pdf");
      if (typeof found !== "string") expect(save(text, found.cases).text).toBe(text);
    }),
  );
});
