import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

/** A file, folder or link of an archive: its name there (folders end with a slash), and where it lies. */
export interface ArchiveFile {
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
}

/**
 * What lies at a path and below it, in the order of names.
 * @param name of it in the archive
 * @throws RunFileError
 */
export function filesBelow(tree: RunTree, path: string, name: string): readonly ArchiveFile[] {
  const { kind } = tree.lstat(path);
  if (kind !== "folder") return [{ name, path, kind }];
  const prefix = name === "" || name.endsWith("/") ? name : `${name}/`;
  const inside = tree.list(path).flatMap((each) => filesBelow(tree, `${path}/${each}`, prefix + each));
  return prefix === "" ? inside : [{ name: prefix, path, kind }, ...inside];
}

/** Where an archive's file goes. @throws OptionError for a name that leads out of the folder */
export function placeOf(folder: string, name: string): string {
  if (name.split("/").includes("..")) throw new OptionError(`${name}: contains '..', and is not written`);
  return resolve(folder, name.replace(/^\/+/, ""));
}

/** Writes a file with the folders above it. @throws RunFileError */
export function writeBelow(tree: RunTree, path: string, bytes: Uint8Array, mode: number): void {
  tree.makeFolder(resolve(path, ".."), { recursive: true });
  if (tree.exists(path)) tree.remove(path);
  tree.write(path, bytes, mode);
  tree.setMode(path, mode);
}

/** A predicate for names in archives: `*` also stands for slashes; a pattern may match the end of a name. */
export function nameMatches(globs: readonly string[]): (name: string) => boolean {
  const sources = globs.map((glob) =>
    glob
      .replace(/\/+$/, "")
      .replace(/[.+^${}()|\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", "."),
  );
  const patterns = sources.map((source) => new RegExp(`(?:^|/)${source.replace(/^\\\.\//, "")}(?:$|/)`, "s"));
  return (name) => patterns.some((pattern) => pattern.test(name));
}
