import { guard } from "#lib/harness/access/guard.ts";
import { readSkill } from "#lib/harness/discovery/read-skill.ts";
import { completeLine } from "#lib/harness/invocation/complete-line.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { callSkillTool, type SkillToolResult, skillToolOf, stopsOf } from "#lib/harness/invocation/skill-tool.ts";
import { substitute } from "#lib/harness/invocation/substitution.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import { type Profile, reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Candidate, Skill } from "#lib/harness/vocabulary/skill.ts";
import { goTrim } from "#lib/skills/text-rules.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { type CaseInput, laterChanges } from "./case.ts";
import { catalogKeys, sessionKeys } from "./describe-session.ts";
import type { Kinds, Run } from "./run.ts";
import { stateCase } from "./state-case.ts";

/** The kinds of cases that every harness has, run by its profile's rules. */
export function profileKinds(profile: Profile): Kinds {
  const prepared = (kind: (profile: Profile, run: Run) => unknown) => (run: Run) => {
    run.disk.change(configFile(profile, run.input));
    return kind(withBundled(profile, run), run);
  };
  return {
    discover: prepared(discoverCase),
    parse: (run) => parseCase(profile, run),
    catalog: prepared(catalogCase),
    substitute: ({ input }) => substituteCase(profile, input),
    invoke: prepared(invokeCase),
    state: prepared(stateCase),
    guard: (run) => guardCase(profile, run),
    tool: prepared(toolCase),
  };
}

/** The settings of a case, as the file in which the harness keeps them. JSON is valid YAML. */
function configFile({ states }: Profile, input: CaseInput): Record<string, string> {
  const [file] = states.kind === "allow-list" && input.config !== undefined ? states.files : [];
  return file ? { [placePath(input, file)]: JSON.stringify(input.config) } : {};
}

/** A case may name the folder of bundled skills; otherwise the product has none. */
function withBundled(profile: Profile, { input }: Run): Profile {
  const roots = profile.roots
    .filter(({ isBundled }) => !isBundled || input.bundledDir)
    .map((root) => (root.isBundled ? { ...root, path: input.bundledDir } : root));
  return { ...profile, roots };
}

function substituteCase({ substitution }: Profile, { body, args, names, skillDir, cwd }: CaseInput) {
  return { text: substitute(substitution, body, args, { names, values: { ownFolder: skillDir, workingFolder: cwd } }) };
}

function discoverCase(profile: Profile, { input, disk }: Run) {
  const session = loadSession(profile, disk.files(), input, input);
  const discovered = session.discovery.candidates
    .filter(isDiscovered)
    .map(({ folder, location }) => ({ name: folder, description: folder, location }));
  return {
    ...sessionKeys(profile, session, input),
    discovered,
    discoveredNames: discovered.map(({ name }) => name),
  };
}

/** Whether a candidate is known before its file is read: by then folders are settled, but names are not. */
function isDiscovered({ outcome }: Candidate): boolean {
  return outcome.kind !== "outside" && !(outcome.kind === "shadowed" && outcome.rule === "folder");
}

function parseCase(profile: Profile, { input, disk }: Run) {
  const location = input.path;
  if (input.content !== undefined) disk.change({ [location]: input.content });
  const { candidate, reasons } = readSkill(profile, disk.files(), { location, root: "" });
  const { skill } = candidate;
  return { ok: skill !== undefined, error: skill ? null : reasons[0], ...skill };
}

function catalogCase(profile: Profile, { input, disk }: Run) {
  const session = loadSession(profile, disk.files(), input, input);
  disk.change(laterChanges(input));
  const files = disk.files();
  const rescans = (input.afterReload ?? null) !== null || reloadsOn(profile, "message");
  const after = rescans ? loadSession(profile, files, input, input) : { ...session, files };
  const { text, section } = catalogKeys(profile, after, input);
  return { ...sessionKeys(profile, session, input), textAfter: text, sectionAfter: section };
}

function invokeCase(profile: Profile, { input, disk }: Run) {
  const loaded = loadSession(profile, disk.files(), input, input);
  disk.change(laterChanges(input));
  const files = disk.files();
  const session: Session = reloadsOn(profile, "message")
    ? loadSession(profile, files, input, input)
    : { ...loaded, files };
  const result = interpretLine(profile, session, input.line);
  return {
    ...sessionKeys(profile, session, input),
    activated: result.kind === "invocation",
    message: result.kind === "invocation" ? result.message : null,
    completions: completeLine(profile, session, input.complete).map(({ insert }) => insert),
    isCommand: goTrim(input.line).startsWith("/"),
    handled: result.kind === "invocation",
    display: result.kind === "invocation" ? result.display : null,
    notice: result.kind === "command" ? result.output : null,
  };
}

function guardCase(profile: Profile, { input, disk }: Run) {
  const { discovery, ...session } = loadSession(profile, disk.files(), input);
  const skills = input.allowlistRoots ? input.allowlistRoots.map(skillIn) : discovery.skills;
  return guard(profile, { ...session, discovery: { ...discovery, skills } }, input.path, input.op);
}

function skillIn(directory: string): Skill {
  const name = basename(directory);
  return { name, description: name, location: `${directory}/SKILL.md`, directory, root: dirname(directory) };
}

/** Calls the harness's own tool: once with `params`, or with each of `calls` in one conversation. */
function toolCase(profile: Profile, { input, disk }: Run) {
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
    // The tool runs even if its validation fails, as in the harness's own tests.
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
