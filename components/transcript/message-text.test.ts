import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import { lastLine, messageText, spokenText } from "./message-text.ts";

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

describe("what is read aloud of an answer", () => {
  it.each([
    ["## Steps ##", "Steps"],
    ["Use **pdf-forms** and *then* `npm run **x**`.", "Use pdf-forms and then npm run **x**."],
    ["- [x] one\n- two\n1. three", "one\ntwo\n1. three"],
    ["> It said [this](https://example.com/a_b) and ![a cat](cat.png)", "It said this and a cat"],
    ["| Name | Use |\n| --- | --- |\n| a | b |", "Name, Use\na, b"],
    ["Before\n\n---\n\n```sh\n# a comment\nls *.md\n```\nafter", "Before\n# a comment\nls *.md\nafter"],
    ["snake_case_name, 2 * 3 * 4, __init__ and \\*starred\\*", "snake_case_name, 2 * 3 * 4, init and *starred*"],
    ["***", ""],
  ])("%j", (markdown, spoken) => {
    expect(spokenText(markdown, 600)).toBe(spoken);
  });

  it("is cut at the length asked for, after the marks have gone", () => {
    expect(spokenText("**abc** ".repeat(1000), 7)).toBe("abc abc");
  });
});
