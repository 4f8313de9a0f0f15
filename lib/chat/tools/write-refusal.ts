import type { WriteToolOffer } from "#lib/chat/session.ts";
import { withHome, writeRequestOf } from "#lib/chat/tool-call.ts";
import { isPending } from "#lib/vfs/files.ts";
import { foldersAbove } from "#lib/vfs/paths.ts";
import { isGitPath, type Reach, resolveToolPath } from "./reach.ts";
import { type SeenVersions, versionOf } from "./versions.ts";

/** Why a write is impossible at present, as the model reads it; `undefined` where it is possible, or not yet known. */
export function writeRefusal(
  input: unknown,
  reach: Reach,
  tool: WriteToolOffer,
  seen: SeenVersions,
): string | undefined {
  const request = writeRequestOf(input);
  if (!request) return `${tool.name} cannot make sense of its input.`;
  const path = resolveToolPath(reach, request.path);
  const { permission, reason } = reach.guard(path, "write");
  if (permission === "denied") return `Writing ${path} is not allowed: ${reason}.`;
  const noPlace = whyNoFilePlace(reach, path);
  if (noPlace !== undefined) return noPlace;
  if (isPending(reach.files.stat(path))) return undefined;
  const bytes = reach.files.read(path);
  if (bytes && seen.has(path) && seen.get(path) !== versionOf(bytes)) {
    return `${path} has changed since you last read it. Read it again, and then make the change to what is there now.`;
  }
  return tool.refusal?.(withHome(request, reach.home));
}

function whyNoFilePlace({ files }: Reach, path: string): string | undefined {
  if (isGitPath(path)) return `${path} belongs to git, which is no part of this tree.`;
  if (files.stat(path)?.kind === "folder") return `${path} is a folder.`;
  if (files.lstat(path)?.kind === "link" && !files.stat(path)) return `${path} is a link to nothing.`;
  for (const folder of foldersAbove(path)) {
    const kind = files.stat(folder)?.kind;
    if (kind === "file") return `${folder} is a file, so nothing can be below it.`;
    if (kind === "folder") return undefined;
  }
  return undefined;
}
