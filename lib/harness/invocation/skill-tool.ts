import { isListed, isToldOf } from "#lib/harness/catalog/catalog.ts";
import { ownSkills } from "#lib/harness/catalog/own-rows.ts";
import { isWaiting } from "#lib/harness/catalog/waiting.ts";
import { isObject } from "#lib/harness/go/json.ts";
import { rootOf } from "#lib/harness/roots/roots.ts";
import { isOnOffList } from "#lib/harness/states/off-list.ts";
import type { SkillTool, ToolCheck } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate, skillValues, type TemplateValues } from "#lib/harness/vocabulary/template.ts";
import { compareAsDictionary, editDistance, goLower } from "#lib/skills/text-rules.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import { filesBeside, folderTree, tellsFiles } from "./folder-files.ts";
import { invokedText, skillContent } from "./skill-text.ts";
import { decodeToolInput, type ToolInput } from "./tool-input.ts";

/** The result of a call of the harness's own tool. */
export type SkillToolResult = {
  /** The text that the model reads. */
  readonly text: string;
  /** The text that the harness shows the person. */
  readonly shows: string;
} /** `content`: the skill's text, with its arguments. */ & (
  | { readonly kind: "loaded"; readonly skill: Skill; readonly content: string }
  /** The message alone. */
  | { readonly kind: "refused"; readonly error: string }
);

/** The harness's own tool; `undefined` if the model activates skills in another way. */
export function skillToolOf({ activation }: Profile): SkillTool | undefined {
  return activation.byModel.kind === "tool" ? activation.byModel : undefined;
}

/** The tool as it is offered beside a catalog: a tool that the catalog describes is not offered if the catalog is empty. */
export function offeredTool(profile: Profile, catalog: { readonly text: string }): SkillTool | undefined {
  const tool = skillToolOf(profile);
  return tool?.description === undefined && catalog.text === "" ? undefined : tool;
}

/** The description of the tool for the model; absent if the catalog is the description. */
export function toldTool(
  { catalog }: Profile,
  tool: SkillTool,
  { discovery, states }: Pick<Session, "discovery" | "states">,
): Pick<SkillTool, "description" | "schema"> {
  if (!tool.enumerates) return tool;
  const own = (catalog.own ?? []).map(({ name }) => name);
  const loaded = discovery.skills.filter(({ location }) => states.get(location) !== "off").map(({ name }) => name);
  const names = [...new Set([...own, ...loaded])];
  const description = fillTemplate(tool.description ?? "", { names: names.map((name) => `'${name}'`).join(", ") });
  return { description, schema: withNames(tool, names) };
}

function withNames({ schema, parameters }: SkillTool, names: readonly string[]): SkillTool["schema"] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const parameter = properties[parameters.skill];
  return {
    ...schema,
    properties: { ...properties, [parameters.skill]: { ...(isObject(parameter) && parameter), enum: names } },
  };
}

export interface SkillToolCall {
  /** As the model wrote it: parsed JSON, or the text if it is not valid JSON. */
  readonly input: unknown;
  /** Names of the skills that this tool has returned in the conversation. */
  readonly active: ReadonlySet<string>;
  /**
   * Compares this text of a skill with the last one that the conversation has, from the tool or from a person's line; `undefined` if it has
   * none.
   */
  /** The person's text, as it was sent. */
  readonly said?: string;
  readonly beside?: (skill: string, content: string) => "same" | "other" | undefined;
}

/** Runs a call: returns what stops it, or the skill's instructions. */
export function callSkillTool(
  profile: Profile,
  tool: SkillTool,
  session: Session,
  call: SkillToolCall,
): SkillToolResult {
  const found = findCalled(profile, tool, session, call);
  const isFree = tool.freedByMention && isMentioned(call.said ?? "", found.input.asked);
  const checks = isFree ? tool.checks.filter(({ stops }) => stops !== "not-for-model") : tool.checks;
  const error = firstStop(tool.validation, found) ?? commandStop(tool, found) ?? firstStop(checks, found);
  return error === undefined ? loaded(tool, found) : refused(tool, found, error);
}

/** Whether a text has the name after a slash, with white space or nothing around it. */
function isMentioned(said: string, name: string): boolean {
  return name !== "" && said.split(/\s+/).includes(`/${name}`);
}

/** The text that the harness shows the person for a call, before there is a result. */
export function shownCall(tool: SkillTool, input: unknown): string {
  return fillTemplate(tool.shows.call, { asked: decodeToolInput(tool, input).asked });
}

/** The messages of the tool's validation, and those of running the call, which also runs if it is not valid. */
export function stopsOf(profile: Profile, tool: SkillTool, session: Session, call: SkillToolCall) {
  const found = findCalled(profile, tool, session, call);
  return { validation: firstStop(tool.validation, found), execution: firstStop(tool.checks, found) };
}

/** A call with everything that its checks ask for. */
interface FoundCall {
  readonly call: SkillToolCall;
  readonly input: ToolInput;
  readonly profile: Profile;
  readonly session: Session;
  readonly skill: Skill | undefined;
  readonly content: string;
}

function findCalled(profile: Profile, tool: SkillTool, session: Session, call: SkillToolCall): FoundCall {
  const input = decodeToolInput(tool, call.input);
  const skill = lookUp(tool, offered(profile, tool, session), input.asked);
  const text = skill && skillContent(profile, session.files, skill, tool.content);
  const content =
    skill && text !== undefined
      ? tool.keepsPlaceholders
        ? text
        : invokedText(profile, session, { skill, text, args: argumentsOf(input) })
      : "";
  return { call, input, profile, session, skill, content };
}

function argumentsOf(input: ToolInput): readonly string[] {
  return input.arguments === "" ? [] : [input.arguments];
}

/**
 * The skills that the tool knows. Without a check for skills that are off, these are not known. Nor is a skill that is hidden from the
 * model if another of its name is not, even if that is the program's own, whose text is not available here.
 */
function offered({ catalog }: Profile, { checks }: SkillTool, { discovery, states, place }: Session): readonly Skill[] {
  const seen = discovery.skills.filter((skill) => !isHiddenFrom(skill, "model"));
  const names = new Set([...seen, ...(catalog.own ?? [])].map(({ name }) => name));
  const isCovered = (skill: Skill) => isHiddenFrom(skill, "model") && names.has(skill.name);
  const told = discovery.skills.filter((skill) => !isWaiting(skill, place) && !isCovered(skill));
  if (checks.some(({ stops }) => stops === "skill-off" || stops === "state")) return told;
  return told.filter(({ location }) => states.get(location) !== "off");
}

function lookUp({ lookup }: SkillTool, skills: readonly Skill[], asked: string): Skill | undefined {
  const exact = skills.find(({ name }) => name === asked);
  if (lookup === "any-case") return skills.find(({ name }) => isSameName(name, asked));
  if (lookup === "any-case-or-partial") {
    const hits = partlyCalled(skills, asked);
    return hits.length === 1 ? hits[0] : undefined;
  }
  if (exact || lookup === "exact") return exact;
  if (lookup === "exact-or-label") {
    const labelled = skills.find(({ label }) => label?.name === asked);
    const inPlugins = inPluginsBy(skills, asked).filter(({ isCommand }) => !isCommand);
    return labelled ?? (inPlugins.length === 1 ? inPlugins[0] : undefined);
  }
  const wanted = goLower(asked);
  const isHit = (name: string) => name === wanted || name.slice(name.lastIndexOf(":") + 1) === wanted;
  return skills.filter(({ name }) => isHit(goLower(name))).sort((a, b) => compareBytes(a.name, b.name))[0];
}

/**
 * The skill of this name, ignoring case; otherwise every skill whose name has it after a colon, or that is named by what follows a colon in
 * it.
 */
function partlyCalled(skills: readonly Skill[], asked: string): readonly Skill[] {
  const wanted = asked.trim().replace(/^\/+/, "").toLowerCase();
  const whole = skills.find(({ name }) => name.toLowerCase() === wanted);
  if (whole) return [whole];
  const last = wanted.slice(wanted.lastIndexOf(":") + 1);
  return skills.filter(({ name }) => name.toLowerCase() === last || name.toLowerCase().endsWith(`:${last}`));
}

function isSameName(name: string, asked: string): boolean {
  return name.toLowerCase() === asked.toLowerCase();
}

/** The skills of plugins that have this name or label without their plugin's name. */
function inPluginsBy(skills: readonly Skill[], asked: string): readonly Skill[] {
  return skills.filter(({ name, label, namespace }) => {
    const whole = `${namespace}:${asked}`;
    return namespace !== undefined && (name === whole || label?.name === whole);
  });
}

/** What an unknown name may be short for: see `ToolCheck`. */
function shortFor({ discovery }: Session, asked: string) {
  const told = discovery.skills.filter(isToldOf);
  const inPlugins = inPluginsBy(told, asked).filter(({ isCommand }) => !isCommand);
  const command = told.find(({ name, namespace, isCommand }) => {
    return isCommand && namespace !== undefined && name.slice(name.lastIndexOf(":") + 1) === asked;
  });
  const several = inPlugins.length > 1 ? inPlugins.map(({ name }) => name).join(", ") : "";
  return { several, full: several === "" ? (command?.name ?? "") : "" };
}

/** The message on a command whose name no skill has. */
function commandStop({ commands = [] }: SkillTool, { skill, input: { asked } }: FoundCall): string | undefined {
  const command = skill ? undefined : commands.find(({ names }) => names.includes(asked));
  return command && fillTemplate(command.says, { asked });
}

function firstStop(checks: readonly ToolCheck[], found: FoundCall): string | undefined {
  const check = checks.find(({ stops }) => isStopped(stops, found));
  return check && fillTemplate(check.says, checkValues(found));
}

function isStopped(stops: ToolCheck["stops"], found: FoundCall): boolean {
  const { call, input, session, skill, content } = found;
  switch (stops) {
    case "bad-input":
      return input.problem !== undefined;
    case "no-name":
      return input.asked === "";
    case "feature-off":
      return session.isOff;
    case "unknown-skill":
      return skill === undefined;
    case "waiting":
      return session.discovery.skills.some((each) => each.name === input.asked && isHeldBack(session, each));
    case "name-off":
      return found.profile.states.kind === "off-list" && isOnOffList(found.profile.states, session, input.asked);
    case "ambiguous":
      return alikeIn(found).length > 1;
    case "skill-off":
      return skill !== undefined && session.states.get(skill.location) === "off";
    case "state":
      return skill !== undefined && !isListed(session.states.get(skill.location), "active");
    case "not-for-model":
      return skill !== undefined && !isForModel(found.profile, session, skill);
    case "no-instructions":
      return content === "";
    case "already-active":
      return skill !== undefined && call.active.has(skill.name);
  }
}

/** Whether the model will be told of a skill only once a file that it is for is touched. */
function isHeldBack({ states, place }: Session, skill: Skill): boolean {
  return isWaiting(skill, place) && isToldOf(skill) && states.get(skill.location) !== "off";
}

function isForModel({ catalog }: Profile, { states }: Session, skill: Skill): boolean {
  return !isHiddenFrom(skill, "model") && (catalog.lists === "on" || isListed(states.get(skill.location), "active"));
}

/** Names that differ from the requested one only in case, or not at all. */
function alikeIn({ profile, session, input }: FoundCall): readonly string[] {
  return toldNames(profile, session).filter((name) => isSameName(name, input.asked));
}

/** The names of all skills that the model is told of, in that order, including the program's own. */
function toldNames(profile: Profile, { discovery, states, place }: Session): readonly string[] {
  const told = discovery.skills.filter((skill) => {
    return isToldOf(skill) && !isWaiting(skill, place) && states.get(skill.location) !== "off";
  });
  const isLast = (skill: Skill) => rootOf(profile, skill)?.followsOwn === true;
  const namesOf = (skills: readonly Skill[]) => skills.map(({ name }) => name);
  const first = namesOf(told.filter((skill) => !isLast(skill)));
  const own = ownSkills(profile.catalog, discovery.skills).map(({ name }) => name);
  const names = [...first, ...own, ...namesOf(told.filter(isLast))];
  return profile.identity.order === "dictionary" ? names.sort(compareAsDictionary) : names;
}

function checkValues(found: FoundCall): TemplateValues {
  const { input, session, skill, profile } = found;
  const names = session.discovery.skills
    .filter(({ location }) => session.states.get(location) !== "off")
    .map(({ name }) => name);
  const short = shortFor(session, input.asked);
  return {
    asked: input.asked,
    detail: input.problem ?? "",
    names: names.sort(compareBytes).join(", "),
    listed: toldNames(profile, session).join(", "),
    collated: toldNames(profile, session).toSorted(compareAsDictionary).join(", "),
    withown: [...new Set([...names, ...ownSkills(profile.catalog, session.discovery.skills).map(({ name }) => name)])]
      .sort(compareBytes)
      .join(", "),
    alike: alikeIn(found).join(", "),
    similar: similarTo(found).join(", "),
    ...short,
    near: short.several + short.full === "" ? (nearest(input.asked, profile, session) ?? "") : "",
    name: skill?.name ?? "",
  };
}

/** The first three names that contain the requested one, or are contained in it. */
function similarTo({ input, session }: FoundCall): readonly string[] {
  const asked = input.asked.toLowerCase();
  const names = session.discovery.skills.map(({ name }) => name);
  return names.filter((name) => name.toLowerCase().includes(asked) || asked.includes(name.toLowerCase())).slice(0, 3);
}

/** Most characters by which a name may differ from a skill's to count as a misspelling of it. */
const maxSlip = 2;

/**
 * The most similar name among all skills that load, even those that are off, without a skill hidden from the model whose name the program's
 * own has. A skill with a label is known here by the label alone.
 */
function nearest(asked: string, { catalog }: Profile, { discovery, place }: Session): string | undefined {
  const own = new Set((catalog.own ?? []).map(({ name }) => name));
  const isCovered = (skill: Skill) => isHiddenFrom(skill, "model") && own.has(skill.name);
  const names = discovery.skills
    .filter((skill) => !isWaiting(skill, place) && !isCovered(skill))
    .map(({ name, label }) => label?.name ?? name)
    .map((name) => ({ name, changes: editDistance(asked, name, maxSlip) }))
    .filter(({ changes }) => changes > 0 && changes <= maxSlip);
  return names.sort((a, b) => a.changes - b.changes)[0]?.name;
}

function loaded(tool: SkillTool, { call, input, session, skill, content }: FoundCall): SkillToolResult {
  if (!skill) throw new Error(`The tool ${tool.name} lets calls for unknown skills through.`);
  const tree = tool.success.includes("{tree}") ? folderTree(session.files, skill.directory) : "";
  const related = tellsFiles(tool.success) ? filesBeside(session.files, skill.directory) : {};
  const values = { ...skillValues(skill), asked: input.asked, arguments: input.arguments, content, tree, ...related };
  const beside = call.beside?.(skill.name, content);
  const again = beside && tool.again?.[beside];
  return {
    kind: "loaded",
    skill,
    content,
    text: fillTemplate(again ?? tool.success, values),
    shows: fillTemplate(tool.shows.success, values),
  };
}

function refused(tool: SkillTool, { input }: FoundCall, error: string): SkillToolResult {
  const capitalized = error.charAt(0).toUpperCase() + error.slice(1);
  const values = { asked: input.asked, error, capitalized };
  return {
    kind: "refused",
    error,
    text: fillTemplate(tool.failure, values),
    shows: fillTemplate(tool.shows.failure, values),
  };
}
