import { expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { pieceNotes } from "./piece-notes.ts";

const pdf: Skill = {
  name: "pdf",
  description: "",
  location: "/w/pdf/SKILL.md",
  directory: "/w/pdf",
  root: "./.agents/skills",
};

function read(id: string): ChatMessage["parts"][number] {
  const output = { path: pdf.location, text: "x", bytes: 1, lines: 1, truncated: false };
  return { type: "tool-read_file", toolCallId: id, state: "output-available", input: { path: pdf.location }, output };
}

it("says when the person wrote, and which call made the model activate a skill: the first that read it", () => {
  const messages: ChatMessage[] = [
    { id: "1", role: "user", metadata: { createdAt: 5 }, parts: [{ type: "text", text: "Fill this" }] },
    { id: "2", role: "assistant", metadata: { createdAt: 9 }, parts: [read("a"), read("b")] },
  ];
  expect([...pieceNotes(messages, [pdf])]).toEqual([
    ["1", { at: 5 }],
    ["a", { activated: { by: "the model", name: "pdf", location: pdf.location } }],
  ]);
});

it("says which skill the person activated", () => {
  const invoked: ChatMessage = {
    id: "1",
    role: "user",
    metadata: { typed: "/pdf a", invoked: { name: "pdf", location: pdf.location } },
    parts: [{ type: "text", text: "[Activate skill: pdf]" }],
  };
  expect(pieceNotes([invoked], [pdf]).get("1")).toEqual({
    activated: { by: "you", name: "pdf", location: pdf.location },
  });
});
