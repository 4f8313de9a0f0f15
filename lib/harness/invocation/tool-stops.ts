import { isListed, isToldOf } from "#lib/harness/catalog/catalog.ts";
import { ownSkills, settledRules } from "#lib/harness/catalog/own-rows.ts";
import { isWaiting } from "#lib/harness/catalog/waiting.ts";
import { rootOf } from "#lib/harness/roots/roots.ts";
import { listedIn, offIn } from "#lib/harness/states/off-list.ts";
import { denialText, isDenied, permissionRules } from "#lib/harness/states/permissions.ts";
import { fitsStars } from "#lib/harness/states/wildcards.ts";
import type { ProgramNames, SkillTool, ToolCheck } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill, shortNameOf } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate, type TemplateValues } from "#lib/harness/vocabulary/template.ts";
import { compareAsDictionary } from "#lib/skills/text-rules.ts";
import { compareBytes, editDistance } from "#lib/vfs/paths.ts";
import type { ToolInput } from "./tool-input.ts";

export interface SkillToolCall {
  /** As the model wrote it: parsed JSON, or the text if it is not valid JSON. */
  readonly input: unknown;
  /** Names of the skills that this tool has returned in the conversation. */
  readonly active: ReadonlySet<string>;
  /** The person's text, as it was sent. */
  readonly said?: string;
  /**
   * Compares this text of a skill with the last one that the conversation has, from the tool or from a person's line; `undefined` if it has
   * none.
   */
  readonly beside?: (skill: string, content: string) => "same" | "other" | undefined;
}

/** A call with everything that its checks ask for. */
export interface FoundCall {
  readonly call: SkillToolCall;
  readonly input: ToolInput;
  readonly profile: Profile;
  readonly session: Session;
  readonly skill: Skill | undefined;
  readonly content: string;
}

export function isSameName(name: string, asked: string): boolean {
  return name.toLowerCase() === asked.toLowerCase();
}

/**
 * The skill of this name, ignoring case; otherwise every skill whose name, or the part after its last colon, equals the
 * part of `asked` after its last colon.
 */
export function partlyCalled(skills: readonly Skill[], asked: string): readonly Skill[] {
  const wanted = asked.trim().replace(/^\/+/, "").toLowerCase();
  const whole = skills.find(({ name }) => name.toLowerCase() === wanted);
  if (whole) return [whole];
  const last = wanted.slice(wanted.lastIndexOf(":") + 1);
  return skills.filter(({ name }) => name.toLowerCase() === last || name.toLowerCase().endsWith(`:${last}`));
}

/** The skills that have this name behind the name of their plugin, or of their folder, and a colon. */
export function endingIn(skills: readonly Skill[], asked: string): readonly Skill[] {
  if (asked.includes(":")) return [];
  return skills.filter(({ name, label, namespace }) =>
    ((namespace !== undefined && label?.name) || name).endsWith(`:${asked}`),
  );
}

/** What an unknown name may be short for: see `ToolCheck`. */
function shortFor({ discovery }: Session, asked: string) {
  const told = discovery.skills.filter(isToldOf);
  const hits = endingIn(told, asked).filter(({ below }) => below?.qualifies !== asked);
  const full = told.find(({ name, namespace }) => {
    return namespace !== undefined && name.slice(name.lastIndexOf(":") + 1) === asked;
  });
  const variants = told.filter(({ below }) => below?.qualifies === asked).map(({ name }) => name);
  const isSeveral = hits.length > 1 && variants.length === 0;
  return {
    variants: variants.join(", "),
    several: isSeveral ? hits.map(({ name }) => name).join(", ") : "",
    full: isSeveral || variants.length > 0 ? "" : (full?.name ?? ""),
  };
}

/** The message on a command whose name no skill has, except as its label. */
export function commandStop({ commands = [] }: SkillTool, { skill, input: { asked } }: FoundCall): string | undefined {
  const isNamed = skill && skill.label?.name !== asked;
  const command = isNamed ? undefined : commands.find(({ names }) => names.includes(asked));
  return command && fillTemplate(command.says, { asked });
}

/** The answer to a call that a rule in the settings forbids; `undefined` if none does. */
export function denialOf(
  tool: SkillTool,
  { profile, session, skill, input: { asked } }: FoundCall,
): string | undefined {
  const { name, denied, parameters, permissions } = tool;
  const called = skill?.name ?? asked;
  if (permissions && isDenied(permissionRules(profile, session), called))
    return denialText(profile, session, permissions, called);
  if (!denied) return undefined;
  const names = [asked, ...(skill ? [skill.name, skill.label?.name ?? "", shortNameOf(skill) ?? ""] : [])];
  const contents = listedIn(denied, session).flatMap((rule) => {
    return rule.startsWith(`${name}(`) && rule.endsWith(")") ? [rule.slice(name.length + 1, -1)] : [];
  });
  const ofCall = contents.find((content) => {
    const [key = "", ...rest] = content.split(":");
    return key.trim() === parameters.skill && rest.length > 0 && fitsStars(rest.join(":").trim(), asked);
  });
  if (ofCall !== undefined) return fillTemplate(denied.saysOfCall, { rule: ofCall });
  const isForbidden = contents.some((content) => {
    const pattern = content.replace(/^\//, "");
    const start = /[: ]\*$/.test(pattern) ? pattern.slice(0, -2) : undefined;
    return names.some((each) => each !== "" && (each === pattern || (start !== undefined && each.startsWith(start))));
  });
  return isForbidden ? denied.says : undefined;
}

/** The answer to a call of one of the program's own skills, whose text is not available here; `undefined` for any other call. */
export function ownAnswer(tool: SkillTool, found: FoundCall) {
  const { profile, session, skill, input } = found;
  const { own = [], ownCalls } = profile.catalog;
  const { asked } = input;
  if (skill || !ownCalls || !own.some(({ name }) => name === asked)) return undefined;
  const { own: left = [] } = settledRules(profile, session.files, session.place);
  const isOn = left.some(({ name }) => name === asked);
  const says = isOn ? ownCalls.launched : left.length > 0 ? ownCalls.off : ownCalls.allOff;
  const denial = isOn ? denialOf(tool, found) : undefined;
  return { text: denial ?? fillTemplate(says, { asked }), failure: isOn ? "{error}" : tool.failure };
}

export function firstStop(checks: readonly ToolCheck[], found: FoundCall): string | undefined {
  const check = checks.find(({ stops }) => isStopped(stops, found));
  return check && fillTemplate(check.says, checkValues(found, check.near));
}

function isStopped(stops: ToolCheck["stops"], found: FoundCall): boolean {
  const { call, input, session, skill, content } = found;
  switch (stops) {
    case "bad-input":
      return input.problem !== undefined;
    case "no-name":
      return input.asked === "" && !input.isSlash;
    case "bare-name":
      return /^\s*\/*\s*$/.test(input.asked);
    case "feature-off":
      return session.whyOff !== undefined;
    case "unknown-skill":
      return skill === undefined;
    case "waiting":
      return session.discovery.skills.some((each) => each.name === input.asked && isHeldBack(session, each));
    case "name-off":
      return found.profile.states.kind === "off-list" && offIn(found.profile.states, session)(input.asked);
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

/**
 * Names equal to the requested one, ignoring case. If the tool accepts partial names: all names that the request may be
 * short for, in lower case.
 */
function alikeIn({ profile, session, input }: FoundCall): readonly string[] {
  const { byModel } = profile.activation;
  if (byModel.kind === "tool" && byModel.lookup === "any-case-or-partial")
    return partlyCalled(session.discovery.skills.filter(isToldOf), input.asked).map(({ name }) => name.toLowerCase());
  return toldNames(profile, session).filter((name) => isSameName(name, input.asked));
}

/** The names of all skills that the model is told of, in that order, including the program's own. */
function toldNames(profile: Profile, session: Session): readonly string[] {
  const { discovery, states, place } = session;
  const told = discovery.skills.filter((skill) => {
    return isToldOf(skill) && !isWaiting(skill, place) && states.get(skill.location) !== "off";
  });
  const isLast = (skill: Skill) => rootOf(profile, skill)?.followsOwn === true;
  const namesOf = (skills: readonly Skill[]) => skills.map(({ name }) => name);
  const first = namesOf(told.filter((skill) => !isLast(skill)));
  const isOff = profile.states.kind === "off-list" ? offIn(profile.states, session) : () => false;
  const own = ownSkills(profile.catalog, discovery.skills).flatMap(({ name }) => (isOff(name) ? [] : name));
  const names = [...first, ...own, ...namesOf(told.filter(isLast))];
  return profile.identity.order === "dictionary" ? names.sort(compareAsDictionary) : names;
}

function checkValues(found: FoundCall, own: ToolCheck["near"]): TemplateValues {
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
    near: own && short.variants + short.several + short.full === "" ? (nearest(found, own) ?? "") : "",
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
 * The most similar name among all skills that load, even those that are off, and the program's own (`ProgramNames`).
 * Skips a skill hidden from the model if one of the program's listed skills has its name. A skill with a label is known
 * here by the label alone, and by its short name. Of equally similar names the first counts: those that have waited for
 * a file come after the bundled skills.
 */
function nearest({ input: { asked }, profile, session }: FoundCall, own: ProgramNames): string | undefined {
  const { discovery, place, files } = session;
  const { own: listed = [] } = settledRules(profile, files, place);
  const namesOf = (skills: readonly Skill[]) =>
    skills.flatMap((skill) => [skill.label?.name ?? skill.name, shortNameOf(skill) ?? []].flat());
  const isCovered = (skill: Skill) => isHiddenFrom(skill, "model") && listed.some(({ name }) => name === skill.name);
  const loaded = discovery.skills.filter((skill) => !isWaiting(skill, place) && !isCovered(skill));
  const names = [
    ...namesOf(loaded.filter(({ paths }) => !paths)),
    ...(listed.length > 0 ? own.bundled : []),
    ...namesOf(loaded.filter(({ paths }) => paths)),
    ...own.others,
  ];
  return names
    .map((name) => ({ name, changes: editDistance(asked, name, maxSlip) }))
    .filter(({ changes }) => changes > 0 && changes <= maxSlip)
    .sort((a, b) => a.changes - b.changes)[0]?.name;
}
