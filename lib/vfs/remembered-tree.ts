import type { BareTree } from "./bare-tree.ts";
import type { Entry, Stat } from "./files.ts";
import { childPath, dirname } from "./paths.ts";

/** A tree that is asked once for what stands at a path, until it is told that something changed there. */
export interface RememberedTree extends BareTree {
  /** After a file's content or mode changed. */
  forget(path: string): void;
  /** After an entry came or went: the folder above lists another content, or was itself just made. */
  forgetEntry(path: string): void;
  /** Bytes that are known without asking, and need no copy. */
  rememberBytes(path: string, bytes: Uint8Array): void;
}

/**
 * Remembers the answers of a tree that is slow to ask: memfs makes a copy of every file that is read, and an
 * object for each entry. Only what is there is remembered, so there are no more answers than files; a file's bytes are
 * the same object until it changes.
 */
export function rememberedTree(tree: BareTree): RememberedTree {
  const memory = {
    stats: new Map<string, Stat>(),
    entries: new Map<string, readonly Entry[]>(),
    bytes: new Map<string, Uint8Array>(),
  };
  const maps = Object.values(memory);
  const forget = (path: string) => {
    for (const map of maps) map.delete(path);
  };
  // A listing tells what to know of the folders in it: most of them are listed next.
  const listed = (path: string) => {
    const entries = tree.entriesAt(path);
    for (const { name, kind } of entries ?? []) if (kind === "folder") memory.stats.set(childPath(path, name), folder);
    return entries;
  };
  return {
    ...tree,
    statAt: (path) => remembered(memory.stats, path, tree.statAt),
    entriesAt: (path) => remembered(memory.entries, path, listed),
    bytesAt: (path) => remembered(memory.bytes, path, tree.bytesAt),
    forget,
    forgetEntry(path) {
      forget(path);
      // The folders above may all be new.
      for (let above = path; above !== "/"; ) {
        above = dirname(above);
        memory.entries.delete(above);
      }
    },
    rememberBytes(path, bytes) {
      memory.bytes.set(path, bytes);
    },
  };
}

const folder: Stat = { kind: "folder", size: 0, executable: false };

function remembered<Answer>(
  answers: Map<string, Answer>,
  path: string,
  ask: (path: string) => Answer | undefined,
): Answer | undefined {
  const known = answers.get(path);
  if (known !== undefined) return known;
  const answer = ask(path);
  if (answer !== undefined) answers.set(path, answer);
  return answer;
}
