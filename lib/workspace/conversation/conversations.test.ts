import { expect, test, vi } from "vitest";
import type { ConversationHead } from "#lib/chat/conversations/conversation.ts";
import { FailureError } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { type ConversationNeeds, loadConversation, removeConversation } from "./conversations.ts";

const head = { id: "b", createdAt: 1, usedAt: 1, name: "Earlier" } as ConversationHead;
const failing = { conversation: () => Promise.reject(new FailureError({ code: "storage-failed", detail: "busy" })) };

test("a conversation that the browser cannot read just now stays in the list", async () => {
  const set = vi.fn();
  const lose = vi.fn();
  const needs = {
    slice: { get: () => ({ conversationId: "a", branches: [], conversations: [head] }), set },
    keeping: { workspaceId: "/local/1", contents: () => undefined, storage: Promise.resolve(failing), lose },
  } as unknown as ConversationNeeds;
  expect(await loadConversation(needs, "b")).toBeUndefined();
  expect([set.mock.calls, lose.mock.calls]).toEqual([[], []]);
});

test("once one is deleted, a conversation that cannot be read is not begun anew over what is stored of it", async () => {
  let state = { conversationId: "a", branches: [], conversations: [{ ...head, id: "a" }, head] };
  const place = { cwd: "/workspace", home: "/home/user" };
  const needs = {
    slice: { get: () => state, set: (changed: Partial<typeof state>) => (state = { ...state, ...changed }) },
    keeping: {
      workspaceId: "/local/1",
      contents: () => undefined,
      storage: Promise.resolve(failing),
      removeConversation: async () => undefined,
      saveSmall: () => undefined,
    },
    sessions: { restart: () => undefined },
    harness: { state: () => ({ view: { place } }), placeNow: () => place, profile: () => profileById("keen") },
    kept: { saved: [] },
  } as unknown as ConversationNeeds;
  await removeConversation(needs, "a");
  expect(state.conversations).toEqual([head]);
  expect(state.conversationId).not.toBe("b");
});
