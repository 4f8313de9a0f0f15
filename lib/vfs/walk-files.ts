import type { EntryKind, Files } from "./files.ts";
import { childPath } from "./paths.ts";

export interface WalkedEntry {
  readonly path: string;
  readonly kind: EntryKind;
}

export interface WalkOptions {
  /** Leaves out an entry, and with a folder everything below it. */
  readonly skip?: (entry: WalkedEntry) => boolean;
}

/**
 * Everything below `root`, each folder before its content, in byte order of name. Links are reported and
 * never entered, so the walk ends whatever they point to. Yields nothing when `root` is no folder.
 */
export function* walkFiles(files: Files, root: string, options: WalkOptions = {}): Generator<WalkedEntry, void> {
  const ahead = entriesIn(files, root);
  for (let entry = ahead.pop(); entry; entry = ahead.pop()) {
    if (options.skip?.(entry)) continue;
    yield entry;
    if (entry.kind === "folder") ahead.push(...entriesIn(files, entry.path));
  }
}

/** Last first, to be taken from the end. */
function entriesIn(files: Files, folder: string): WalkedEntry[] {
  const entries = files.list(folder) ?? [];
  return entries.map(({ name, kind }) => ({ path: childPath(folder, name), kind })).reverse();
}
