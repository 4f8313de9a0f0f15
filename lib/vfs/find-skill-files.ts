import type { Files } from "./files.ts";
import { basename, compareBytes } from "./paths.ts";
import { walkFiles } from "./walk-files.ts";

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
 * The same among paths already known, such as a snapshot's: a walk of 10,000 files takes the page longer
 * than a frame, this does not. In byte order of path.
 */
export function skillFilesAmong(files: Files, paths: Iterable<string>): string[] {
  const found: string[] = [];
  for (const path of paths) {
    if (isSkillPath(path) && files.stat(path)?.kind === "file") found.push(path);
  }
  return found.sort(compareBytes);
}

/** Whether a file at this absolute path is one of those. */
export function isSkillPath(path: string): boolean {
  return path.slice(-9).toLowerCase() === "/skill.md" && !isSkipped(path);
}

function isSkipped(path: string): boolean {
  return path.split("/").some((name) => skippedFolders.has(name));
}
