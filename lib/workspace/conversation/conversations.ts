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
  type WholeConversation,
} from "#lib/chat/conversations/conversation.ts";
import type { ChatSession } from "#lib/chat/session.ts";
import { failureOrThrow, ignoreFailure } from "#lib/failure.ts";
import { reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { branchesOnShow, brokenRecords, type ReadConversation, sortedByUse } from "#lib/keeping/kept-conversations.ts";
import { isSamePlace } from "#lib/stage/place.ts";
import { noAllowances } from "#lib/state/allowances.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { StoredConversation, WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { Harness } from "#lib/view/harness.ts";

/** A session with a model over the conversation on show. The AI SDK is loaded lazily, with the first line sent. */
export interface Sessions {
  /** `undefined` where another conversation is shown by the time that its code is loaded. */
  session(): Promise<ChatSession | undefined>;
  /** The session, if one was ever needed. */
  readonly open: ChatSession | undefined;
  /** Ends the session: the next one starts from the workspace's messages at that time. */
  restart(): void;
}

export interface ConversationNeeds {
  readonly slice: Slice<"chat">;
  readonly keeping: Keeping;
  readonly harness: Harness;
  readonly sessions: Sessions;
  readonly kept: KeptConversations;
}

/** What is known about the conversations outside the state. */
export interface KeptConversations {
  /** The messages of the conversation on show as last saved, one record each. */
  saved: Branches;
  /** The conversation that is read to be shown. */
  opening?: string;
  /** The conversation that was last deleted. */
  removed?: WholeConversation;
}

/** The most conversations in a workspace; each is a line of a list, and a record of its own. */
export const mostConversations = 2000;

/** Saves the conversation on show: its head, and the messages that have changed since the last save. */
export function keepShown(needs: Omit<ConversationNeeds, "sessions">, isGrowing = false): void {
  const { conversation, conversationId: id, branches: before, conversations } = needs.slice.get();
  const messages = grow(before, conversation.messages);
  if (messages.length === 0) return;
  const now = Date.now();
  const known = conversations.find((one) => one.id === id) ?? { id, createdAt: now, usedAt: now };
  const usedAt = messages === needs.kept.saved ? known.usedAt : now;
  const shown = numberOf(messages, conversation.messages.at(-1)?.id);
  if (messages === needs.kept.saved && "shown" in known && known.shown === shown) return;
  void keep(needs, { head: headOf({ ...known, usedAt }, messages, shown), messages }, needs.kept.saved, isGrowing);
  needs.kept.saved = messages;
  needs.slice.set({ branches: messages });
}

/**
 * Saves a conversation and updates the list.
 * @param saved its messages as last saved
 */
function keep(
  needs: Pick<ConversationNeeds, "slice" | "keeping">,
  { head, messages }: ReadConversation,
  saved: Branches,
  isGrowing = false,
): Promise<void> {
  const changed = messages.flatMap((node, number) => (node === saved[number] ? [] : [number]));
  const before = needs.keeping.contents()?.conversations.get(head.id)?.messages ?? [];
  // IndexedDB clones values, and the SDK's messages may hold class instances that cannot be cloned.
  const differs = new Set(changed);
  const plain = messages.map((node, number) => {
    const known = differs.has(number) ? undefined : before[number];
    return known ?? (JSON.parse(JSON.stringify(node)) as unknown);
  });
  const done = needs.keeping.saveConversation(head.id, { head, messages: plain, changed, isGrowing });
  const { conversations } = needs.slice.get();
  needs.slice.set({
    conversations: sortedByUse([...conversations.filter(({ id }) => id !== head.id), head]),
  });
  return done;
}

/** Begins a new conversation; the current one stays in the list. */
export async function newConversation(needs: ConversationNeeds): Promise<void> {
  if (needs.slice.get().branches.length > 0) await show(needs, crypto.randomUUID());
}

/** Shows a conversation of the list. A running answer is stopped, and can be continued there. */
export async function openConversation(needs: ConversationNeeds, id: string): Promise<void> {
  needs.kept.opening = id;
  if (id === needs.slice.get().conversationId) return;
  const read = await loadConversation(needs, id);
  // Where another was shown or chosen meanwhile, that was the person's last word.
  if (read && needs.kept.opening === id) await show(needs, id, read);
}

/** Shows another conversation, which the harness treats as a new one. */
async function show(needs: ConversationNeeds, id: string, read?: ReadConversation): Promise<void> {
  needs.sessions.restart();
  delete needs.kept.opening;
  needs.kept.saved = read?.isEarlier ? [] : (read?.messages ?? []);
  needs.slice.set({ conversationId: id, ...branchesOnShow(read), allowances: noAllowances });
  needs.keeping.saveSmall();
  const isElsewhere = !isSamePlace(needs.harness.state().view.place, needs.harness.placeNow());
  if (isElsewhere || reloadsOn(needs.harness.profile(), "new-chat")) await needs.harness.refresh("load");
}

/**
 * A conversation with its messages; `undefined` where they are unavailable. Invalid records are set aside, and
 * conversations that the browser has removed leave the list; both are reported.
 */
export async function loadConversation(needs: ConversationNeeds, id: string): Promise<ReadConversation | undefined> {
  const { conversationId, branches, conversations } = needs.slice.get();
  const workspaceId = needs.keeping.workspaceId;
  const head = conversations.find((one) => one.id === id);
  if (!head) return undefined;
  if (id === conversationId) return { head, messages: branches };
  const held = needs.keeping.contents()?.conversations.get(id);
  if (held?.messages) return { ...held, head, messages: held.messages as Branches };
  const code = await import("#lib/keeping/check-stored.ts").catch(ignoreFailure);
  // Without a network it stays in the list, and can be opened later.
  if (!code) return undefined;
  try {
    const storage = await needs.keeping.storage;
    const found = await storage.conversation(workspaceId, id);
    const read = found && code.readLoadedConversation(found);
    if (read) return read;
    if (found) await storage.setAside(workspaceId, brokenRecords(found));
  } catch (caught) {
    failureOrThrow(caught);
    // It may well be there: it stays in the list, too.
    return undefined;
  }
  forget(needs, id);
  needs.keeping.lose({ kind: "conversation" });
  return undefined;
}

function forget(needs: ConversationNeeds, id: string): void {
  needs.slice.set({ conversations: needs.slice.get().conversations.filter((one) => one.id !== id) });
}

/** Renames a conversation; a blank `name` restores the default name, its first request. */
export async function renameConversation(needs: ConversationNeeds, id: string, name: string): Promise<void> {
  const { conversationId } = needs.slice.get();
  const saved = id === conversationId ? needs.kept.saved : undefined;
  const read = await loadConversation(needs, id);
  if (!read) return;
  const given = conversationName(name);
  const named = { ...read.head, name: given, isNamed: given !== "" };
  const head = headOf(named, read.messages, read.head.shown);
  const saving = keep(needs, { ...read, head }, read.isEarlier ? [] : (saved ?? read.messages));
  // Before the wait, in which another conversation may be shown.
  if (needs.kept.saved === saved) needs.kept.saved = read.messages;
  await saving;
}

/** Deletes a conversation; `undoRemoval` restores it until another one is deleted. */
export async function removeConversation(needs: ConversationNeeds, id: string): Promise<void> {
  const isShown = id === needs.slice.get().conversationId;
  // Its running turn is ended first, so that nothing of it is saved afterwards.
  if (isShown) needs.sessions.restart();
  const read = await loadConversation(needs, id);
  const saved = needs.keeping.removeConversation(id);
  forget(needs, id);
  if (read) needs.kept.removed = { head: read.head, branches: read.messages };
  needs.slice.set({ removedConversation: read?.head });
  if (isShown) await showNext(needs);
  await saved;
}

/** Shows the conversation used last, or a new one, unless another is shown or chosen before it is read. */
async function showNext(needs: ConversationNeeds): Promise<void> {
  const fresh = crypto.randomUUID();
  const [{ id } = { id: fresh }] = needs.slice.get().conversations;
  needs.kept.opening = id;
  const read = await loadConversation(needs, id);
  // One that cannot be read just now is not begun anew: what is said there would overwrite what is stored.
  if (needs.kept.opening === id) await show(needs, read ? id : fresh, read);
}

/** Restores the conversation that was last deleted, and shows it. */
export async function undoRemoval(needs: ConversationNeeds): Promise<void> {
  const { removed } = needs.kept;
  if (!removed) return;
  delete needs.kept.removed;
  needs.slice.set({ removedConversation: undefined });
  await add(needs, { head: removed.head, messages: removed.branches });
}

/** Adds a conversation to the list, saves all of it, and shows it. */
export async function add(needs: ConversationNeeds, read: ReadConversation): Promise<void> {
  const saved = keep(needs, read, []);
  await show(needs, read.head.id, read);
  await saved;
}

/** Shows the branch `by` steps from the one that contains the message `id`. */
export async function walkBranches(needs: ConversationNeeds, id: string, by: number): Promise<void> {
  const { branches } = needs.slice.get();
  const others = alternatives(branches, id);
  const number = others[others.indexOf(numberOf(branches, id)) + by];
  if (number === undefined) return;
  (await needs.sessions.session())?.show(pathTo(branches, endBelow(branches, number)));
}

/**
 * Shows the conversation as it was before the message `id`, so that it continues in another branch. Resolves to its
 * session; to `undefined` where another conversation is shown meanwhile.
 */
export async function goBackBefore(needs: ConversationNeeds, id: string): Promise<ChatSession | undefined> {
  const { messages } = needs.slice.get().conversation;
  const at = messages.findIndex((message) => message.id === id);
  const session = await needs.sessions.session();
  if (at !== -1) session?.show(messages.slice(0, at));
  return session;
}

/** The contents with the messages of all conversations, for passing on the whole workspace. */
export async function withAllConversations(
  needs: ConversationNeeds,
  contents: WorkspaceContents,
): Promise<WorkspaceContents> {
  const conversations = new Map<string, StoredConversation>();
  for (const { id } of needs.slice.get().conversations) {
    const read = await loadConversation(needs, id);
    if (read) conversations.set(id, read);
  }
  return { ...contents, conversations };
}

/** A place in a conversation that contains a text. */
export interface Found {
  readonly id: string;
  /** The text around it. */
  readonly excerpt: string;
}

/** Characters of an excerpt before the match, and in total. */
const excerpt = { before: 30, length: 140 } as const;

/**
 * Searches all messages of the workspace's conversations for a text, ignoring case, the last used conversation first.
 * Reads one after the other, and ends when `signal` aborts.
 */
export async function* searchConversations(
  needs: ConversationNeeds,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const wanted = query.trim().toLowerCase();
  const { conversations } = needs.slice.get();
  const workspaceId = needs.keeping.workspaceId;
  for (const { id } of conversations) {
    if (signal.aborted || wanted === "") return;
    const found = excerptOf(await messagesOf(needs, workspaceId, id), wanted);
    if (found !== undefined) yield { id, excerpt: found };
    await nextTask();
  }
}

/** The stored messages without validation, which a text search does not need. */
async function messagesOf(needs: ConversationNeeds, workspaceId: string, id: string): Promise<readonly unknown[]> {
  const { conversationId, branches } = needs.slice.get();
  if (id === conversationId) return branches;
  const held = needs.keeping.contents()?.conversations.get(id)?.messages;
  if (held) return held;
  try {
    const found = await (await needs.keeping.storage).conversation(workspaceId, id);
    return Array.isArray(found?.messages) ? found.messages : [];
  } catch (caught) {
    failureOrThrow(caught);
    return [];
  }
}

function excerptOf(messages: readonly unknown[], wanted: string): string | undefined {
  for (const node of messages) {
    for (const text of textsOf(Object(node).message ?? node)) {
      const at = text.toLowerCase().indexOf(wanted);
      if (at === -1) continue;
      const from = Math.max(0, at - excerpt.before);
      // Without half of a surrogate pair at either end.
      const found = conversationName(text.slice(from, from + excerpt.length).replace(/\p{Surrogate}/gu, ""));
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
