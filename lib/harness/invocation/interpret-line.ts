import { isWaiting } from "#lib/harness/catalog/waiting.ts";
import { discover } from "#lib/harness/discovery/discover.ts";
import { setState } from "#lib/harness/states/states.ts";
import type { SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { CommandRule, CommandRules, LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { stateValue } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate, skillValues } from "#lib/harness/vocabulary/template.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { goFields, goLower, goTrim } from "#lib/skills/text-rules.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { filesBeside, tellsFiles } from "./folder-files.ts";
import { mentionSkills } from "./mention.ts";
import { invokedText, skillContent } from "./skill-text.ts";

/**
 * What the harness makes of a line that a person typed: a command, a call of a skill, or text. Skills are looked up among the loaded ones,
 * and their files are read now.
 */
export function interpretLine(profile: Profile, session: Session, line: string): LineResult {
  const command = () => runRule(profile, session, line) ?? otherCommand(profile, line);
  const skill = () => invoke(profile, session, line);
  const known = profile.commands.yieldToSkills ? (skill() ?? command()) : (command() ?? skill());
  return known ?? unknownCommand(profile, line) ?? { kind: "text" };
}

function invoke(profile: Profile, session: Session, line: string): LineResult | undefined {
  const { byUser } = profile.activation;
  if (byUser.kind === "none") return undefined;
  if (byUser.kind === "mention") return mentionSkills(profile, byUser, session, line);
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
  const invoked = skills.flatMap((each) => {
    return invokedValues(profile, byUser, session, { skill: each, args: rest.length > 0 ? [] : args, line }) ?? [];
  });
  const [first, ...others] = invoked;
  if (first?.skill !== skill) return undefined;
  const display = byUser.shows === undefined ? line : fillTemplate(byUser.shows, first.values);
  return {
    kind: "invocation",
    skill,
    ...(others.length > 0 && { others: others.map((each) => each.skill) }),
    message: [...invoked.map(({ message }) => message), ...rest].join("\n\n"),
    contents: invoked.map(({ values }) => values.content),
    display,
  };
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
  const text = skillContent(profile, session.files, skill, rules.content) ?? (rules.outlivesFile ? "" : undefined);
  if (text === undefined) return undefined;
  const content = rules.fillsMessage ? text : invokedText(profile, session, { skill, text, args });
  const beside = tellsFiles(rules.message) ? filesBeside(session.files, skill.directory) : {};
  const values = { ...skillValues(skill), ...beside, arguments: args.join(" "), content, line: line.trim() };
  const message = fillTemplate(rules.message, values);
  const filled = rules.fillsMessage ? invokedText(profile, session, { skill, text: message, args }).trim() : message;
  return { skill, values, message: filled };
}

/** Why a person may not call a skill. */
function refusalOf({ states }: Session, skill: Skill): keyof Required<SlashActivation>["refuses"] | undefined {
  if (states.get(skill.location) === "off") return "off";
  return isHiddenFrom(skill, "person") ? "hidden" : undefined;
}

function findCalled(rules: SlashActivation, session: Session, name: string): Skill | undefined {
  const skill = findNamed(rules, session, name);
  return skill && rules.passesWaiting && isWaiting(skill, session.place) ? undefined : skill;
}

function findNamed({ bareNames, anyCase }: SlashActivation, { discovery }: Session, name: string): Skill | undefined {
  const folded = (text: string) => (anyCase ? text.toLowerCase() : text);
  const exact = discovery.skills.find((skill) => folded(skill.name) === folded(name) && !skill.isModelsOnly);
  // A skill that gave way to another of its name can still be called by its own name.
  const called =
    exact ??
    discovery.candidates.find(({ skill, outcome }) => {
      return outcome.kind !== "outside" && skill?.label?.name === name;
    })?.skill;
  if (called || !bareNames) return called;
  return discovery.skills.find((skill) => {
    return skill.namespace !== undefined && !skill.isCommand && skill.name === `${skill.namespace}:${name}`;
  });
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
  const behind = line.slice(prefix.length);
  const { name, args } = splitCall(rules, rules.skipsBlanks ? behind.trimStart() : behind);
  return { name: rules.lowersName ? goLower(name) : name, args };
}

function splitCall(rules: SlashActivation, rest: string): Call {
  if (rules.arguments === "fields") {
    const [name = "", ...args] = goFields(rest);
    return { name, args };
  }
  const blank = rules.arguments === "trimmed-after-space" ? rest.search(/\s/) : rest.indexOf(" ");
  if (blank < 0) return { name: rest, args: [] };
  const trimmed = goTrim(rest.slice(blank + 1));
  const args = rules.arguments === "rest" ? rest.slice(blank + 1) : trimmed;
  return { name: rest.slice(0, blank), args: trimmed === "" ? [] : [args] };
}

/** Stands for a skill's name in the words of a command. */
export const nameWord = "<name>";

/** Stands for any further words. */
export const restWord = "<rest>";

/** The result of a line that is one of the commands for skills; `undefined` for any other line. */
function runRule(profile: Profile, session: Session, line: string): LineResult | undefined {
  const words = wordsOf(profile.commands, line);
  const rule = words && ruleFor(profile.commands, words);
  return rule && run(profile, session, rule, words);
}

/** The answer to a command that has nothing to do with skills. */
function otherCommand({ commands, label }: Profile, line: string): LineResult | undefined {
  const [word = ""] = wordsOf(commands, line) ?? [];
  if (!commands.others.includes(word)) return undefined;
  return printed(`${word} is a command of ${label} that has nothing to do with skills. This lab does not run it.`);
}

/** The rule that makes a line a command of the harness; `undefined` for any other line. Nothing is run or looked up. */
export function commandRule({ commands }: Profile, line: string): CommandRule | undefined {
  const words = wordsOf(commands, line);
  return words && ruleFor(commands, words);
}

function ruleFor({ rules }: CommandRules, words: readonly string[]): CommandRule | undefined {
  return rules.find((rule) => fits(rule, words));
}

/** The words of a line; `undefined` if the line cannot be a command. */
function wordsOf({ split, multiline, anyCase }: CommandRules, typed: string): readonly string[] | undefined {
  const line = split ? goTrim(typed) : typed;
  if (!line.startsWith("/") || (!split && !multiline && line.includes("\n"))) return undefined;
  const [first = "", ...others] = split ? splitAtSpace(line) : goFields(line);
  return [
    anyCase === "first" ? goLower(first) : first,
    ...others.map((word) => (anyCase === "others" ? goLower(word) : word)),
  ];
}

function splitAtSpace(line: string): readonly string[] {
  const [first = ""] = line.split(" ", 1);
  return [first, ...goFields(line.slice(first.length))];
}

function fits({ words: pattern }: CommandRule, words: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === restWord;
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? words.length < fixed.length : words.length !== fixed.length) return false;
  return fixed.every((word, i) => word === nameWord || word === words[i]);
}

function run(
  profile: Profile,
  session: Session,
  { words: pattern, does }: CommandRule,
  words: readonly string[],
): LineResult {
  switch (does.kind) {
    case "list":
      return printed(listText(session, does));
    case "print":
      return printed(does.output);
    case "reload":
      return { ...printed(fillTemplate(does.output, { count: countOnDisk(profile, session) })), reload: true };
    case "new-chat":
      return { ...printed(does.output), newChat: true };
    case "add-folder":
      return runAddFolder(session, words.slice(pattern.indexOf(restWord)).join(" "), does);
    case "set-state":
      return runSetState(profile, session, words[pattern.indexOf(nameWord)] ?? "", does);
  }
}

function countOnDisk(profile: Profile, { files, place }: Session): string {
  return String(discover(profile, files, place).skills.length);
}

type AddFolderRule = Extract<CommandRule["does"], { kind: "add-folder" }>;

function runAddFolder({ files, place }: Session, typed: string, rule: AddFolderRule): LineResult {
  const fromHome = typed === "~" || typed.startsWith("~/");
  const folder = fromHome ? resolvePath(place.home, `.${typed.slice(1)}`) : resolvePath(place.cwd, typed);
  const isFolder = typed !== "" && files.stat(folder)?.kind === "folder";
  if (!isFolder) return printed(fillTemplate(rule.missing, { folder: typed }));
  return { ...printed(fillTemplate(rule.output, { folder })), reload: true, added: folder };
}

type SetStateRule = Extract<CommandRule["does"], { kind: "set-state" }>;

function runSetState(profile: Profile, session: Session, name: string, rule: SetStateRule): LineResult {
  const skill = session.discovery.skills.find((each) => each.name === name);
  const change = skill && setState(profile, session, { skill, state: rule.state });
  if (!change) return printed(fillTemplate(rule.unknown, { name }));
  return { ...printed(fillTemplate(rule.output, { name })), ...change };
}

/** The result of a line that is only answered. */
function printed(text: string): Extract<LineResult, { kind: "command" }> {
  return { kind: "command", output: text, writes: [], reload: false };
}

type ListRule = Extract<CommandRule["does"], { kind: "list" }>;

function listText({ discovery: { skills }, states }: Session, rule: ListRule): string {
  if (skills.length === 0) return rule.none;
  const markOf = ({ location }: Skill) => stateValue(rule.marks, states.get(location) ?? "on");
  const width = rule.nameWidth === "longest" ? Math.max(...skills.map(({ name }) => name.length)) : rule.nameWidth;
  const markWidth = Math.max(...skills.map((skill) => markOf(skill).length));
  const rows = skills.map((skill) => {
    const mark = markOf(skill).padEnd(markWidth);
    return fillTemplate(rule.row, { name: skill.name.padEnd(width), mark, description: skill.description });
  });
  return [rule.heading, ...rows].join("\n");
}

/** What a harness prints for a line that begins with a slash and is none of its commands. */
function unknownCommand({ commands }: Profile, line: string): LineResult | undefined {
  const typed = goTrim(line);
  if (commands.unknown === undefined || !typed.startsWith("/")) return undefined;
  const [word = ""] = typed.slice(1).split(" ");
  return printed(fillTemplate(commands.unknown, { word, lowered: goLower(word) }));
}
