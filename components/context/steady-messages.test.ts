import { expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatStatus } from "#lib/chat/session.ts";
import { steadyMessages } from "./steady-messages.ts";

function state(text: string, kind: "ready" | "streaming", before: ChatMessage["parts"] = []) {
  const messages: ChatMessage[] = [
    { id: "1", role: "assistant", parts: [...before, { type: "text", text, state: "streaming" }] },
  ];
  const status: ChatStatus = { kind };
  return { conversation: { messages, status } };
}

it("keeps the messages while words come in, takes new ones at each step and at the end", () => {
  const select = steadyMessages();
  const first = state("a", "streaming");
  expect(select(first)).toBe(first.conversation.messages);
  expect(select(state("a b", "streaming"))).toBe(first.conversation.messages);
  const step = state("", "streaming", [{ type: "step-start" }]);
  expect(select(step)).toBe(step.conversation.messages);
  const end = state("a b c", "ready");
  expect(select(end)).toBe(end.conversation.messages);
});

it("follows every change between answers", () => {
  const select = steadyMessages();
  select(state("a", "ready"));
  const changed = state("b", "ready");
  expect(select(changed)).toBe(changed.conversation.messages);
});
