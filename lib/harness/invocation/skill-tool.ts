import { capitalized } from "#lib/format-count.ts";
import { isWaiting } from "#lib/harness/catalog/waiting.ts";
import { isObject } from "#lib/harness/go/json.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill, shortNameOf } from "#lib/harness/vocabulary/skill.ts";
import { skillValues, substitutionContext } from "#lib/harness/vocabulary/skill-values.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { goLower } from "#lib/skills/text-rules.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import { cutAnswer } from "./cut-answer.ts";
import { valuesBeside } from "./folder-files.ts";
import { withShellMarks } from "./shell-marks.ts";
import { skillContent } from "./skill-content.ts";
import { substitute } from "./substitution.ts";
import { decodeToolInput, type ToolInput } from "./tool-input.ts";
import {
  commandStop,
  denialOf,
  endingIn,
  type FoundCall,
  firstStop,
  isSameName,
  ownAnswer,
  partlyCalled,
  type SkillToolCall,
} from "./tool-stops.ts";

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
export function offeredTool(profile: Profile, catalog: Pick<Catalog, "text" | "withoutTool">): SkillTool | undefined {
  const tool = skillToolOf(profile);
  return catalog.withoutTool || (tool?.description === undefined && catalog.text === "") ? undefined : tool;
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

/** Runs a call: returns what stops it, or the skill's instructions. */
export function callSkillTool(
  profile: Profile,
  tool: SkillTool,
  session: Session,
  call: SkillToolCall,
): SkillToolResult {
  const found = findCalled(profile, tool, session, call);
  const own = ownAnswer(tool, found);
  if (own) return refused(tool, found, own.text, own.failure);
  const isFree = tool.freedByMention && isMentioned(call.said ?? "", found.input.asked);
  const checks = isFree ? tool.checks.filter(({ stops }) => stops !== "not-for-model") : tool.checks;
  const error = firstStop(tool.validation, found) ?? commandStop(tool, found) ?? firstStop(checks, found);
  if (error !== undefined) return refused(tool, found, error);
  const denial = denialOf(tool, found);
  return denial === undefined ? loaded(tool, found) : refused(tool, found, denial, "{error}");
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

function findCalled(profile: Profile, tool: SkillTool, session: Session, call: SkillToolCall): FoundCall {
  const input = decodeToolInput(tool, call.input);
  const skill = lookUp(tool, offered(profile, tool, session), input.asked);
  const text = skill && skillContent(profile, session.files, skill, tool.content);
  const content =
    skill && text !== undefined
      ? tool.keepsPlaceholders
        ? text
        : substitute(profile.substitution, text, argumentsOf(input), substitutionContext(skill, session.place))
      : "";
  return {
    call,
    input,
    profile,
    session,
    skill,
    content: skill ? withShellMarks(tool.shell, skill, content, true) : content,
  };
}

function argumentsOf(input: ToolInput): readonly string[] {
  return input.arguments === "" ? [] : [input.arguments];
}

/**
 * The skills that the tool finds. If it has no check for skills that are off, it does not find them. It also skips a
 * hidden skill if a visible one has the same name, even one of the program's own, whose text is not available here.
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
    const [only, ...more] = endingIn(skills, asked);
    return labelled ?? (only && more.length === 0 && shortNameOf(only) === asked ? only : undefined);
  }
  const wanted = goLower(asked);
  const isHit = (name: string) => name === wanted || name.slice(name.lastIndexOf(":") + 1) === wanted;
  return skills.filter(({ name }) => isHit(goLower(name))).sort((a, b) => compareBytes(a.name, b.name))[0];
}

function loaded(tool: SkillTool, { call, input, session, skill, content }: FoundCall): SkillToolResult {
  if (!skill) throw new Error(`The tool ${tool.name} lets calls for unknown skills through.`);
  // A model's host takes no message of blanks alone.
  const sent = skill.singleFile && content.trim() === "" ? "" : content;
  const { asked, arguments: given } = input;
  const values = {
    ...skillValues(skill),
    asked,
    arguments: tool.trimsArguments ? given.trim() : given,
    content: sent,
    ...valuesBeside(tool.success, session.files, skill.directory),
  };
  const beside = call.beside?.(skill.name, content);
  const again = beside && (content !== "" || !skill.singleFile) ? tool.again?.[beside] : undefined;
  return {
    kind: "loaded",
    skill,
    content,
    text: cutAnswer(tool, session.place, fillTemplate(again ?? tool.success, values)),
    shows: fillTemplate(tool.shows.success, values),
  };
}

function refused(
  tool: SkillTool,
  { input, session }: FoundCall,
  error: string,
  failure = tool.failure,
): SkillToolResult {
  const values = { asked: input.asked, error, capitalized: capitalized(error) };
  return {
    kind: "refused",
    error,
    text: cutAnswer(tool, session.place, fillTemplate(failure, values)),
    shows: fillTemplate(tool.shows.failure, values),
  };
}
