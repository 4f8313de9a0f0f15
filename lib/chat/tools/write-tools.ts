import "#lib/zod-jitless.ts";
import { dynamicTool } from "ai";
import { z } from "zod";
import type { HarnessOutput } from "#lib/chat/message.ts";
import type { ChatHost, WriteToolOffer } from "#lib/chat/session.ts";
import { describeHarnessOutput, withHome, writeRequestOf } from "#lib/chat/tool-call.ts";
import { isPending } from "#lib/vfs/files.ts";
import type { CallDecisions } from "./decisions.ts";
import { pendingSentence, type Reach, reachOf, resolveToolPath, ToolError, whenHere } from "./reach.ts";
import { toldWriteTools } from "./told-tools.ts";
import { toldAs, toolPath } from "./tools.ts";
import { asSeen, type SeenVersions } from "./versions.ts";
import { writeRefusal } from "./write-refusal.ts";

/** A harness's tool that changes files. It runs only where `decisions` allows it. */
export function writeTool(host: ChatHost, writer: WriteToolOffer, decisions: CallDecisions) {
  return dynamicTool({
    ...toldAs<unknown>(toldWriteTools[writer.kind], writeToolInputs[writer.kind]),
    execute: async (input, { toolCallId, abortSignal }) => {
      decisions.requireLeave(toolCallId, "write");
      const output = await executeWrite(input, reachOf(host), writer, {
        seen: decisions.seen,
        ...(abortSignal && { signal: abortSignal }),
      });
      const path = resolveToolPath(reachOf(host), writeRequestOf(input)?.path ?? "");
      const seen = asSeen(output, path, host.files(), decisions.seen);
      const news = decisions.news();
      return news === undefined ? seen : { ...seen, news };
    },
    toModelOutput: ({ output }) => describeHarnessOutput(output),
  });
}

/** The inputs of the tools that change files, whatever a harness calls them. */
const writeToolInputs = {
  write: z.object({ path: toolPath, content: z.string() }),
  replace: z.object({ path: toolPath, old_string: z.string(), new_string: z.string() }),
  patch: z.object({ path: toolPath, patches: z.array(z.object({ find: z.string(), replace: z.string() })) }),
} as const satisfies Record<WriteToolOffer["kind"], z.ZodType>;

/**
 * Carries out a write that the person has allowed.
 * @throws ToolError when the harness denies the path, no file can be written there, the file has changed since the
 * model last saw it, or the tool itself refuses.
 */
export async function executeWrite(
  input: unknown,
  reach: Reach,
  tool: WriteToolOffer,
  { seen = new Map(), signal }: { readonly seen?: SeenVersions; readonly signal?: AbortSignal } = {},
): Promise<HarnessOutput> {
  const request = writeRequestOf(input);
  if (request) await whenHere(reach, [resolveToolPath(reach, request.path)], signal);
  const refusal = writeRefusal(input, reach, tool, seen);
  if (refusal !== undefined || !request) throw new ToolError(refusal ?? "");
  const path = resolveToolPath(reach, request.path);
  if (isPending(reach.files.stat(path))) throw new ToolError(pendingSentence(path));
  const result = await tool.run(withHome(request, reach.home));
  if (result.kind === "refused") throw new ToolError(result.reason);
  return { text: result.output };
}
