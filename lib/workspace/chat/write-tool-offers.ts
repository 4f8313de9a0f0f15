import type { WriteRequest, WriteResult, WriteToolOffer } from "#lib/chat/session.ts";
import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import { type Core, currentProfile } from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { refresh } from "#lib/workspace/refresh.ts";
import { harnessSession } from "./skills-actions.ts";

/** The harness's tools that change files, over the workspace's own: edits are kept beside what was mounted. */
export function writeToolOffers(core: Core): WriteToolOffer[] {
  return currentProfile(core).writeTools.tools.map((tool) => ({
    kind: tool.kind,
    name: tool.name,
    run: (request) => write(core, tool, request),
  }));
}

async function write(core: Core, tool: WriteTool, request: WriteRequest): Promise<WriteResult> {
  const outcome = runWriteTool(currentProfile(core), harnessSession(core), tool, request);
  if (outcome.kind === "refused") return outcome;
  await writeFiles(core, [outcome.write]);
  if (outcome.reload) await refresh(core, "load");
  return { kind: "written", output: outcome.output };
}
