import type { Entry, Files } from "#lib/vfs/files.ts";
import { basename, compareBytes, joinPath } from "#lib/vfs/paths.ts";
import { walkFiles } from "#lib/vfs/walk-files.ts";
import type { FileNameRule, Scan } from "./profile.ts";

/** The paths that a harness takes for skills in one root, in its order. Some may be unreadable. */
export function scanRoot(files: Files, root: string, scan: Scan): readonly string[] {
  if (!scan.follows.roots && files.lstat(root)?.kind === "link") return [];
  return scan.depth === "one-level" ? scanOneLevel(files, root, scan) : scanBelow(files, root, scan);
}

function scanOneLevel(files: Files, root: string, scan: Scan): readonly string[] {
  const found = (files.list(root) ?? [])
    .filter((entry) => isSearched(files, root, entry, scan))
    .flatMap(({ name }) => skillFileIn(files, joinPath(root, name), scan));
  // Entries come in byte order of name, which is not that of path: `a-b/` sorts before `a/`.
  return scan.order === "path" ? found.sort(compareBytes) : found;
}

function isSearched(files: Files, root: string, { name, kind }: Entry, scan: Scan): boolean {
  if (scan.skipFolders.includes(name)) return false;
  if (kind === "folder") return true;
  return kind === "link" && scan.follows.folders && files.stat(joinPath(root, name))?.kind === "folder";
}

function skillFileIn(files: Files, folder: string, scan: Scan): string[] {
  const names = (files.list(folder) ?? [])
    .filter(({ kind }) => kind !== "link" || scan.follows.files)
    .map(({ name }) => name);
  const name = chooseName(names, scan.fileName);
  return name === undefined ? [] : [joinPath(folder, name)];
}

/** Which of the files of a folder a one-level harness takes for the skill's. */
export function chooseName(names: readonly string[], rule: FileNameRule): string | undefined {
  if (rule.match === "exact") return rule.names.find((name) => names.includes(name));
  return names.find((name) => matchesName(name, rule));
}

/** Whether a harness reads a file of this name. */
export function matchesName(name: string, rule: FileNameRule): boolean {
  if (rule.match === "exact") return rule.names.includes(name);
  if (rule.match === "suffix") return name.endsWith(rule.suffix);
  return name.toLowerCase() === rule.name.toLowerCase();
}

function scanBelow(files: Files, root: string, scan: Scan): readonly string[] {
  const skip = ({ path }: { path: string }) => scan.skipFolders.includes(basename(path));
  return Array.from(walkFiles(files, root, { skip }))
    .filter(({ path, kind }) => matchesName(basename(path), scan.fileName) && isFile(files, path, kind, scan))
    .map(({ path }) => path);
}

function isFile(files: Files, path: string, kind: Entry["kind"], scan: Scan): boolean {
  return kind === "file" || (kind === "link" && scan.follows.files && files.stat(path)?.kind === "file");
}
