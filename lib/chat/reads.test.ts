import { describe, expect, test } from "vitest";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { ChatMessage, HarnessOutput } from "./message.ts";
import { readsOf, skillFileAt, workedOn } from "./reads.ts";

function skill(name: string): Skill {
  const directory = `/w/skills/${name}`;
  return { name, description: "", location: `${directory}/SKILL.md`, directory, root: "./skills" };
}

const pdf = skill("pdf");
const git = skill("git");

type Part = ChatMessage["parts"][number];

function read(callId: string, path: string): Part {
  const output = { path, text: "some words here", bytes: 15, lines: 1, truncated: false };
  return { type: "tool-read_file", toolCallId: callId, state: "output-available", input: { path }, output };
}

function failedRead(callId: string, path: string): Part {
  return { type: "tool-read_file", toolCallId: callId, state: "output-error", input: { path }, errorText: "no" };
}

function answer(id: string, ...parts: Part[]): ChatMessage {
  return { id, role: "assistant", parts: [{ type: "step-start" }, ...parts] };
}

function invoke(id: string, { name, location }: Skill): ChatMessage {
  return { id, role: "user", metadata: { invoked: { name, location } }, parts: [{ type: "text", text: "…" }] };
}

test("the first read of a SKILL.md that succeeds activates a skill, and no other", () => {
  const messages = [
    answer("1", failedRead("a", git.location), read("b", "/w/skills/pdf/x.md"), read("c", pdf.location)),
    answer("2", read("d", pdf.location), read("e", git.location)),
  ];
  const { activations } = readsOf(messages, [pdf, git]);
  expect([...activations.values()]).toEqual([
    { path: pdf.location, messageId: "1", callId: "c", tier: 2, skill: pdf },
    { path: git.location, messageId: "2", callId: "e", tier: 2, skill: git },
  ]);
});

test("a path that no tool takes is no file that was worked on, nor one of a skill", () => {
  const messages = ["x".repeat(200_000), `/w/${"x/".repeat(6000)}y`].map((path, at) =>
    answer(`${at}`, read("a", path)),
  );
  expect(workedOn(messages, { cwd: "/w", home: "/home" }).touched).toEqual([]);
  expect(readsOf(messages, [pdf]).activations.size).toBe(0);
  const deep = `${pdf.directory}/${"x/".repeat(6000)}y`;
  expect(skillFileAt(deep, [pdf])).toEqual({ tier: 3, skill: pdf });
});

test("a person's invocation activates without a call", () => {
  const { activations, paths } = readsOf([invoke("1", pdf), answer("2", read("a", pdf.location))], [pdf]);
  expect(activations.get(pdf.location)).toEqual({ path: pdf.location, messageId: "1", tier: 2, skill: pdf });
  expect([...paths]).toEqual([pdf.location]);
});

describe("a harness's own tool", () => {
  const call = { type: "dynamic-tool", toolName: "whatever", toolCallId: "a", input: {} } as const;
  const activationsOf = (output: HarnessOutput) =>
    readsOf([answer("1", { ...call, state: "output-available", output })], [pdf]).activations;

  test("activates the skill that it hands over, by whatever name it was asked for", () => {
    const skill = { name: "ns:pdf", location: pdf.location };
    expect(activationsOf({ text: "…", skill }).get(pdf.location)).toMatchObject({ callId: "a", tier: 2, skill: pdf });
  });

  test("activates nothing when it refuses, or writes", () => {
    expect(activationsOf({ text: "Error: no", refused: true }).size).toBe(0);
    expect(activationsOf({ text: `Wrote ${pdf.location}.` }).size).toBe(0);
  });
});

test("a file of no skill is read, and activates nothing", () => {
  const { activations, paths } = readsOf([answer("1", read("a", pdf.location))], [git]);
  expect(activations.size).toBe(0);
  expect(paths.has(pdf.location)).toBe(true);
});

test("listing and searching read no file", () => {
  const output = { path: pdf.location, entries: [], truncated: false };
  const list: Part = {
    type: "tool-list_files",
    toolCallId: "a",
    state: "output-available",
    input: { path: pdf.location },
    output,
  };
  expect(readsOf([answer("1", list)], [pdf]).paths.size).toBe(0);
});

test("asked again, the answer is the same object until something changes", () => {
  const messages = [answer("1", read("a", pdf.location))];
  const skills = [pdf];
  const before = readsOf(messages, skills);
  expect(readsOf(messages, skills)).toBe(before);
  expect(readsOf(messages, [git]).activations.size).toBe(0);
  expect(readsOf([...messages, answer("2", read("b", "/w/a"))], skills).paths.size).toBe(2);
});

function skillIn(directory: string): Skill {
  return { name: directory, description: "", location: `${directory}/SKILL.md`, directory, root: "./skills" };
}

const outer = skillIn("/w/pdf");
const inner = skillIn("/w/pdf/inner");
const nested = [inner, outer];

test.each([
  ["its SKILL.md", "/w/pdf/SKILL.md", { tier: 2, skill: outer }],
  ["a file below its folder", "/w/pdf/references/a.md", { tier: 3, skill: outer }],
  ["the SKILL.md of a skill in a skill", "/w/pdf/inner/SKILL.md", { tier: 2, skill: inner }],
  ["a file of that", "/w/pdf/inner/a.md", { tier: 3, skill: inner }],
  ["a neighbour with a longer name", "/w/pdfs/SKILL.md", undefined],
  ["a file elsewhere", "/w/readme.md", undefined],
  ["a relative path", "pdf/SKILL.md", undefined],
  ["nothing", "", undefined],
])("the tier and the skill of %s", (_, path, file) => {
  expect(skillFileAt(path, nested)).toEqual(file);
});

describe("what a conversation has come across", () => {
  const place = { cwd: "/w", home: "/home/me" };
  const write = (path: string, state: "output-available" | "approval-requested" = "output-available") => {
    const call = { type: "dynamic-tool", toolName: "Write", toolCallId: path, input: { path, content: "x" } } as const;
    return state === "output-available"
      ? ({ ...call, state, output: { text: "Wrote it." } } satisfies Part)
      : ({ ...call, state, approval: { id: "a" } } satisfies Part);
  };

  test("is each file below the working folder that the model has read or changed, once", () => {
    const messages = [
      answer("1", read("a", "/w/src/a.ts"), failedRead("b", "/w/src/b.ts"), read("c", "/home/me/c.ts")),
      answer("2", write("src/d.ts"), write("src/e.ts", "approval-requested"), read("f", "/w/src/a.ts")),
    ];
    expect(workedOn(messages, place)).toEqual({ touched: ["/w/src/a.ts", "/w/src/d.ts"], added: [] });
  });

  test("is each folder that a command has added", () => {
    const added = (line: string, folder?: string): ChatMessage => ({
      id: line,
      role: "system",
      parts: [{ type: "data-command", data: { line, output: "…", ...(folder && { added: folder }) } }],
    });
    const messages = [added("/add-dir /srv", "/srv"), added("/skills"), added("/add-dir /srv", "/srv")];
    expect(workedOn(messages, place).added).toEqual(["/srv"]);
  });

  test("is bounded to what was come across last", () => {
    const paths = Array.from({ length: 2000 }, (_, index) => `/w/${index}.ts`);
    const many = [...paths, "/w/0.ts"].map((path, index) => read(`${index}`, path));
    expect(workedOn([answer("1", ...many)], place).touched).toEqual(["/w/0.ts", ...paths.slice(-499)]);
  });
});
