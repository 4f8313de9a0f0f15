import { describe, expect, it } from "vitest";
import { interruptedText, jsonLine, type ToolCall, toolCallOf } from "#lib/chat/tool-call.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { jsonText, stepOf } from "./steps.ts";

const pdf: Skill = {
  name: "pdf-forms",
  description: "Fills forms",
  location: "/workspace/.agents/skills/pdf-forms/SKILL.md",
  directory: "/workspace/.agents/skills/pdf-forms",
  root: "./.agents/skills",
};

function call(tool: string, input: unknown, output?: unknown): ToolCall {
  return { id: "1", tool, state: output === undefined ? "running" : "done", input, output, error: undefined };
}

function reading(path: string): ToolCall {
  return call("read_file", { path }, { path, text: "x", bytes: 2048, lines: 34, truncated: false });
}

describe("stepOf", () => {
  it("names a SKILL.md from its skill's folder and puts it in tier 2", () => {
    const step = stepOf(reading(pdf.location), [pdf]);
    expect(step).toMatchObject({ verb: "Read", object: "pdf-forms/SKILL.md", tier: 2, detail: "2 KB, 34 lines" });
  });

  it("puts anything else below a skill's folder in tier 3", () => {
    const step = stepOf(reading(`${pdf.directory}/references/w9.md`), [pdf]);
    expect(step).toMatchObject({ object: "pdf-forms/references/w9.md", tier: 3, skill: pdf });
  });

  it("gives a file of a nested skill to the inner skill", () => {
    const inner = {
      ...pdf,
      name: "inner",
      directory: `${pdf.directory}/inner`,
      location: `${pdf.directory}/inner/SKILL.md`,
    };
    expect(stepOf(reading(inner.location), [pdf, inner])).toMatchObject({ skill: inner, tier: 2 });
  });

  it("does not take a sibling with a longer name for a skill's file", () => {
    const step = stepOf(reading("/workspace/.agents/skills/pdf-forms-old/SKILL.md"), [pdf]);
    expect(step.tier).toBeUndefined();
  });

  it("shows what the model read when a call failed", () => {
    const failed: ToolCall = { ...call("read_file", { path: "/x" }), state: "failed", error: "no such file: /x" };
    expect(stepOf(failed, [])).toMatchObject({ verb: "Could not read", object: "/x", read: "no such file: /x" });
  });

  it("does not say of a call that was stopped on its way that it could not be made", () => {
    const part = { type: "dynamic-tool", toolName: "bash", toolCallId: "1", input: { command: "sleep 30" } } as const;
    const stopped = toolCallOf({ ...part, state: "output-error", errorText: interruptedText });
    expect(stopped && stepOf(stopped, [])).toMatchObject({ verb: "Interrupted while running", object: "sleep 30" });
  });

  it("counts all files that a run has changed, also those that it does not name", () => {
    const ran = { status: 0, kept: ["/workspace/a", "/workspace/b"], keptMore: 70, left: 1 };
    const step = stepOf(call("bash", { command: "make" }, { text: "", ran }), []);
    expect(step.detail).toBe("exit code 0, 72 files kept, 1 file not kept");
  });

  it("does not take the matches of a search that was ended for all of them", () => {
    const output = { pattern: "a", matches: [{ path: "/a", line: 1, text: "a" }], truncated: false, timedOut: true };
    expect(stepOf(call("grep", { pattern: "a" }, output), []).detail).toBe("1 match and more");
  });

  it("survives input and output of any shape", () => {
    expect(stepOf(call("read_file", null, 7), [])).toMatchObject({ object: "", read: "7" });
    expect(stepOf(call("grep", "x", {}), [])).toMatchObject({ object: "", read: "{}" });
  });

  it("shows a harness's own tool as that harness does, and counts it as reading the SKILL.md", () => {
    const skill = { name: pdf.name, location: pdf.location };
    const shows = { call: "⚡Skill(pdf)", result: "Loaded: pdf-forms" };
    const loaded = { ...call("Skill", { skill: "pdf" }, { text: "<skill-invocation…", skill, shows }), shows };
    expect(stepOf(loaded, [pdf])).toMatchObject({
      verb: "Called",
      object: "⚡Skill(pdf)",
      detail: "Loaded: pdf-forms",
      read: "<skill-invocation…",
      tier: 2,
    });
    const refused: ToolCall = { ...loaded, state: "failed", output: undefined, error: "Error: no" };
    expect(stepOf(refused, [pdf])).toMatchObject({ verb: "Could not call", read: "Error: no" });
    expect(stepOf(refused, [pdf]).tier).toBeUndefined();
  });

  it("tells a write by its file, whatever the harness calls the tool, and gives it no tier", () => {
    const path = pdf.location;
    const edit = stepOf(call("str_replace", { path, old_string: "a", new_string: "b" }, { text: "Edited." }), [pdf]);
    expect(edit).toMatchObject({ verb: "Edited", object: path, path, read: "Edited." });
    expect(edit.tier).toBeUndefined();
    expect(stepOf(call("write_file", { path, content: "" }), [pdf])).toMatchObject({ verb: "Writing", object: path });
  });

  it("tells matches as path, line and text", () => {
    const output = { pattern: "a", matches: [{ path: "/a", line: 3, text: "aha" }], truncated: false };
    expect(stepOf(call("grep", { pattern: "a" }, output), [])).toMatchObject({
      verb: "Searched for",
      read: "/a:3: aha",
      detail: "1 match",
    });
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

it("indents what a person can read so", () => {
  expect(jsonText({ path: "a" })).toBe('{\n  "path": "a"\n}');
  expect(jsonText(undefined)).toBe("");
});

it("writes what lies deep on one line, and says of what lies deeper that it does", () => {
  expect(jsonText(nested(100))).toBe(`${"[".repeat(100)}1${"]".repeat(100)}`);
  expect(jsonText(nested(100_000))).toBe("(nested too deep to be written out)");
  expect(jsonLine(nested(100_000))).toBe("(nested too deep to be written out)");
});
