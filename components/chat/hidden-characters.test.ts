import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WorkspaceProvider } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { createPageFixture } from "#lib/workspace/page-fixture.ts";
import { Answer } from "./answer.tsx";
import { UserMessage } from "./user-message.tsx";

const page = createPageFixture();

function messageOf(role: ChatMessage["role"], part: MessagePart): ChatMessage {
  return { id: "1", role, parts: [part] };
}

it("shows the characters that hide in what a person wrote", () => {
  const message = messageOf("user", { type: "text", text: "Open \u202etxt.exe\n now\u200b" });
  const inLab = { workspace: page.open() } as ComponentProps<typeof WorkspaceProvider>;
  const html = renderToStaticMarkup(createElement(WorkspaceProvider, inLab, createElement(UserMessage, { message })));
  expect(html).toContain("U+202E</mark>txt.exe\n now");
  expect(html).toContain("U+200B</mark>");
  expect(html).not.toMatch(/[\u202e\u200b]/);
});

it("shows the characters that hide in a command a person typed", () => {
  const message = messageOf("assistant", { type: "data-command", data: { line: "/skills \u202etsil", output: "" } });
  const html = renderToStaticMarkup(createElement(Answer, { message, state: "last" }));
  expect(html).toContain("U+202E</mark>tsil");
  expect(html).not.toContain("\u202e");
});
