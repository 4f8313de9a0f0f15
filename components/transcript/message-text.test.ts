import { expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import { lastLine, messageText } from "./message-text.ts";

const invoked: ChatMessage = {
  id: "1",
  role: "user",
  metadata: { typed: "/pdf-forms a" },
  parts: [{ type: "text", text: "[Activate skill: pdf-forms]" }],
};
const answer: ChatMessage = {
  id: "2",
  role: "assistant",
  parts: [{ type: "step-start" }, { type: "text", text: "One." }, { type: "text", text: "Two." }],
};
const command: ChatMessage = {
  id: "3",
  role: "assistant",
  parts: [{ type: "data-command", data: { line: "/skills list", output: "No skills found." } }],
};

it("joins the texts of a message as paragraphs", () => {
  expect(messageText(answer)).toBe("One.\n\nTwo.");
});

it("recalls what was typed, not what the harness made of it", () => {
  expect(lastLine([invoked, answer])).toBe("/pdf-forms a");
  expect(lastLine([invoked, answer, command])).toBe("/skills list");
  expect(lastLine([])).toBeUndefined();
});
