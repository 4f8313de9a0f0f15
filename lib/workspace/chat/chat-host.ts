import { connectFailure, type ModelChoice, takesAddress } from "#lib/chat/model-settings.ts";
import type { ChatHost, WriteRequest, WriteResult, WriteToolOffer } from "#lib/chat/session.ts";
import type { Failure } from "#lib/failure.ts";
import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import { type Core, currentProfile } from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { refresh } from "#lib/workspace/refresh.ts";
import { allowancesOf, isAllowed } from "./allowances.ts";
import { harnessHost, type RunningHarness } from "./harness-host.ts";
import { harnessSession } from "./skills-actions.ts";

/** What the conversation gets from the workspace: what the chosen harness would give it. */
export function chatHost(core: Core): ChatHost {
  const harness: RunningHarness = {
    profile: () => currentProfile(core),
    session: () => harnessSession(core),
    catalog: () => core.store.getState().view.catalog,
  };
  return {
    ...harnessHost(harness, () => writeToolOffers(core)),
    models: () => core.store.getState().models,
    allows: (path, operation) => {
      const state = core.store.getState();
      return isAllowed(allowancesOf(state), state.files, path, operation);
    },
    blocked: () => blockedModel(core, core.store.getState().models.choice),
  };
}

/** Why a model cannot be reached: the page's policy may not allow the base URL that a person typed. */
export function blockedModel(core: Core, { source, baseUrl }: ModelChoice): Failure | undefined {
  const { serverOrigins } = core.store.getState();
  return takesAddress(source) ? connectFailure(baseUrl ?? "", location.origin, serverOrigins) : undefined;
}

/** The harness's tools that change files. They write edits, as the person does: the source's snapshot stays as it is. */
function writeToolOffers(core: Core): WriteToolOffer[] {
  return currentProfile(core).writeTools.tools.map((tool) => ({
    kind: tool.kind,
    name: tool.name,
    refusal: (request) => {
      const outcome = runWriteTool(currentProfile(core), harnessSession(core), tool, request);
      return outcome.kind === "refused" ? outcome.reason : undefined;
    },
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
