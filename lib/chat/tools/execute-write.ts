import type { HarnessOutput } from "#lib/chat/message.ts";
import type { WriteToolOffer } from "#lib/chat/session.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { isGitPath, type Reach, resolveToolPath } from "./reach.ts";
import { ToolError } from "./tool-error.ts";
import { withHome, writeRequestOf } from "./write-request.ts";

/**
 * A call of a write tool that the person has allowed.
 * @throws ToolError when the harness denies the path, no file can stand there, or the tool itself refuses.
 */
export async function executeWrite(input: unknown, reach: Reach, tool: WriteToolOffer): Promise<HarnessOutput> {
  const request = writeRequestOf(input);
  if (!request) throw new ToolError(`${tool.name} cannot make sense of its input.`);
  const path = resolveToolPath(reach, request.path);
  const { permission, reason } = reach.guard(path, "write");
  if (permission === "denied") throw new ToolError(`Writing ${path} is not allowed: ${reason}.`);
  requireFilePlace(reach, path);
  const result = await tool.run(withHome(request, reach.home));
  if (result.kind === "refused") throw new ToolError(result.reason);
  return { text: result.output };
}

function requireFilePlace({ files }: Reach, path: string): void {
  if (isGitPath(path)) throw new ToolError(`${path} belongs to git, which is no part of this tree.`);
  if (files.stat(path)?.kind === "folder") throw new ToolError(`${path} is a folder.`);
  if (files.lstat(path)?.kind === "link" && !files.stat(path)) throw new ToolError(`${path} is a link to nothing.`);
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const kind = files.stat(folder)?.kind;
    if (kind === "file") throw new ToolError(`${folder} is a file, so nothing can stand below it.`);
    if (kind === "folder") return;
  }
}
