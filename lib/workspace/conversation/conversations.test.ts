import { expect, test, vi } from "vitest";
import type { ConversationHead } from "#lib/chat/conversations/conversation.ts";
import { FailureError } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { type ConversationNeeds, loadConversation, newConversation, removeConversation } from "./conversations.ts";

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

/** A workspace that shows the conversation `a`, with `b` in its list. */
function needsOf(storage: object): ConversationNeeds {
  let state = { conversationId: "a", branches: [{}], conversations: [{ ...head, id: "a" }, head] };
  const place = { cwd: "/workspace", home: "/home/user" };
  return {
    slice: { get: () => state, set: (changed: Partial<typeof state>) => (state = { ...state, ...changed }) },
    keeping: {
      workspaceId: "/local/1",
      contents: () => undefined,
      storage: Promise.resolve(storage),
      removeConversation: async () => undefined,
      saveSmall: () => undefined,
    },
    sessions: { restart: () => undefined },
    harness: { state: () => ({ view: { place } }), placeNow: () => place, profile: () => profileById("keen") },
    kept: { saved: [] },
  } as unknown as ConversationNeeds;
}

test("once one is deleted, a conversation that cannot be read is not begun anew over what is stored of it", async () => {
  const needs = needsOf(failing);
  await removeConversation(needs, "a");
  const { conversations, conversationId } = needs.slice.get();
  expect(conversations).toEqual([head]);
  expect(["a", "b"]).not.toContain(conversationId);
});

test("once one is deleted, the next is not shown over one that is begun while it is read", async () => {
  const reading = Promise.withResolvers<undefined>();
  const conversation = vi.fn(() => reading.promise);
  const needs = needsOf({ conversation });
  const removing = removeConversation(needs, "a");
  await vi.waitFor(() => expect(conversation).toHaveBeenCalled());
  await newConversation(needs);
  const { conversationId } = needs.slice.get();
  reading.reject(new FailureError({ code: "storage-failed", detail: "busy" }));
  await removing;
  expect(needs.slice.get().conversationId).toBe(conversationId);
});
