import { nextTask } from "#lib/async/slices.ts";
import {
  alternatives,
  type Branches,
  conversationName,
  endBelow,
  grow,
  headOf,
  numberOf,
  pathTo,
} from "#lib/chat/conversations/conversation.ts";
import { failureOf } from "#lib/failure.ts";
import { reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import { isSamePlace } from "#lib/stage/place.ts";
import type { StoredConversation, WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import { type Core, currentProfile, type WorkspaceChat, workspaceRecord } from "#lib/workspace/core.ts";
import { placeNow, refresh } from "#lib/workspace/harness/refresh.ts";
import { noAllowances } from "#lib/workspace/state/allowances.ts";
import {
  branchesOnShow,
  brokenRecords,
  type ReadConversation,
  readLoadedConversation,
  sortedByUse,
} from "./kept-conversations.ts";

/** Conversations that a workspace has at most; each is a line of a list, and a record of its own. */
export const mostConversations = 2000;

/** Saves the conversation on show: what is known of it, and the messages that differ from what was saved last. */
export function keepShown(core: Core, isGrowing = false): void {
  const { conversation, conversationId: id, branches: before, conversations } = core.store.getState();
  const messages = grow(before, conversation.messages);
  if (messages.length === 0) return;
  const now = Date.now();
  const known = conversations.find((one) => one.id === id) ?? { id, createdAt: now, usedAt: now };
  const usedAt = messages === core.savedBranches ? known.usedAt : now;
  const shown = numberOf(messages, conversation.messages.at(-1)?.id);
  if (messages === core.savedBranches && "shown" in known && known.shown === shown) return;
  void keep(core, { head: headOf({ ...known, usedAt }, messages, shown), messages }, core.savedBranches, isGrowing);
  core.savedBranches = messages;
  core.store.setState({ branches: messages });
}

/** Saves a conversation and has it in the list. @param saved its messages as they were saved last */
function keep(core: Core, { head, messages }: ReadConversation, saved: Branches, isGrowing = false): Promise<void> {
  const changed = messages.flatMap((node, number) => (node === saved[number] ? [] : [number]));
  const before = core.saver.contents()?.conversations.get(head.id)?.messages ?? [];
  // IndexedDB clones structures, and the SDK's messages may hold class instances that it cannot.
  const differs = new Set(changed);
  const plain = messages.map((node, number) => {
    const known = differs.has(number) ? undefined : before[number];
    return known ?? (JSON.parse(JSON.stringify(node)) as unknown);
  });
  const done = core.saver.saveConversation(head.id, { head, messages: plain, changed, isGrowing });
  const { conversations } = core.store.getState();
  core.store.setState({
    conversations: sortedByUse([...conversations.filter(({ id }) => id !== head.id), head]),
  });
  return done;
}

/** Begins a new conversation; the one that was on show stays in the list. */
export async function newConversation(core: Core, chat: WorkspaceChat): Promise<void> {
  if (core.store.getState().branches.length > 0) await show(core, chat, crypto.randomUUID());
}

/** Shows a conversation of the list. An answer that is under way is stopped; it can be continued there. */
export async function openConversation(core: Core, chat: WorkspaceChat, id: string): Promise<void> {
  if (id === core.store.getState().conversationId) return;
  const read = await loadConversation(core, id);
  if (read) await show(core, chat, id, read);
}

/** Puts a conversation on show in place of the one that is, and has the harness take note of it as of a new one. */
async function show(core: Core, chat: WorkspaceChat, id: string, read?: ReadConversation): Promise<void> {
  chat.restart();
  core.savedBranches = read?.isEarlier ? [] : (read?.messages ?? []);
  core.store.setState({ conversationId: id, ...branchesOnShow(read), allowances: noAllowances });
  if (core.saver.contents()) void core.saver.saveDrafts(workspaceRecord(core));
  const isElsewhere = !isSamePlace(core.store.getState().view.place, placeNow(core));
  if (isElsewhere || reloadsOn(currentProfile(core), "new-chat")) await refresh(core, "load");
}

/**
 * A conversation with its messages; `undefined` where they cannot be had. Records that are none are set aside, and what
 * was removed by the browser leaves the list: both are told.
 */
export async function loadConversation(core: Core, id: string): Promise<ReadConversation | undefined> {
  const { conversationId, branches, conversations, id: workspaceId } = core.store.getState();
  const head = conversations.find((one) => one.id === id);
  if (!head) return undefined;
  if (id === conversationId) return { head, messages: branches };
  const held = core.saver.contents()?.conversations.get(id);
  if (held?.messages) return { ...held, head, messages: held.messages as Branches };
  try {
    const storage = await core.storage;
    const found = await storage.conversation(workspaceId, id);
    const read = found && readLoadedConversation(found);
    if (read) return read;
    if (found) await storage.setAside(workspaceId, brokenRecords(found));
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
  }
  forget(core, id);
  core.store.setState(({ losses }) => ({ losses: [...losses, { kind: "conversation" }] }));
  return undefined;
}

function forget(core: Core, id: string): void {
  core.store.setState(({ conversations }) => ({ conversations: conversations.filter((one) => one.id !== id) }));
}

/** Calls a conversation so; by its first request again where `name` is blank. */
export async function renameConversation(core: Core, id: string, name: string): Promise<void> {
  const read = await loadConversation(core, id);
  if (!read) return;
  const given = conversationName(name);
  const named = { ...read.head, name: given, isNamed: given !== "" };
  const head = headOf(named, read.messages, read.head.shown);
  const isShown = id === core.store.getState().conversationId;
  await keep(core, { ...read, head }, read.isEarlier ? [] : isShown ? core.savedBranches : read.messages);
  if (isShown) core.savedBranches = read.messages;
}

/** Deletes a conversation, which `undoRemoval` takes back until another is deleted. */
export async function removeConversation(core: Core, chat: WorkspaceChat, id: string): Promise<void> {
  const isShown = id === core.store.getState().conversationId;
  // What is under way in it is ended first, so that nothing is saved of it any more.
  if (isShown) chat.restart();
  const read = await loadConversation(core, id);
  const saved = core.saver.removeConversation(id);
  forget(core, id);
  if (read) core.removed = { head: read.head, branches: read.messages };
  core.store.setState({ removedConversation: read?.head });
  const [next] = core.store.getState().conversations;
  if (isShown) await show(core, chat, next?.id ?? crypto.randomUUID(), next && (await loadConversation(core, next.id)));
  await saved;
}

/** Brings the conversation back that was deleted last, and shows it. */
export async function undoRemoval(core: Core, chat: WorkspaceChat): Promise<void> {
  const { removed } = core;
  if (!removed) return;
  delete core.removed;
  core.store.setState({ removedConversation: undefined });
  await add(core, chat, { head: removed.head, messages: removed.branches });
}

/** Adds a conversation to the list, saves all of it, and shows it. */
export async function add(core: Core, chat: WorkspaceChat, read: ReadConversation): Promise<void> {
  const saved = keep(core, read, []);
  await show(core, chat, read.head.id, read);
  await saved;
}

/** Shows the branch that is so many steps from the one in which the message `id` stands. */
export async function walkBranches(core: Core, chat: WorkspaceChat, id: string, by: number): Promise<void> {
  const { branches } = core.store.getState();
  const others = alternatives(branches, id);
  const number = others[others.indexOf(numberOf(branches, id)) + by];
  if (number === undefined) return;
  (await chat.session()).show(pathTo(branches, endBelow(branches, number)));
}

/** Shows the conversation as it stood before the message `id`, from where it goes on in another branch. */
export async function goBackBefore(core: Core, chat: WorkspaceChat, id: string): Promise<void> {
  const { messages } = core.store.getState().conversation;
  const at = messages.findIndex((message) => message.id === id);
  if (at !== -1) (await chat.session()).show(messages.slice(0, at));
}

/** The contents with the messages of all conversations, to be handed on as a whole. */
export async function withAllConversations(core: Core, contents: WorkspaceContents): Promise<WorkspaceContents> {
  const conversations = new Map<string, StoredConversation>();
  for (const { id } of core.store.getState().conversations) {
    const read = await loadConversation(core, id);
    if (read) conversations.set(id, read);
  }
  return { ...contents, conversations };
}

/** Where in a conversation a text was found. */
export interface Found {
  readonly id: string;
  /** The text around it. */
  readonly excerpt: string;
}

/** Characters of an excerpt before what was found, and of all of it. */
const excerpt = { before: 30, length: 140 } as const;

/**
 * Looks for a text in all that was said in the workspace's conversations, the one used last first, without regard to
 * capitals. Reads one after the other, and ends when `signal` aborts.
 */
export async function* searchConversations(core: Core, query: string, signal: AbortSignal): AsyncGenerator<Found> {
  const wanted = query.trim().toLowerCase();
  const { conversations, id: workspaceId } = core.store.getState();
  for (const { id } of conversations) {
    if (signal.aborted || wanted === "") return;
    const found = excerptOf(await messagesOf(core, workspaceId, id), wanted);
    if (found !== undefined) yield { id, excerpt: found };
    await nextTask();
  }
}

/** The messages as they lie there: whoever looks for a text in them need not know that they are whole. */
async function messagesOf(core: Core, workspaceId: string, id: string): Promise<readonly unknown[]> {
  const { conversationId, branches } = core.store.getState();
  if (id === conversationId) return branches;
  const held = core.saver.contents()?.conversations.get(id)?.messages;
  if (held) return held;
  try {
    const found = await (await core.storage).conversation(workspaceId, id);
    return Array.isArray(found?.messages) ? found.messages : [];
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    return [];
  }
}

function excerptOf(messages: readonly unknown[], wanted: string): string | undefined {
  for (const node of messages) {
    for (const text of textsOf(Object(node).message ?? node)) {
      const at = text.toLowerCase().indexOf(wanted);
      if (at === -1) continue;
      const from = Math.max(0, at - excerpt.before);
      const found = conversationName(text.slice(from, from + excerpt.length));
      return from > 0 ? `…${found}` : found;
    }
  }
  return undefined;
}

function textsOf(message: unknown): readonly string[] {
  const { metadata, parts } = Object(message) as { readonly metadata?: unknown; readonly parts?: unknown };
  const { typed } = Object(metadata) as { readonly typed?: unknown };
  const texts = (Array.isArray(parts) ? parts : []).map((part: unknown) => Object(part).text as unknown);
  return [typed, ...texts].filter((text) => typeof text === "string");
}
