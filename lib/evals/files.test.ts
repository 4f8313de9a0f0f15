import { describe, expect, it } from "vitest";
import { judge } from "./picks.ts";
import { type EvalRequest, readLines, writeLines } from "./requests.ts";
import { writeAllResults, writeResults, writeTable } from "./results-files.ts";
import { readSet, writeEvals, writeTriggers } from "./set-files.ts";

const fill: EvalRequest = { text: "Fill in this form", expects: { kind: "picks", skill: "pdf" } };
const near: EvalRequest = { text: "Write a letter", expects: { kind: "avoids", skill: "pdf" } };
const other: EvalRequest = { text: "Make a deck", expects: { kind: "picks", skill: "pptx" } };

describe("a file of requests", () => {
  it("may be a list of triggers, for the skill that is chosen", () => {
    const text =
      '[{"query": "Fill in this form", "should_trigger": true}, {"query": "Write a letter", "should_trigger": false}]';
    expect(readSet(text, "pdf")).toEqual({ kind: "set", requests: [fill, near], skill: "pdf" });
    expect(readSet(text, undefined)).toMatchObject({
      kind: "refused",
      because: expect.stringContaining("choose the skill"),
    });
    expect(readSet(writeTriggers([fill, near], "pdf"), "pdf")).toMatchObject({ requests: [fill, near] });
  });

  it("may be what skill-creator's run_eval.py prints", () => {
    const text = JSON.stringify({
      skill_name: "pdf",
      description: "…",
      results: [{ query: "Fill in this form", should_trigger: true, trigger_rate: 0.33, pass: false }],
    });
    expect(readSet(text, undefined)).toEqual({ kind: "set", requests: [fill], skill: "pdf" });
  });

  it("may be an evals.json, of which what is asked counts", () => {
    const text = JSON.stringify({
      skill_name: "pdf",
      evals: [{ id: 1, prompt: "Fill in this form", expectations: ["x"] }],
    });
    expect(readSet(text, "docx")).toMatchObject({ kind: "set", requests: [fill], skill: "pdf" });
  });

  it("may be a set of another tool, of which it says what does not run", () => {
    const text =
      "stimuli:\n- prompt: Make a deck\n  rubric: [Nice]\n  graders: [{type: skill-invocation, config: {required: [pptx]}}]\n";
    expect(readSet(text, "pdf")).toEqual({
      kind: "set",
      requests: [other],
      notRun: ["Rubrics are kept and not run."],
    });
  });

  it("may say that several skills do", () => {
    const read = readSet("Fill in this form -> pdf|docx", "pdf");
    expect(read).toMatchObject({ requests: [{ ...fill, accepts: ["docx"] }] });
    const requests = read.kind === "set" ? read.requests : [];
    expect(writeLines(requests, "pdf")).toBe("Fill in this form -> pdf|docx");
    const { passed } = judge(requests.map((request) => ({ request, picks: [{ kind: "skill", skill: "docx" }] })));
    expect(passed).toBe(1);
  });

  it("may hold one request a line", () => {
    expect(readSet("Fill in this form\nWrite a letter -> !pdf\n", "pdf")).toEqual({
      kind: "set",
      requests: [fill, near],
    });
  });

  it("may be the results of a run, which hold the requests of several skills", () => {
    const verdict = judge([
      { request: fill, picks: [{ kind: "skill", skill: "pptx" }] },
      { request: other, picks: [] },
    ]);
    const text = writeResults(verdict, { model: "demo", harness: "Keen Code", threshold: 0.5, told: [] });
    expect(readSet(text, undefined)).toMatchObject({ kind: "set", requests: [fill, other] });
    expect(JSON.parse(text).requests[0]).toMatchObject({ outcome: "stolen", by: "pptx", picked: { pptx: 1 } });
  });

  it.each([
    ["nothing", "\n\n# only a note", "no request"],
    ["broken JSON", '[{"query": ', "not valid JSON"],
    ["another shape", '{"a": 1}', "none of the formats"],
    ["nesting without end", "[".repeat(100_000), "nested too deeply"],
    ["too many requests", "ask\n".repeat(501), "more than 500"],
    ["a request without end", "x".repeat(9000), "more than 8000 characters"],
    ["a file without end", "x\n".repeat(1_100_000), "too large"],
  ])("is refused with a reason where it holds %s", (_, text, because) => {
    expect(readSet(text, "pdf")).toEqual({ kind: "refused", because: expect.stringContaining(because) });
  });
});

describe("an evals.json that is written", () => {
  const before = JSON.stringify({
    skill_name: "pdf",
    note: "kept",
    evals: [{ id: 7, prompt: "Fill in this form", expected_output: "A form.", expectations: ["It is filled in"] }],
  });

  it("keeps what it held, and gets the requests it lacks under new ids", () => {
    const more: EvalRequest = { text: "Merge them", expects: fill.expects };
    const written = JSON.parse(writeEvals([fill, near, other, more], "pdf", before));
    expect(written).toMatchObject({ note: "kept", evals: [{ id: 7, expected_output: "A form." }, { id: 8 }] });
    expect(written.evals.map(({ prompt }: { prompt: string }) => prompt)).toEqual(["Fill in this form", "Merge them"]);
  });

  it("gets no second copy of a request that it has in several lines or with a heading", () => {
    const text = JSON.stringify({ evals: [{ prompt: "Fill in\nthis form" }, { prompt: "## Merge\nthem" }] });
    const again = readLines("Fill in this form\nMerge them", "pdf");
    expect(JSON.parse(writeEvals(again, "pdf", text)).evals).toHaveLength(2);
  });

  it("is written beside any number of entries", () => {
    const text = JSON.stringify({ evals: Array.from({ length: 200_000 }, () => ({})) });
    expect(JSON.parse(writeEvals([fill], "pdf", text)).evals).toHaveLength(200_001);
  });

  it.each([undefined, "no JSON", '{"evals": 5}'])("is a new one in place of %s", (text) => {
    expect(JSON.parse(writeEvals([fill], "pdf", text))).toMatchObject({
      skill_name: "pdf",
      evals: [{ id: 1, prompt: "Fill in this form" }],
    });
  });
});

describe("several runs of a set", () => {
  const conditions = (harness: string) => ({ model: "demo", harness, threshold: 0.5, told: [] });
  const verdict = judge([{ request: fill, picks: [{ kind: "skill", skill: "pdf" }] }]);

  it("are one JSON text, and one run is as it is alone", () => {
    const [keen, codex] = [conditions("Keen Code"), conditions("Codex")];
    expect(writeAllResults([[verdict, keen]])).toBe(writeResults(verdict, keen));
    const { runs } = JSON.parse(
      writeAllResults([
        [verdict, keen],
        [verdict, codex],
      ]),
    );
    expect(runs).toMatchObject([
      { harness: "Keen Code", summary: { passed: 1 } },
      { harness: "Codex", requests: [{ outcome: "hit" }] },
    ]);
  });

  it("are tables that say where each ran", () => {
    expect(writeTable(verdict, "Codex, demo").split("\r\n")).toEqual([
      "under,request,expected,outcome,runs,pdf",
      '"Codex, demo",Fill in this form,pdf,as expected,1,1',
    ]);
  });
});

describe("a table of results", () => {
  it("has a row a request and the share of runs by skill, and nothing that a spreadsheet would run", () => {
    const formula: EvalRequest = { text: "=HYPERLINK(1)", expects: { kind: "none" } };
    const verdict = judge([
      { request: fill, picks: [{ kind: "skill", skill: "pdf" }, { kind: "answer" }, { kind: "skill", skill: "docx" }] },
      { request: formula, picks: [{ kind: "answer" }] },
    ]);
    const [head, first, second] = writeTable(verdict).split("\r\n");
    expect(head).toBe("request,expected,outcome,runs,pdf,docx");
    expect(first).toBe("Fill in this form,pdf,no skill picked,3,0.33,0.33");
    expect(second).toBe('"\'=HYPERLINK(1)",no skill,as expected,1,0,0');
  });
});
