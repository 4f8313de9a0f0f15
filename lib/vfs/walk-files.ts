import type { EntryKind, Files } from "./files.ts";
import { basename, childPath, compareBytes } from "./paths.ts";

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
