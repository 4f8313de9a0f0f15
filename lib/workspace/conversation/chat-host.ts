import type { HarnessOutput, Invoked } from "#lib/chat/message.ts";
import type {
  ChatHost,
  RunToolOffer,
  SkillToolOffer,
  WriteRequest,
  WriteResult,
  WriteToolOffer,
} from "#lib/chat/session.ts";
import { versionOfText } from "#lib/chat/tools/versions.ts";
import type { Editing } from "#lib/editing/editing.ts";
import { guard } from "#lib/harness/access/guard.ts";
import { runWriteTool } from "#lib/harness/access/write-tool.ts";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { newsReminder, remindedMessage } from "#lib/harness/catalog/reminder.ts";
import { awaitsFiles } from "#lib/harness/catalog/waiting.ts";
import { mentionedIn } from "#lib/harness/invocation/mentioned.ts";
import { callSkillTool, offeredTool, shownCall, skillToolOf, toldTool } from "#lib/harness/invocation/skill-tool.ts";
import type { SkillToolCall } from "#lib/harness/invocation/tool-stops.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Models } from "#lib/models/models.ts";
import type { ModelRuns } from "#lib/runs/model-runs.ts";
import { place } from "#lib/stage/place.ts";
import type { Allowances } from "#lib/state/allowances.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { isInside } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";
import { allowancesOf, isAllowed } from "./allowances.ts";
import { runToolOffer } from "./run-tool-offer.ts";
import { systemPrompt } from "./system-prompt.ts";

export interface HostNeeds {
  /** What the model may do without asking. */
  readonly allowances: () => Allowances;
  readonly tree: Tree;
  readonly models: Models;
  readonly harness: Harness;
  readonly editing: Editing;
  /** Absent where nothing can be run. */
  readonly modelRuns?: ModelRuns | undefined;
}

/** What the conversation gets from the workspace, as the chosen harness would provide it. */
export function chatHost(needs: HostNeeds): ChatHost {
  const { modelRuns } = needs;
  const harness: RunningHarness = {
    profile: () => needs.harness.profile(),
    session: () => needs.harness.session(),
    catalog: () => needs.harness.state().view.catalog,
  };
  return {
    ...harnessHost(harness, () => writeToolOffers(needs), modelRuns && (() => runToolOffer({ ...needs, modelRuns }))),
    models: () => needs.models.state().models,
    allows: (path, operation) => {
      const { mounts, files } = needs.tree.state();
      const { profileId } = needs.harness.state();
      return isAllowed(allowancesOf({ allowances: needs.allowances(), mounts, profileId }), files, path, operation);
    },
    blocked: () => needs.models.blocked(needs.models.state().models.choice),
  };
}

/**
 * The harness's tools that change files. They write edits, as the person does: the source's snapshot stays unchanged.
 */
function writeToolOffers(needs: HostNeeds): WriteToolOffer[] {
  return needs.harness.profile().writeTools.tools.map((tool) => ({
    kind: tool.kind,
    name: tool.name,
    refusal: (request) => {
      const outcome = runWriteTool(needs.harness.profile(), needs.harness.session(), tool, request);
      return outcome.kind === "refused" ? outcome.reason : undefined;
    },
    run: (request) => write(needs, tool, request),
  }));
}

async function write(needs: HostNeeds, tool: WriteTool, request: WriteRequest): Promise<WriteResult> {
  const outcome = runWriteTool(needs.harness.profile(), needs.harness.session(), tool, request);
  if (outcome.kind === "refused") return outcome;
  await needs.editing.write([outcome.write]);
  if (outcome.reload) await needs.harness.refresh("load");
  return { kind: "written", output: outcome.output };
}

/** A harness running over a tree of files. Each value is computed again whenever it is needed. */
interface RunningHarness {
  profile(): Profile;
  session(): Session;
  catalog(): Catalog;
}

/**
 * What a conversation gets from a harness, wherever the files come from.
 * @param writeTools the implementation of its tools that change files
 * @param runTool its tool that runs commands, where anything can be run
 */
export function harnessHost(
  { profile, session, catalog }: RunningHarness,
  writeTools: () => readonly WriteToolOffer[],
  runTool?: () => RunToolOffer,
): Omit<ChatHost, "models"> {
  return {
    files: () => session().files,
    cwd: () => place.cwd,
    home: () => place.home,
    instructions: () => systemPrompt(profile(), catalog(), runTool !== undefined),
    skillTool: () => skillToolOffer(profile(), catalog(), session),
    readTools: () => profile().readTools,
    writeTools,
    ...(runTool && { runTool }),
    remind: ({ text, invoked }, reminded) => {
      // The text of a skill that was called is not the person's.
      const mentioned = invoked ? [] : mentionedIn(profile(), session(), text);
      return remindedMessage(profile(), { source: session(), catalog: catalog() }, text, { reminded, mentioned });
    },
    news: (touched, reminded) => {
      const source = sessionAfter(profile(), session(), touched);
      if (source === session()) return undefined;
      return newsReminder(profile(), { source, catalog: renderCatalog(profile(), source) }, reminded);
    },
    guard: (path, operation) => guard(profile(), session(), path, operation),
  };
}

/** The session after a model has touched these files; the same object where they make no difference. */
function sessionAfter(profile: Profile, session: Session, touched: Iterable<string>): Session {
  const { place, files, whyOff } = session;
  const known = place.touched ?? [];
  const more = awaitsFiles(profile)
    ? [...touched].filter((path) => isInside(place.cwd, path) && !known.includes(path))
    : [];
  if (more.length === 0) return session;
  const next = loadSession(profile, files, { ...place, touched: [...known, ...more] });
  return { ...next, whyOff, ...(session.window !== undefined && { window: session.window }) };
}

/** How the harness describes its own skill tool to the model; `undefined` where it offers none. */
function describedSkillTool(
  profile: Profile,
  catalog: Catalog,
  session: Session,
): Omit<SkillToolOffer, "call"> | undefined {
  const tool = offeredTool(profile, catalog);
  if (!tool) return undefined;
  const { description, schema } = toldTool(profile, tool, session);
  // Without a description of its own, the tool is described by the catalog.
  return { name: tool.name, description: description ?? catalog.text, schema };
}

/** The harness's own skill tool with its implementation, which uses the session at the time of the call. */
function skillToolOffer(profile: Profile, catalog: Catalog, session: () => Session): SkillToolOffer | undefined {
  const described = describedSkillTool(profile, catalog, session());
  const tool = skillToolOf(profile);
  if (!described || !tool) return undefined;
  return {
    ...described,
    call: (input, { names, versions, said, touched }) => {
      const beside = (skill: string, content: string) => {
        const before = versions.get(skill);
        return before === undefined ? undefined : before === versionOfText(content) ? "same" : "other";
      };
      return callOutput(profile, tool, sessionAfter(profile, session(), touched), {
        input,
        active: names,
        beside,
        said,
      });
    },
  };
}

/** The skill that a line invokes, as the conversation records it. */
export function invokedBy({ skill, contents }: Extract<LineResult, { kind: "invocation" }>): Invoked {
  const { name, location } = skill;
  return { name, location, version: versionOfText(contents[0] ?? "") };
}

function callOutput(profile: Profile, tool: SkillTool, session: Session, call: SkillToolCall): HarnessOutput {
  const result = callSkillTool(profile, tool, session, call);
  const output = { text: result.text, shows: { call: shownCall(tool, call.input), result: result.shows } };
  if (result.kind === "refused") return { ...output, refused: true };
  const { name, location } = result.skill;
  return { ...output, skill: { name, location, version: versionOfText(result.content) } };
}
