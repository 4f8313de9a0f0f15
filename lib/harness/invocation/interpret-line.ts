import type { SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate, skillValues } from "#lib/harness/vocabulary/template.ts";
import { goFields, goLower, goTrim } from "#lib/skills/text-rules.ts";
import { printed, runCommand, unknownCommand } from "./commands.ts";
import { mentionSkills } from "./mention.ts";
import { invokedText, skillContent } from "./skill-text.ts";

/**
 * What the harness makes of a line that a person typed: a command, a skill invoked, or text. Skills are looked
 * up as last loaded, their files read as they are now.
 */
export function interpretLine(profile: Profile, session: Session, line: string): LineResult {
  return (
    runCommand(profile, session, line) ??
    invoke(profile, session, line) ??
    unknownCommand(profile, line) ?? { kind: "text" }
  );
}

function invoke(profile: Profile, session: Session, line: string): LineResult | undefined {
  const { byUser } = profile.activation;
  if (byUser.kind === "none") return undefined;
  if (byUser.kind === "mention") return mentionSkills(profile, byUser, session, line);
  const call = parseCall(byUser, line);
  const skill = call && findCalled(byUser, session, call.name);
  if (!skill) return undefined;
  const refusal = refusalOf(session, skill);
  if (refusal) return byUser.refuses && printed(fillTemplate(byUser.refuses[refusal], skillValues(skill)));
  const { skills, args } = stacked(byUser, session, { skill, args: call.args });
  const invoked = skills.flatMap((each) => invokedValues(profile, byUser, session, { skill: each, args }) ?? []);
  const [first, ...others] = invoked;
  if (first?.skill !== skill) return undefined;
  const display = byUser.shows === undefined ? line : fillTemplate(byUser.shows, first.values);
  return {
    kind: "invocation",
    skill,
    ...(others.length > 0 && { others: others.map((each) => each.skill) }),
    message: invoked.map(({ values }) => fillTemplate(byUser.message, values)).join("\n\n"),
    display,
  };
}

interface Called {
  readonly skill: Skill;
  readonly args: readonly string[];
}

/**
 * The skills that a line calls one after the other, up to the first word that names none, and the words from there on.
 */
function stacked(rules: SlashActivation, session: Session, first: Called) {
  const skills = [first.skill];
  let { args } = first;
  while (args.length > 0 && skills.length < (rules.stacks ?? 1)) {
    const call = parseCall(rules, args.join(" "));
    const skill = call && findCalled(rules, session, call.name);
    if (!skill || refusalOf(session, skill)) break;
    skills.push(skill);
    ({ args } = call);
  }
  return { skills, args };
}

/** The values that a called skill fills the message with; `undefined` when its file is gone. */
function invokedValues(profile: Profile, rules: SlashActivation, session: Session, { skill, args }: Called) {
  const text = skillContent(profile, session.files, skill, rules.content) ?? (rules.outlivesFile ? "" : undefined);
  if (text === undefined) return undefined;
  const content = invokedText(profile, session, { skill, text, args });
  return { skill, values: { ...skillValues(skill), arguments: args.join(" "), content } };
}

/** Why a person may not call a skill. */
function refusalOf({ states }: Session, skill: Skill): keyof Required<SlashActivation>["refuses"] | undefined {
  if (states.get(skill.location) === "off") return "off";
  return isHiddenFrom(skill, "person") ? "hidden" : undefined;
}

function findCalled({ bareNames }: SlashActivation, { discovery }: Session, name: string): Skill | undefined {
  const exact = discovery.skills.find((skill) => skill.name === name);
  if (exact || !bareNames) return exact;
  return discovery.skills.find(({ name: full, namespace }) => namespace && full === `${namespace}:${name}`);
}

interface Call {
  readonly name: string;
  readonly args: readonly string[];
}

function parseCall(rules: SlashActivation, typed: string): Call | undefined {
  if (!rules.multiline && typed.includes("\n")) return undefined;
  const line = rules.trimsLine ? goTrim(typed) : typed;
  const prefix = rules.prefixes.find((each) => line.startsWith(each));
  if (prefix === undefined) return undefined;
  const { name, args } = splitCall(rules, line.slice(prefix.length));
  return { name: rules.lowersName ? goLower(name) : name, args };
}

function splitCall(rules: SlashActivation, rest: string): Call {
  if (rules.arguments === "fields") {
    const [name = "", ...args] = goFields(rest);
    return { name, args };
  }
  const blank = rules.arguments === "after-space" ? rest.search(/\s/) : rest.indexOf(" ");
  if (blank < 0) return { name: rest, args: [] };
  const trimmed = goTrim(rest.slice(blank + 1));
  const args = rules.arguments !== "trimmed-rest" ? rest.slice(blank + 1) : trimmed;
  return { name: rest.slice(0, blank), args: trimmed === "" ? [] : [args] };
}
