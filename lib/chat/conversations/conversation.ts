import type { ChatMessage } from "../message.ts";
import { type Branches, endBelow, pathTo } from "./branches.ts";

/** What is known of a conversation without its messages. */
export interface ConversationHead {
  readonly id: string;
  /** As its person called it, else its first request; empty where nothing was said. */
  readonly name: string;
  /** Whether its person called it so. */
  readonly isNamed: boolean;
  /** Milliseconds since 1970, like `usedAt`. */
  readonly createdAt: number;
  /** When something was said in it last. */
  readonly usedAt: number;
  /** How many messages it has, in all branches. */
  readonly count: number;
  /** The number of the last message of the branch on show; -1 where that is not known. */
  readonly shown: number;
}

/** A conversation with everything that was said. */
export interface WholeConversation {
  readonly head: ConversationHead;
  readonly branches: Branches;
}

/** The longest name that is kept: a line of a list shows about a third of it. */
export const longestName = 120;

/** `text` as a name: one line of bounded length, without what a name cannot show. */
export function conversationName(text: string): string {
  // Of a request of a megabyte the beginning is enough; a character of two halves is not cut in the middle.
  const line = text
    .slice(0, 20 * longestName)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join("")}…` : line;
}

/** What a conversation is called that its person has not named: its first request, or its first command. */
function firstRequest(branches: Branches): string {
  const first = branches.find(({ message }) => message.role === "user") ?? branches[0];
  return first ? conversationName(typedLine(first.message)) : "";
}

/** What a person typed, whatever the harness made of it. */
export function typedLine({ metadata, parts }: ChatMessage): string {
  const said = () => parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const command = parts.find((part) => part.type === "data-command");
  return command?.data.line ?? metadata?.typed ?? said();
}

/** The head of a conversation as it stands now. @param before as it stood; for a new one its id and times suffice */
export function headOf(
  before: Partial<ConversationHead> & Pick<ConversationHead, "id" | "createdAt" | "usedAt">,
  branches: Branches,
  shown: number,
): ConversationHead {
  const { name = "", isNamed = false } = before;
  return { ...before, name: isNamed ? name : firstRequest(branches), isNamed, count: branches.length, shown };
}

/** The messages on show: those of the head's branch, or of the one made last where the head names none that is there. */
export function shownPath({ head, branches }: WholeConversation): readonly ChatMessage[] {
  const number = branches[head.shown] ? head.shown : endBelow(branches, branches.length - 1);
  return pathTo(branches, number);
}
