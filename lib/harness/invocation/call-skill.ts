import { isWaiting } from "#lib/harness/catalog/waiting.ts";
import type { SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { type Discovery, isHiddenFrom, type Skill, shortNameOf } from "#lib/harness/vocabulary/skill.ts";
import { skillValues, substitutionContext } from "#lib/harness/vocabulary/skill-values.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { memoObject } from "#lib/memo.ts";
import { valuesBeside } from "./folder-files.ts";
import { printed } from "./run-command.ts";
import { withShellMarks } from "./shell-marks.ts";
import { skillContent } from "./skill-content.ts";
import { substitute } from "./substitution.ts";
import { parseCall, slashNames } from "./typed-names.ts";

/** The message for a line that calls a skill, or several, by a slash or another prefix; `undefined` for any other line. */
export function callSkill(
  profile: Profile,
  byUser: SlashActivation,
  session: Session,
  line: string,
): LineResult | undefined {
  const anywhere = calledAnywhere(byUser, session, line);
  if (anywhere.length > 0)
    return invocation(profile, byUser, session, { skills: anywhere, args: [], rest: [line], line });
  const call = parseCall(byUser, line);
  const skill = call && findCalled(byUser, session, call.name);
  if (!skill) return undefined;
  if (isUndocumented(profile, "sent"))
    return printed(
      `${profile.label} calls ${skill.name} here. What its model is given then is not documented, so nothing was sent.`,
    );
  const refusal = refusalOf(session, skill);
  if (refusal) {
    const says = byUser.refuses?.[refusal];
    return says === undefined ? undefined : printed(fillTemplate(says, { ...skillValues(skill), asked: call.name }));
  }
  const { skills, args } = stacked(byUser, session, { skill, args: call.args });
  const rest = byUser.restFollows && skills.length > 1 ? args : [];
  return invocation(profile, byUser, session, { skills, args: rest.length > 0 ? [] : args, rest, line });
}

interface Calls {
  readonly skills: readonly Skill[];
  /** Arguments of each of them. */
  readonly args: readonly string[];
  /** What follows their texts. */
  readonly rest: readonly string[];
  readonly line: string;
}

function invocation(
  profile: Profile,
  byUser: SlashActivation,
  session: Session,
  { skills, args, rest, line }: Calls,
): LineResult | undefined {
  const invoked = skills.flatMap((skill) => invokedValues(profile, byUser, session, { skill, args, line }) ?? []);
  const [first, ...others] = invoked;
  if (!first || first.skill !== skills[0]) return undefined;
  const display = byUser.shows === undefined ? line : fillTemplate(byUser.shows, first.values);
  return {
    kind: "invocation",
    skill: first.skill,
    ...(others.length > 0 && { others: others.map((each) => each.skill) }),
    message: [...invoked.map(({ message }) => message), ...rest].join("\n\n"),
    contents: invoked.map(({ values }) => values.content),
    display,
  };
}

/**
 * The skills that a line names anywhere, if the harness calls these (`ElsewhereRule`), in the order of their names. None if only its start
 * names one, or the name at its start is no skill's.
 */
function calledAnywhere(rules: SlashActivation, session: Session, line: string): readonly Skill[] {
  if (rules.elsewhere?.does !== "call") return [];
  const named = slashNames(rules, line).flatMap((name) => {
    const skill = findNamed(rules, session, name);
    return skill?.name === name && !refusalOf(session, skill) ? [skill] : [];
  });
  const isCall = line.startsWith("/") && (named.length < 2 || named[0]?.name !== parseCall(rules, line)?.name);
  return isCall ? [] : [...new Set(named)];
}

interface Called {
  readonly skill: Skill;
  readonly args: readonly string[];
}

/** The skills that a line calls one after the other, up to the first word that names none, and the text from that word on. */
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

/** The values of a called skill for the message; `undefined` if its file is gone. */
function invokedValues(
  profile: Profile,
  rules: SlashActivation,
  session: Session,
  { skill, args, line }: Called & { readonly line: string },
) {
  const context = substitutionContext(skill, session.place);
  const filled = (text: string) => substitute(profile.substitution, text, args, context);
  const beside = valuesBeside(rules.message, session.files, skill.directory);
  const text = skillContent(profile, session.files, skill, rules.content) ?? (rules.outlivesFile ? "" : undefined);
  if (text === undefined) return undefined;
  const content = rules.fillsMessage ? text : filled(text);
  const values = { ...context.values, ...beside, arguments: args.join(" "), content, line: line.trim() };
  const message = fillTemplate(rules.message, values);
  const sent = withShellMarks(rules.shell, skill, rules.fillsMessage ? filled(message) : message);
  return { skill, values, message: rules.fillsMessage ? sent.trim() : sent };
}

/** Why a person may not call a skill. */
function refusalOf({ states }: Session, skill: Skill): keyof Required<SlashActivation>["refuses"] | undefined {
  if (states.get(skill.location) === "off") return "off";
  return isHiddenFrom(skill, "person") ? "hidden" : undefined;
}

/** The skill that a person calls by this name. It may be off, or not for people. */
export function findCalled(rules: SlashActivation, session: Session, name: string): Skill | undefined {
  const skill = findNamed(rules, session, name);
  return skill && rules.passesWaiting && isWaiting(skill, session.place) ? undefined : skill;
}

function findNamed({ bareNames, anyCase }: SlashActivation, { discovery }: Session, name: string): Skill | undefined {
  const named = namesIn(discovery);
  // A skill that gave way to another of its name can still be called by its own name.
  const called =
    (anyCase ? named.inAnyCase.get(name.toLowerCase()) : named.exactly.get(name)) ?? named.labelled.get(name);
  return called ?? (bareNames ? named.bare.get(name) : undefined);
}

/** The skills by the names that people call them by. Where several have a name, the first has it. */
const namesIn = memoObject(({ skills, candidates }: Discovery) => {
  const forPeople = skills.filter(({ isModelsOnly }) => !isModelsOnly);
  const inside = candidates.flatMap(({ skill, outcome }) => (skill && outcome.kind !== "outside" ? [skill] : []));
  return {
    exactly: firstBy(forPeople, ({ name }) => name),
    inAnyCase: firstBy(forPeople, ({ name }) => name.toLowerCase()),
    labelled: firstBy(inside, ({ label }) => label?.name),
    bare: firstBy(skills, shortNameOf),
  };
});

function firstBy(
  skills: readonly Skill[],
  nameOf: (skill: Skill) => string | undefined,
): ReadonlyMap<string | undefined, Skill> {
  return new Map(skills.toReversed().map((skill) => [nameOf(skill), skill]));
}
