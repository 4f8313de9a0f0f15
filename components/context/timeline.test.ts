import { expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { timelineOf } from "./timeline.ts";

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

it("tells messages, activations and reads in order, with the time of each message once", () => {
  const messages: ChatMessage[] = [
    { id: "1", role: "user", metadata: { createdAt: 5 }, parts: [{ type: "text", text: "Fill\nthis" }] },
    {
      id: "2",
      role: "assistant",
      metadata: { createdAt: 9 },
      parts: [{ type: "step-start" }, read("a"), read("b"), { type: "text", text: "Done." }],
    },
    { id: "3", role: "system", parts: [{ type: "data-command", data: { line: "/skills list", output: "" } }] },
  ];
  expect(timelineOf(messages, [pdf])).toEqual([
    { at: 5, text: "You wrote", verbatim: "Fill this" },
    { at: 9, text: "The model activated", verbatim: "pdf", tier: 1, path: pdf.location },
    { text: "Read", verbatim: "pdf/SKILL.md", tier: 2, path: pdf.location },
    { text: "Read", verbatim: "pdf/SKILL.md", tier: 2, path: pdf.location },
    { text: "The model answered", verbatim: "Done." },
    { text: "You ran", verbatim: "/skills list" },
  ]);
});

it("tells a skill that a person invoked apart", () => {
  const invoked: ChatMessage = {
    id: "1",
    role: "user",
    metadata: { typed: "/pdf a", invoked: { name: "pdf", location: pdf.location } },
    parts: [{ type: "text", text: "[Activate skill: pdf]" }],
  };
  expect(timelineOf([invoked], [pdf])).toEqual([
    { text: "You activated pdf", verbatim: "/pdf a", tier: 2, path: pdf.location },
  ]);
});

it("tells of a catalog that went along with a message", () => {
  const message: ChatMessage = {
    id: "1",
    role: "user",
    metadata: { typed: "hello", reminder: { catalog: "list", skills: 2, at: 5 } },
    parts: [{ type: "text", text: "hello<r>list</r>" }],
  };
  expect(timelineOf([message], [])).toEqual([
    { text: "You wrote", verbatim: "hello" },
    { text: "The harness told of 2 skills, in a reminder", tier: 1 },
  ]);
});
