import { expect, test, vi } from "vitest";
import type { ConversationHead } from "#lib/chat/conversations/conversation.ts";
import { FailureError } from "#lib/failure.ts";
import { type ConversationNeeds, loadConversation } from "./conversations.ts";

test("a conversation that the browser cannot read just now stays in the list", async () => {
  const head = { id: "b", createdAt: 1, usedAt: 1, name: "Earlier" } as ConversationHead;
  const set = vi.fn();
  const lose = vi.fn();
  const failing = { conversation: () => Promise.reject(new FailureError({ code: "storage-failed", detail: "busy" })) };
  const needs = {
    slice: { get: () => ({ conversationId: "a", branches: [], conversations: [head] }), set },
    keeping: { workspaceId: "/local/1", contents: () => undefined, storage: Promise.resolve(failing), lose },
  } as unknown as ConversationNeeds;
  expect(await loadConversation(needs, "b")).toBeUndefined();
  expect([set.mock.calls, lose.mock.calls]).toEqual([[], []]);
});
