import { expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/model.ts";
import { activatingCalls } from "./activating-calls.ts";

const pdf: Skill = { name: "pdf", description: "", location: "/w/pdf/SKILL.md", directory: "/w/pdf", root: "./skills" };

function read(id: string, path: string): ChatMessage["parts"][number] {
  const output = { path, text: "x", bytes: 1, lines: 1, truncated: false };
  return { type: "tool-read_file", toolCallId: id, state: "output-available", input: { path }, output };
}

function answer(...parts: ChatMessage["parts"]): ChatMessage {
  return { id: "a", role: "assistant", parts };
}

it("marks the first read of a SKILL.md, and no other", () => {
  const messages = [
    answer(read("1", "/w/pdf/x.md"), read("2", pdf.location), read("3", pdf.location)),
    answer(read("4", pdf.location)),
  ];
  expect(activatingCalls(messages, [pdf])).toEqual(["2", ""]);
});

it("does not mark what a person activated before", () => {
  const invoked: ChatMessage = {
    id: "u",
    role: "user",
    metadata: { invoked: { name: "pdf", location: pdf.location } },
    parts: [{ type: "text", text: "…" }],
  };
  expect(activatingCalls([invoked, answer(read("1", pdf.location))], [pdf])).toEqual(["", ""]);
});
