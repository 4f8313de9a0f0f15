import type { TemplateValues } from "#lib/harness/vocabulary/template.ts";
import { type Files, walkFiles } from "#lib/vfs/files.ts";
import { basename, compareBytes } from "#lib/vfs/paths.ts";

/** Paths that are told of one folder. The program was seen to tell of more than this lab holds. */
const most = 1_000;
const unentered: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/**
 * `files`: a list with the `path` of each file in a skill's folder, at any depth and in byte order, but for files called SKILL.md
 * and links. `related`: not empty where there is one.
 */
export function filesBeside(files: Files, folder: string): TemplateValues {
  const found: string[] = [];
  for (const { path, kind } of walkFiles(files, folder, { skip: ({ path }) => unentered.has(basename(path)) })) {
    if (kind === "file" && basename(path) !== "SKILL.md") found.push(path);
    if (found.length === most) break;
  }
  return { files: found.sort(compareBytes).map((path) => ({ path })), related: found.length > 0 ? "yes" : "" };
}
