import type { ChatMessage } from "#lib/chat/message.ts";
import { memoObject } from "#lib/memo.ts";

/** A message and the message that it follows. */
export interface BranchNode {
  readonly message: ChatMessage;
  /** The number of the message before this one, always smaller than this one's; -1 for a first message. */
  readonly parent: number;
}

/**
 * All messages of a conversation, in the order in which they were made; a message's index is its number for good. Where
 * a person has asked again in other words, or had something answered again, several messages follow the same one. Only
 * one path through them is on show.
 */
export type Branches = readonly BranchNode[];

interface Index {
  readonly numbers: ReadonlyMap<string, number>;
  /** The numbers of the messages that follow a message, by its number. */
  readonly followers: ReadonlyMap<number, readonly number[]>;
}

const indexOf = memoObject((branches: Branches): Index => {
  const numbers = new Map(branches.map(({ message }, number) => [message.id, number]));
  return { numbers, followers: Map.groupBy(branches.keys(), (number) => branches[number]?.parent ?? -1) };
});

/** The number of the message with this id; -1 where there is none. */
export function numberOf(branches: Branches, id: string | undefined): number {
  return indexOf(branches).numbers.get(id ?? "") ?? -1;
}

/**
 * The branches with the messages of `path` as they are now; new messages follow one another. Returns the same object
 * where nothing differs, and the same node for every message that does not.
 */
export function grow(branches: Branches, path: readonly ChatMessage[]): Branches {
  const { numbers } = indexOf(branches);
  const grown = [...branches];
  let parent = -1;
  let isChanged = false;
  for (const message of path) {
    const number = numbers.get(message.id) ?? grown.length;
    const before = grown[number];
    if (before?.message !== message) {
      grown[number] = { message, parent: before?.parent ?? parent };
      isChanged = true;
    }
    parent = number;
  }
  return isChanged ? grown : branches;
}

/** Branches from outside: a message whose id is already taken gets a new one. */
export function withOwnIds(branches: Branches): Branches {
  const ids = new Set<string>();
  return branches.map((node, number) => {
    let { id } = node.message;
    while (ids.has(id)) id = `${id} ${number}`;
    ids.add(id);
    return id === node.message.id ? node : { ...node, message: { ...node.message, id } };
  });
}

/** The messages from the first one to the one with this number. */
export function pathTo(branches: Branches, number: number): readonly ChatMessage[] {
  const path: ChatMessage[] = [];
  for (let node = branches[number]; node; node = branches[node.parent]) path.push(node.message);
  return path.reverse();
}

/** The number of the last message below this one, following the latest branch at each fork. */
export function endBelow(branches: Branches, number: number): number {
  const { followers } = indexOf(branches);
  let end = number;
  for (let next = followers.get(end)?.at(-1); next !== undefined; next = followers.get(end)?.at(-1)) end = next;
  return end;
}

/**
 * The numbers of all messages with the same parent as this one, itself included, in the order in which they were made.
 */
export function alternatives(branches: Branches, id: string): readonly number[] {
  const { numbers, followers } = indexOf(branches);
  const node = branches[numbers.get(id) ?? -1];
  return (node && followers.get(node.parent)) ?? [];
}

/** Everything about a conversation except its messages. */
export interface ConversationHead {
  readonly id: string;
  /** The name that the person gave, or else the first request, or the files sent without one; empty where nothing was sent. */
  readonly name: string;
  /** Whether the person gave the name. */
  readonly isNamed: boolean;
  /** Milliseconds since 1970, like `usedAt`. */
  readonly createdAt: number;
  /** When the last message was written. */
  readonly usedAt: number;
  /** The number of messages, in all branches. */
  readonly count: number;
  /** The number of the last message of the branch on show; -1 where that is not known. */
  readonly shown: number;
}

/** A conversation with everything that was said. */
export interface WholeConversation {
  readonly head: ConversationHead;
  readonly branches: Branches;
}

/** The longest name that is kept, in characters: a line of a list shows about a third of it. */
export const longestName = 120;

/** `text` as a name: one line of bounded length, without characters that a name cannot show. */
export function conversationName(text: string): string {
  // A request may be a megabyte: its beginning is enough. A surrogate pair is not cut.
  const line = text
    .slice(0, 20 * longestName)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join("")}…` : line;
}

/** The default name of a conversation: its first request, the files sent without one, or its first command. */
function firstRequest(branches: Branches): string {
  const first = branches.find(({ message }) => message.role === "user") ?? branches[0];
  return first ? conversationName(typedLine(first.message) || attachedNames(first.message).join(", ")) : "";
}

/** The files that a person attached to a message: by path where they are in the workspace. */
export function attachedNames({ parts }: ChatMessage): readonly string[] {
  return parts.flatMap((part) => (part.type === "data-attachment" ? [part.data.path ?? part.data.name] : []));
}

/** What a person typed, before the harness changed it. */
export function typedLine({ metadata, parts }: ChatMessage): string {
  const said = () => parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
  const command = parts.find((part) => part.type === "data-command");
  return command?.data.line ?? metadata?.typed ?? said();
}

/**
 * The head of a conversation as it stands now.
 * @param before the previous head; for a new conversation its id and times suffice
 */
export function headOf(
  before: Partial<ConversationHead> & Pick<ConversationHead, "id" | "createdAt" | "usedAt">,
  branches: Branches,
  shown: number,
): ConversationHead {
  const { name = "", isNamed = false } = before;
  return { ...before, name: isNamed ? name : firstRequest(branches), isNamed, count: branches.length, shown };
}

/** The messages on show: those of the head's branch, or of the latest branch where the head names none that exists. */
export function shownPath({ head, branches }: WholeConversation): readonly ChatMessage[] {
  const number = branches[head.shown] ? head.shown : endBelow(branches, branches.length - 1);
  return pathTo(branches, number);
}
