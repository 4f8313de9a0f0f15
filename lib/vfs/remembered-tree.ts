import type { BareTree } from "./bare-tree.ts";
import { dirname } from "./paths.ts";

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
    stats: new Map<string, NonNullable<ReturnType<BareTree["statAt"]>>>(),
    entries: new Map<string, NonNullable<ReturnType<BareTree["entriesAt"]>>>(),
    bytes: new Map<string, Uint8Array>(),
  };
  const maps = Object.values(memory);
  const forget = (path: string) => {
    for (const map of maps) map.delete(path);
  };
  return {
    ...tree,
    statAt: (path) => remembered(memory.stats, path, tree.statAt),
    entriesAt: (path) => remembered(memory.entries, path, tree.entriesAt),
    bytesAt: (path) => remembered(memory.bytes, path, tree.bytesAt),
    forget,
    forgetEntry(path) {
      forget(path);
      // The folders above may all be new.
      for (let folder = path; folder !== "/"; ) {
        folder = dirname(folder);
        memory.entries.delete(folder);
      }
    },
    rememberBytes(path, bytes) {
      memory.bytes.set(path, bytes);
    },
  };
}

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
