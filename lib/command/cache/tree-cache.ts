import { createHash } from "node:crypto";
import { parseJson } from "#lib/plain-json.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { programDigest } from "../own-files.ts";
import { cacheFolder, type KeptFiles, openKeptFiles } from "./kept-files.ts";
import { contentsDigest, shapeDigest } from "./tree-key.ts";

/**
 * Texts that were made of trees, by everything that decided them: this program, the settings, the shape of the tree, and the contents of
 * the files that were read. Which files were read is only known afterwards, so it is kept by shape, and the text by the contents of these
 * files (as ccache does with a file's includes).
 */
export interface TreeCache {
  /** Whether anything is kept of trees of this shape. */
  hasShape(snapshot: Snapshot): boolean;
  /** What is kept of a tree, if it was looked at before. */
  recall(snapshot: Snapshot): RecalledText | undefined;
  /** @param read relative paths of all files that decided about the text */
  keep(snapshot: Snapshot, read: Iterable<string>, text: string): void;
}

export interface RecalledText {
  readonly text: string;
  /** Relative paths of the files whose contents decided. */
  readonly read: readonly string[];
}

/**
 * Opens the person's cache.
 * @param kind what the texts are
 * @param settings what else decides, as plain data
 * @returns `undefined` where nothing can be kept
 */
export function openTreeCache(kind: string, settings: unknown): TreeCache | undefined {
  const program = programDigest();
  const files = program === undefined ? undefined : openKeptFiles(cacheFolder());
  // Which letters and digits there are depends on the Unicode version of Node.
  return files && treeCache(files, [kind, program, process.version, settings]);
}

/** @param key everything that decides besides the tree, as plain data */
export function treeCache(files: KeptFiles, key: unknown): TreeCache {
  const nameOf = (...parts: readonly unknown[]) =>
    createHash("sha256")
      .update(JSON.stringify([key, ...parts]))
      .digest("hex");
  const readsName = (snapshot: Snapshot) => nameOf("reads", shapeDigest(snapshot));
  const textName = (snapshot: Snapshot, reads: readonly string[]) =>
    nameOf("text", shapeDigest(snapshot), reads, contentsDigest(snapshot, reads));
  const readsOf = (snapshot: Snapshot) => textsIn(files.read(readsName(snapshot)));

  return {
    hasShape: (snapshot) => readsOf(snapshot) !== undefined,
    recall(snapshot) {
      const read = readsOf(snapshot);
      const text = read && files.read(textName(snapshot, read));
      return read && text !== undefined ? { text, read } : undefined;
    },
    keep(snapshot, read, text) {
      const all = [...new Set([...(readsOf(snapshot) ?? []), ...read])].sort();
      files.keep(textName(snapshot, all), text);
      files.keep(readsName(snapshot), JSON.stringify(all));
    },
  };
}

function textsIn(json: string | undefined): readonly string[] | undefined {
  const read = json === undefined ? undefined : parseJson(json);
  return Array.isArray(read) && read.every((each) => typeof each === "string") ? read : undefined;
}
