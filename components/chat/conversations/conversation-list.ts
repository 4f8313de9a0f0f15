import { useEffect, useState } from "react";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { ConversationHead } from "#lib/chat/conversations/conversation.ts";

/** A conversation's name in lists and titles. */
export function conversationLabel(head: Pick<ConversationHead, "name"> | undefined): string {
  return head ? head.name || "Untitled" : "New conversation";
}

/** Excerpts around matches inside conversations, by the conversation's id. */
export type FoundInside = ReadonlyMap<string, string>;

export interface ListedConversation {
  readonly head: ConversationHead;
  readonly excerpt?: string;
}

/** The conversations to list: those with the text in their names first, then those with the text in a message. */
export function listed(
  all: readonly ConversationHead[],
  query: string,
  inside: FoundInside,
): readonly ListedConversation[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return all.map((head) => ({ head }));
  const isNamed = ({ name }: ConversationHead) => name.toLowerCase().includes(wanted);
  const withExcerpt = (head: ConversationHead): ListedConversation[] => {
    const excerpt = inside.get(head.id);
    return excerpt === undefined ? [] : [{ head, excerpt }];
  };
  return [
    ...all.filter(isNamed).map((head) => ({ head })),
    ...all.filter((head) => !isNamed(head)).flatMap(withExcerpt),
  ];
}

const nothing: FoundInside = new Map();
/** Milliseconds without a keystroke before conversations are searched. */
const pause = 200;

/** Searches the messages of all conversations once the person stops typing; results come one conversation at a time. */
export function useFoundInside(query: string): { readonly found: FoundInside; readonly isSearching: boolean } {
  const { searchConversations } = useActions();
  const [found, setFound] = useState(nothing);
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    setFound(nothing);
    setSearching(query.trim() !== "");
    if (query.trim() === "") return;
    const stopping = new AbortController();
    const timer = setTimeout(async () => {
      for await (const { id, excerpt } of searchConversations(query, stopping.signal)) {
        if (stopping.signal.aborted) return;
        setFound((before) => new Map(before).set(id, excerpt));
      }
      if (!stopping.signal.aborted) setSearching(false);
    }, pause);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [query, searchConversations]);
  return { found, isSearching };
}
