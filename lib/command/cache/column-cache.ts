import { createHash } from "node:crypto";
import { memoObject } from "#lib/memo.ts";
import { parseJson } from "#lib/plain-json.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { programDigest } from "../own-files.ts";
import { columnText, type KeptColumn, readColumnText } from "./column-text.ts";
import { cacheFolder, type KeptFiles, openKeptFiles } from "./kept-files.ts";
import { contentsDigest, shapeDigest } from "./tree-key.ts";

/**
 * What harnesses made of earlier trees, by everything that decided it: this program, the settings, the shape of the tree, and the contents
 * of the files that were read. Which files were read is only known afterwards, so it is kept by shape, and the columns are kept by the
 * contents of these files (as ccache does with a file's includes).
 */
export interface ColumnCache {
  /** Digest of a tree's shape (`shapeDigest`). */
  shapeOf(snapshot: Snapshot): string;
  /** Whether anything is kept of trees of this shape. */
  hasShape(snapshot: Snapshot): boolean;
  /** What is kept of a tree, if it was looked at before. */
  recall(snapshot: Snapshot): Recalled | undefined;
  /** @param read relative paths of all files that were read for the columns */
  keep(snapshot: Snapshot, read: Iterable<string>, columns: readonly KeptColumn[]): void;
}

export interface Recalled {
  readonly columns: readonly KeptColumn[];
  /** Digest of the tree's shape. */
  readonly shape: string;
  /** Relative paths of the files whose contents decided. */
  readonly read: readonly string[];
}

/** Opens the person's cache. @param settings what else decides, as plain data; `undefined` where nothing can be kept */
export function openColumnCache(settings: unknown): ColumnCache | undefined {
  const program = programDigest();
  const files = program === undefined ? undefined : openKeptFiles(cacheFolder());
  // Which letters and digits there are depends on the Unicode version of Node.
  return files && columnCache(files, [program, process.version, settings]);
}

/** @param key everything that decides besides the tree, as plain data */
export function columnCache(files: KeptFiles, key: unknown): ColumnCache {
  // Each tree is asked for up to three times.
  const shapeOf = memoObject(shapeDigest);
  const nameOf = (...parts: readonly unknown[]) =>
    createHash("sha256")
      .update(JSON.stringify([key, ...parts]))
      .digest("hex");
  const readsName = (shape: string) => nameOf("reads", shape);
  const columnsName = (shape: string, snapshot: Snapshot, reads: readonly string[]) =>
    nameOf("columns", shape, reads, contentsDigest(snapshot, reads));
  const readsOf = (shape: string) => textsIn(files.read(readsName(shape)));

  return {
    shapeOf,
    hasShape: (snapshot) => readsOf(shapeOf(snapshot)) !== undefined,
    recall(snapshot) {
      const shape = shapeOf(snapshot);
      const read = readsOf(shape);
      const text = read && files.read(columnsName(shape, snapshot, read));
      const columns = text === undefined ? undefined : readColumnText(text);
      return read && columns && { columns, shape, read };
    },
    keep(snapshot, read, columns) {
      const shape = shapeOf(snapshot);
      const all = [...new Set([...(readsOf(shape) ?? []), ...read])].sort();
      files.keep(columnsName(shape, snapshot, all), columnText(columns));
      files.keep(readsName(shape), JSON.stringify(all));
    },
  };
}

function textsIn(json: string | undefined): readonly string[] | undefined {
  const read = json === undefined ? undefined : parseJson(json);
  return Array.isArray(read) && read.every((each) => typeof each === "string") ? read : undefined;
}
