import { basename, childPath, compareBytes } from "./paths.ts";

/**
 * The read-only tree of files that everything else looks at. Pure code (skills, harness) takes a
 * `Files` and nothing more, so the same rules run over a snapshot in a test, a worker's copy of a
 * repository, or the mounted workspace in the page.
 *
 * Paths are absolute and normal (see `paths.ts`). A missing path is `undefined`, never an exception.
 * Links are resolved only inside the mount they live in: one that points elsewhere, or in a circle,
 * is dangling. `.git` is never part of a tree.
 */
export type EntryKind = "file" | "folder" | "link";

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface Stat {
  readonly kind: EntryKind;
  /** Bytes; 0 for folders and links. `undefined` for a file whose content is _pending_: still on its way. */
  readonly size: number | undefined;
  readonly executable: boolean;
  /** Where a link points, as written. Only on links. */
  readonly target?: string;
}

/** A file's place in a tree: it says what the file holds now, without a path being followed again. */
export interface FileCell {
  /** What `Files.read` would answer; `undefined` where only `read` can tell. */
  readonly bytes?: Uint8Array | undefined;
}

export interface Files {
  /** What stands at `path` itself: a link is reported as a link (links in parent folders are followed). */
  lstat(path: string): Stat | undefined;
  /** What stands at `path` after following links; `undefined` when missing or dangling. Never a link. */
  stat(path: string): Stat | undefined;
  /**
   * The entries of a folder (links followed to reach it), in byte order of name; `undefined` when it is none. Another
   * array once anything came or went in it, at any depth: what was worked out from the names below a folder holds as
   * long as its listing is the same one.
   */
  list(path: string): readonly Entry[] | undefined;
  /**
   * The cell of a file to which no link leads; `undefined` says nothing. It is the file's for as long as the listing of
   * any folder above is the same one.
   */
  cell?(path: string): FileCell | undefined;
  /**
   * A file's bytes, links followed. The caller must not write into them, and nor does anything else: a file that
   * changed has other bytes, so that what was worked out from an array holds as long as it is the same one.
   * `undefined` for a pending file, too, which is asked for by this: who can wait asks `whenSettled` before.
   */
  read(path: string): Uint8Array | undefined;
  /**
   * Has a pending file come before the others. Resolves when it can be read, or when nothing comes any more: it is
   * pending then as before. `undefined` where nothing is to be waited for. Never rejects.
   */
  whenSettled?(path: string): Promise<void> | undefined;
  /** Whether any link stands in it: where none does, every path is its own target. Absent: one may. */
  hasLinks?(): boolean;
}

/** Whether a file stands there whose content has not come yet. */
export function isPending(stat: Stat | undefined): boolean {
  return stat?.kind === "file" && stat.size === undefined;
}

/** How far a chain of links is followed: Linux's own limit (MAXSYMLINKS). */
export const maxLinks = 40;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A file as text: UTF-8, invalid bytes as U+FFFD, a byte-order mark kept (harnesses differ on it). */
export function readText(files: Files, path: string): string | undefined {
  const bytes = files.read(path);
  return bytes && decodeText(bytes);
}

/** What `readText` makes of a file's bytes. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** How far git looks for a NUL byte before it calls a file binary (`buffer_is_binary`). */
const binaryProbe = 8000;

/** Whether git would call it binary. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, binaryProbe).includes(0);
}

const exactDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** The text from which the same bytes can be made again; `undefined` where there is none, as the bytes are no UTF-8. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return exactDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

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

/** In reverse order, as entries are taken from the end. */
function entriesIn(files: Files, folder: string): WalkedEntry[] {
  const entries = files.list(folder) ?? [];
  return entries.map(({ name, kind }) => ({ path: childPath(folder, name), kind })).reverse();
}

const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Every SKILL.md below `root`, at any depth but in `.git` and `node_modules`, in the order of
 * `walkFiles`. Other spellings (`skill.md`) are included: some harnesses read them, and for the rest a
 * person wants to see why they do not.
 */
export function findSkillFiles(files: Files, root: string): string[] {
  const paths: string[] = [];
  for (const { path, kind } of walkFiles(files, root, { skip: ({ path }) => skippedFolders.has(basename(path)) })) {
    if (basename(path).toLowerCase() !== "skill.md") continue;
    if (kind === "file" || (kind === "link" && files.stat(path)?.kind === "file")) paths.push(path);
  }
  return paths;
}

/**
 * The SKILL.md files (as `findSkillFiles` takes them) among paths already known, such as a snapshot's: a walk of 10,000
 * files takes the page longer than a frame, this does not. In byte order of path.
 */
export function skillFilesAmong(files: Files, paths: Iterable<string>): string[] {
  const found: string[] = [];
  for (const path of paths) {
    if (isSkillPath(path) && files.stat(path)?.kind === "file") found.push(path);
  }
  return found.sort(compareBytes);
}

/** Whether the absolute path is that of a SKILL.md, in any spelling, outside of `.git` and `node_modules`. */
export function isSkillPath(path: string): boolean {
  return path.slice(-9).toLowerCase() === "/skill.md" && !isSkipped(path);
}

function isSkipped(path: string): boolean {
  return path.split("/").some((name) => skippedFolders.has(name));
}
