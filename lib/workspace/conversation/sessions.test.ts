import { expect, test } from "vitest";
import type { Branches } from "#lib/chat/conversations/conversation.ts";
import type { ChatSession } from "#lib/chat/session.ts";
import { createSessions } from "./chat.ts";
import { type ConversationNeeds, goBackBefore, renameConversation } from "./conversations.ts";

const named = (name: string) => ({ name, stop: () => undefined }) as unknown as ChatSession;

test("a session that was restarted while it loaded does not come back", async () => {
  const loads = [Promise.withResolvers<ChatSession>(), Promise.withResolvers<ChatSession>()];
  const [one, two] = [named("one"), named("two")];
  let begun = 0;
  const sessions = createSessions(() => loads[begun++]?.promise ?? Promise.reject(new Error("Nothing was restarted.")));
  const first = sessions.session();
  sessions.restart();
  const second = sessions.session();
  loads[1]?.resolve(two);
  await second;
  loads[0]?.resolve(one);
  await first;
  expect(sessions.open).toBe(two);
});

test("nothing is done in a conversation that is shown while the code for another one loads", async () => {
  const loading = Promise.withResolvers<ChatSession>();
  const shown: unknown[] = [];
  const sessions = createSessions(() => loading.promise);
  const messages = [{ id: "a" }, { id: "b" }];
  const slice = { get: () => ({ conversation: { messages } }) };
  const going = goBackBefore({ sessions, slice } as unknown as ConversationNeeds, "b");
  sessions.restart();
  loading.resolve({ show: (of: unknown) => shown.push(of) } as unknown as ChatSession);
  expect(await going).toBeUndefined();
  expect(shown).toEqual([]);
});

test("a restarted session that cannot be loaded leaves the next one alone", async () => {
  const failing = Promise.withResolvers<ChatSession>();
  const two = named("two");
  let begun = 0;
  const sessions = createSessions(() => (begun++ === 0 ? failing.promise : Promise.resolve(two)));
  const first = sessions.session();
  sessions.restart();
  const second = sessions.session();
  failing.reject(new Error("The code could not be fetched."));
  await expect(first).rejects.toThrow();
  expect(await sessions.session()).toBe(await second);
  expect(begun).toBe(2);
});

test("a name that is being saved leaves alone what is known of the conversation shown meanwhile", async () => {
  const saving = Promise.withResolvers<void>();
  const heads = [{ id: "a", createdAt: 1, usedAt: 1, name: "", isNamed: false, shown: -1, messages: 0 }];
  const state = { conversations: heads, conversationId: "a", branches: [] };
  const kept: ConversationNeeds["kept"] = { saved: [] };
  const renaming = renameConversation(
    {
      kept,
      slice: { get: () => state, set: () => undefined },
      keeping: { contents: () => undefined, saveConversation: () => saving.promise },
    } as unknown as ConversationNeeds,
    "a",
    "New name",
  );
  await new Promise(setImmediate);
  const ofAnother: Branches = [];
  kept.saved = ofAnother;
  saving.resolve();
  await renaming;
  expect(kept.saved).toBe(ofAnother);
});
