import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UsageError } from "../console.ts";
import { convertPart } from "./convert-part.ts";

let folder: string;
let said: string;
let shown: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillground-convert-"));
  said = "";
  shown = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    shown += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

it("writes requests of several files as a set of another format, for the one skill that they lead to", () => {
  const lines = file("a.txt", "Fill in this form -> pdf\n");
  const evals = file("evals.json", '{"skill_name":"pdf","evals":[{"id":1,"prompt":"Merge","files":["a.pdf"]}]}');
  const out = join(folder, "trigger_tests.yaml");
  expect(convertPart.run([lines, evals, "--to", "waza-triggers", "--out", out])).toBe(0);
  expect(readFileSync(out, "utf8")).toBe(
    "skill: pdf\nshould_trigger_prompts:\n  - prompt: Fill in this form\n  - prompt: Merge\nshould_not_trigger_prompts: []\n",
  );
  expect(said).toMatch(/an evals\.json has this besides: files/);
  expect(() => convertPart.run([lines, "--to", "lines", "--out", out])).toThrow(/is there already, and stays as it is/);
});

it("ends with 1 where a request cannot be said, and prints what steers no terminal", () => {
  const lines = file("a.txt", "Fill in\u001b[31m -> pdf\nThanks -> none\n");
  expect(convertPart.run([lines, "--to", "triggers"])).toBe(1);
  expect(JSON.parse(shown)).toEqual([{ query: "Fill in\u001b[31m", should_trigger: true }]);
  expect(shown).not.toContain("\u001b");
  expect(said).toMatch(/“Thanks” was not written/);
  expect(() => convertPart.run([lines, "--to", "lines"])).toThrow(/name a file with --out/);
});

it("adds to a file that is there", () => {
  const set = file(
    "trigger-eval.json",
    '[\n  {\n    "query": "Merge",\n    "should_trigger": true,\n    "mine": 1\n  }\n]\n',
  );
  const lines = file("a.txt", "Merge\nFill in\n");
  expect(convertPart.run([lines, "--into", set, "--skill", "pdf"])).toBe(0);
  expect(JSON.parse(readFileSync(set, "utf8"))).toEqual([
    { query: "Merge", should_trigger: true, mine: 1 },
    { query: "Fill in", should_trigger: true },
  ]);
  expect(said).toMatch(/^1 request added to trigger-eval\.json\.$/m);
});

it.each([
  [["--to", "waza"], /Name the file/],
  [["a", "--to", "waza", "--into", "b"], /One of --to <format> and --into/],
  [["a", "--to", "xml"], /There is no format xml/],
])("%j is told in a sentence", (args, sentence) => {
  expect(() => convertPart.run(args)).toThrow(sentence);
  expect(() => convertPart.run(args)).toThrow(UsageError);
});
