import type { Files } from "./files.ts";
import { basename } from "./paths.ts";
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
