import type { ListFilesInput, ListFilesOutput } from "#lib/chat/message.ts";
import { missingSentence } from "./near-paths.ts";
import { isGitPath, type Reach, requireReadable, resolveToolPath } from "./reach.ts";
import { ToolError } from "./tool-error.ts";
import { walkFiles } from "./walk-files.ts";

const mostEntries = 500;

/**
 * The entries of a folder by absolute path, at most 500. A file is listed as itself.
 * @throws ToolError when nothing stands there or the harness denies it.
 */
export function executeListFiles(input: ListFilesInput, reach: Reach): ListFilesOutput {
  const path = resolveToolPath(reach, input.path);
  requireReadable(reach, path);
  const stat = isGitPath(path) ? undefined : reach.files.stat(path);
  if (!stat) throw new ToolError(missingSentence(reach, "folder", path));
  if (stat.kind === "file") return { path, entries: [{ path, kind: "file", bytes: stat.size }], truncated: false };
  const entries: ListFilesOutput["entries"] = [];
  let withheld = 0;
  for (const { path: found, kind } of walkFiles(reach, path, input.recursive ?? false)) {
    if (entries.length === mostEntries) return { path, entries, truncated: true, withheld };
    if (kind === "withheld") withheld++;
    else entries.push({ path: found, kind, bytes: kind === "file" ? (reach.files.stat(found)?.size ?? 0) : 0 });
  }
  return { path, entries, truncated: false, withheld };
}
