import { basename, childPath, compareBytes } from "./paths.ts";

/**
 * The read-only tree of files that everything else looks at. Pure code (skills, harness) takes a `Files` and nothing more, so the same
 * rules run over a snapshot in a test, a worker's copy of a repository, or the mounted workspace in the page.
 *
 * Paths are absolute and normal (see `paths.ts`). A missing path is `undefined`, never an exception. Links are resolved only inside the
 * mount they live in: one that points elsewhere, or in a circle, is dangling. `.git` is never part of a tree.
 */
export type EntryKind = "file" | "folder" | "link";

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface Stat {
  readonly kind: EntryKind;
  /** Size in bytes; 0 for folders and links. `undefined` for a file whose content is _pending_: still on its way. */
  readonly size: number | undefined;
  readonly executable: boolean;
  /** Where a link points, as written. Present only on links. */
  readonly target?: string;
}

/** A file's place in a tree: it gives the file's present content without following the path again. */
export interface FileCell {
  /** What `Files.read` would answer; `undefined` where only `read` can tell. */
  readonly bytes?: Uint8Array | undefined;
}

export interface Files {
  /** What stands at `path` itself: a link is reported as a link (links in parent folders are followed). */
  lstat(path: string): Stat | undefined;
  /** What stands at `path` after following links, so never a link; `undefined` when missing or dangling. */
  stat(path: string): Stat | undefined;
  /**
   * The entries of a folder (links followed to reach it), in byte order of name; `undefined` when it is no folder. The array is a new one
   * once anything was added or removed in the folder, at any depth. So results derived from the names below a folder hold as long as `list`
   * returns the same array.
   */
  list(path: string): readonly Entry[] | undefined;
  /**
   * The cell of a file that is reached without links; `undefined` says nothing. The cell belongs to the file for as long as the listing of
   * any folder above is the same array.
   */
  cell?(path: string): FileCell | undefined;
  /**
   * A file's bytes, links followed. Nobody may write into the array: a file that changed has another array, so results derived from an
   * array hold as long as `read` returns the same one. `undefined` also for a pending file; the call then asks for its content. A caller
   * that can wait calls `whenSettled` first.
   */
  read(path: string): Uint8Array | undefined;
  /**
   * Asks for a pending file ahead of the others. Resolves when the file can be read, or when no more content comes and it stays pending.
   * Returns `undefined` where there is nothing to wait for. Never rejects.
   */
  whenSettled?(path: string): Promise<void> | undefined;
  /** Whether the tree has any link. If not, every path is its own target. Absent: there may be links. */
  hasLinks?(): boolean;
}

/** Whether a file stands there whose content has not come yet. */
export function isPending(stat: Stat | undefined): boolean {
  return stat?.kind === "file" && stat.size === undefined;
}

/** How many links in a chain are followed: Linux's own limit (MAXSYMLINKS). */
export const maxLinks = 40;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A file as text: UTF-8, invalid bytes as U+FFFD, a byte-order mark kept (harnesses differ on it). */
export function readText(files: Files, path: string): string | undefined {
  const bytes = files.read(path);
  return bytes && decodeText(bytes);
}

/** The text that `readText` returns for a file with these bytes. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** How far git looks for a NUL byte before it calls a file binary (`buffer_is_binary`). */
const binaryProbe = 8000;

/** Whether git would call a file with these bytes binary. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, binaryProbe).includes(0);
}

const exactDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** The text whose UTF-8 form is exactly these bytes; `undefined` when they are not valid UTF-8. */
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
  /** Leaves out an entry, and everything below a folder. */
  readonly skip?: (entry: WalkedEntry) => boolean;
}

/**
 * Everything below `folder`, each folder before its content, in byte order of name. Links are yielded and never entered, so the walk always
 * ends. Yields nothing when `folder` is none.
 */
export function* walkFiles(files: Files, folder: string, options: WalkOptions = {}): Generator<WalkedEntry, void> {
  const ahead = entriesIn(files, folder);
  for (let entry = ahead.pop(); entry; entry = ahead.pop()) {
    if (options.skip?.(entry)) continue;
    yield entry;
    if (entry.kind === "folder") ahead.push(...entriesIn(files, entry.path));
  }
}

/** The entries in reverse order, because the walk takes them from the end. */
function entriesIn(files: Files, folder: string): WalkedEntry[] {
  const entries = files.list(folder) ?? [];
  return entries.map(({ name, kind }) => ({ path: childPath(folder, name), kind })).reverse();
}

const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Every SKILL.md below `root`, at any depth outside of `.git` and `node_modules`, in the order of `walkFiles`. Other spellings (`skill.md`)
 * are included: some harnesses read them, and under the others a person wants to see why they are not read.
 */
export function findSkillFiles(files: Files, root: string): string[] {
  const paths: string[] = [];
  for (const { path, kind } of walkFiles(files, root, { skip: ({ path }) => skippedFolders.has(basename(path)) })) {
    if (!isSkillName(path)) continue;
    if (kind === "file" || (kind === "link" && files.stat(path)?.kind === "file")) paths.push(path);
  }
  return paths;
}

/**
 * The SKILL.md files (as in `findSkillFiles`) among known paths, such as those of a snapshot, in byte order of path. Walking 10,000 files
 * takes the page longer than a frame; filtering their paths does not.
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
  return isSkillName(path) && !isSkipped(path);
}

/** Whether the last part of a path is `SKILL.md`, in any spelling. */
export function isSkillName(path: string): boolean {
  return basename(path).toLowerCase() === "skill.md";
}

function isSkipped(path: string): boolean {
  return path.split("/").some((name) => skippedFolders.has(name));
}
