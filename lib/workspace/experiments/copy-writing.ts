import type { WriteRequest, WriteResult, WriteToolOffer } from "#lib/chat/session.ts";
import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { FileWrite, Session } from "#lib/harness/vocabulary/session.ts";
import type { TrialWrite } from "#lib/state/experiments.ts";
import { readText } from "#lib/vfs/files.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";
import type { Overlay } from "#lib/vfs/overlay.ts";

/** The harness's tools that change files, over a copy of the files. */
export interface CopyWriting {
  readonly tools: readonly WriteToolOffer[];
  /** The written files, once each, with their previous contents. */
  writes(): readonly TrialWrite[];
}

/** @param reload called after a write that the harness notices */
export function copyWriting(
  profile: Profile,
  files: MountTable<Overlay>,
  session: () => Session,
  reload: () => Promise<void>,
): CopyWriting {
  const writes = new Map<string, TrialWrite>();

  async function write(tool: WriteTool, request: WriteRequest): Promise<WriteResult> {
    const outcome = runWriteTool(profile, session(), tool, request);
    if (outcome.kind === "refused") return outcome;
    note(writes, files, outcome.write);
    put(files, outcome.write);
    if (outcome.reload) await reload();
    return { kind: "written", output: outcome.output };
  }

  const tools = profile.writeTools.tools.map((tool) => ({
    kind: tool.kind,
    name: tool.name,
    run: (request: WriteRequest) => write(tool, request),
  }));
  return { tools, writes: () => [...writes.values()] };
}

function note(writes: Map<string, TrialWrite>, files: MountTable, { path, text }: FileWrite): void {
  const before = writes.has(path) ? writes.get(path)?.before : readText(files, path);
  writes.set(path, { path, after: text ?? "", ...(before !== undefined && { before }) });
}

function put(files: MountTable<Overlay>, { path, text }: FileWrite): void {
  const found = files.locate(path, text === null ? "keep" : "follow");
  if (!found) throw new Error(`Nothing can be written at ${path}: a link there leads nowhere.`);
  if (text === null) found.volume.remove(found.path);
  else found.volume.write(found.path, new TextEncoder().encode(text));
}
