import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { columnText, type KeptColumn, readColumnText } from "./column-text.ts";
import { openTreeCache, type RecalledText, type TreeCache } from "./tree-cache.ts";

/** What harnesses made of earlier trees. */
export interface ColumnCache extends Pick<TreeCache, "hasShape"> {
  /** What is kept of a tree, if it was looked at before. */
  recall(snapshot: Snapshot): RecalledColumns | undefined;
  /** @param read relative paths of all files that were read for the columns */
  keep(snapshot: Snapshot, read: Iterable<string>, columns: readonly KeptColumn[]): void;
}

export interface RecalledColumns extends Pick<RecalledText, "read"> {
  readonly columns: readonly KeptColumn[];
}

/** Opens the person's cache. @param settings what else decides, as plain data; `undefined` where nothing can be kept */
export function openColumnCache(settings: unknown): ColumnCache | undefined {
  const trees = openTreeCache("columns", settings);
  return trees && columnCache(trees);
}

export function columnCache(trees: TreeCache): ColumnCache {
  return {
    hasShape: (snapshot) => trees.hasShape(snapshot),
    recall(snapshot) {
      const known = trees.recall(snapshot);
      const columns = known && readColumnText(known.text);
      return columns && { columns, read: known.read };
    },
    keep: (snapshot, read, columns) => trees.keep(snapshot, read, columnText(columns)),
  };
}
