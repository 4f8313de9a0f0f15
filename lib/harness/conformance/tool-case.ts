import { callSkillTool, type SkillToolResult, skillToolOf, stopsOf } from "#lib/harness/invocation/skill-tool.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { laterChanges } from "./case.ts";
import { sessionKeys } from "./describe-session.ts";
import type { Run } from "./run.ts";

/** Calls the harness's own tool: once with `params`, or with each of `calls` in one conversation. */
export function toolCase(profile: Profile, { input, disk }: Run) {
  const tool = skillToolOf(profile);
  if (!tool) throw new Error(`${profile.label} has no tool of its own.`);
  const loaded = loadSession(profile, disk.files(), input, input);
  disk.change(laterChanges(input));
  const session = { ...loaded, files: disk.files() };
  const calls = callAll(profile, tool, session, input.calls ?? [input.params]);
  const keys = sessionKeys(profile, loaded, input);
  return {
    ...keys,
    ...calls.at(-1),
    ...Object.fromEntries(calls.map((each, index) => [`r${index}`, each])),
    schema: tool.schema,
    toolName: tool.name,
    description: tool.description ?? keys.text,
  };
}

function callAll(profile: Profile, tool: SkillTool, session: Session, inputs: readonly unknown[]) {
  const active = new Set<string>();
  return inputs.map((input) => {
    const call = { input, active };
    const { validation = null } = stopsOf(profile, tool, session, call);
    // The cases run the tool whatever its validation says, as the harness's own tests do.
    const result = callSkillTool(profile, { ...tool, validation: [] }, session, call);
    if (result.kind === "loaded") active.add(result.skill.name);
    return { validateError: validation, ...resultKeys(tool, result) };
  });
}

function resultKeys({ name: toolName }: SkillTool, result: SkillToolResult) {
  const isLoaded = result.kind === "loaded";
  const error = isLoaded ? "" : result.error;
  return {
    success: isLoaded,
    output: isLoaded ? result.text : "",
    error,
    result: `Skill '${isLoaded ? result.skill.name : ""}' loaded`,
    assistantFacing: result.text,
    cli: result.shows,
    display: result.shows,
    structured: { toolName, ...(isLoaded ? structured(result) : { success: false, error }) },
  };
}

function structured({ skill }: Extract<SkillToolResult, { kind: "loaded" }>) {
  const directory = skill.printedDirectory ?? skill.directory;
  return { success: true, metadata: { skill_name: skill.name, directory } };
}
