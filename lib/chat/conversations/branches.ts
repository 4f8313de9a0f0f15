import type { ChatMessage } from "../message.ts";

/** A message and what it follows. */
export interface BranchNode {
  readonly message: ChatMessage;
  /** The number of the message before it, which is smaller than its own; -1 for a first one. */
  readonly parent: number;
}

/**
 * All messages of a conversation, in the order of their making; a message's place is its number for good. Where a person
 * has asked again in other words, or had something answered again, several messages follow the same one: only one way
 * through them is on show.
 */
export type Branches = readonly BranchNode[];

interface Index {
  readonly numbers: ReadonlyMap<string, number>;
  /** Numbers of the messages that follow each, by its number. */
  readonly followers: ReadonlyMap<number, readonly number[]>;
}

const indexes = new WeakMap<Branches, Index>();

function indexOf(branches: Branches): Index {
  const known = indexes.get(branches);
  if (known) return known;
  const numbers = new Map<string, number>();
  const followers = new Map<number, number[]>();
  for (const [number, { message, parent }] of branches.entries()) {
    numbers.set(message.id, number);
    const others = followers.get(parent);
    if (others) others.push(number);
    else followers.set(parent, [number]);
  }
  const index = { numbers, followers };
  indexes.set(branches, index);
  return index;
}

/** The number of a message; -1 where there is none of that id. */
export function numberOf(branches: Branches, id: string | undefined): number {
  return indexOf(branches).numbers.get(id ?? "") ?? -1;
}

/**
 * The branches with the messages of `path` as they are now; those that are new follow one another. The same object where
 * nothing differs, and the same node for every message that does not.
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

/** Branches from outside: a message whose id another has already gets another. */
export function withOwnIds(branches: Branches): Branches {
  const ids = new Set<string>();
  return branches.map((node, number) => {
    let { id } = node.message;
    while (ids.has(id)) id = `${id} ${number}`;
    ids.add(id);
    return id === node.message.id ? node : { ...node, message: { ...node.message, id } };
  });
}

/** The messages from the first to the one of this number. */
export function pathTo(branches: Branches, number: number): readonly ChatMessage[] {
  const path: ChatMessage[] = [];
  for (let node = branches[number]; node; node = branches[node.parent]) path.push(node.message);
  return path.reverse();
}

/** The number of the last message below this one: at each fork the way that was taken last. */
export function endBelow(branches: Branches, number: number): number {
  const { followers } = indexOf(branches);
  let end = number;
  for (let next = followers.get(end)?.at(-1); next !== undefined; next = followers.get(end)?.at(-1)) end = next;
  return end;
}

/** The messages, by number, that stand where this one does, itself included; in the order of their making. */
export function alternatives(branches: Branches, id: string): readonly number[] {
  const { numbers, followers } = indexOf(branches);
  const node = branches[numbers.get(id) ?? -1];
  return (node && followers.get(node.parent)) ?? [];
}
