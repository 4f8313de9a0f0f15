import { discover } from "#lib/harness/discovery/discover.ts";
import { setState } from "#lib/harness/states/states.ts";
import type { CommandRule, CommandRules, LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { stateValue } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { goFields, goLower, goTrim } from "#lib/skills/text-rules.ts";
import { resolvePath } from "#lib/vfs/paths.ts";

/** Stands for a skill's name in the words of a command. */
export const nameWord = "<name>";

/** Stands for any further words. */
export const restWord = "<rest>";

/**
 * The result of a line that is a command of the harness: those for skills are run, and the answer to any other says that the lab does not
 * run it. `undefined` for a line that is none.
 */
export function runCommand(profile: Profile, session: Session, line: string): LineResult | undefined {
  const { commands, label } = profile;
  const words = wordsOf(commands, line);
  if (!words) return undefined;
  const rule = ruleFor(commands, words);
  if (rule) return run(profile, session, rule, words);
  const [word = ""] = words;
  const { own = [], ownCalls } = profile.catalog;
  const asked = word.slice(1);
  if (ownCalls && own.some(({ name }) => name === asked)) return printed(fillTemplate(ownCalls.typed, { asked }));
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
      return { ...printed(fillTemplate(does.output, reloaded(profile, session))), reload: true };
    case "new-chat":
      return { ...printed(does.output), newChat: true };
    case "add-folder":
      return runAddFolder(session, words.slice(pattern.indexOf(restWord)).join(" "), does);
    case "set-state":
      return runSetState(profile, session, words[pattern.indexOf(nameWord)] ?? "", does);
  }
}

/** What a reload would find now. */
function reloaded(profile: Profile, { files, place, discovery }: Session) {
  const { skills } = discover(profile, files, place);
  const added = countBeside(skills, discovery.skills);
  const removed = countBeside(discovery.skills, skills);
  return {
    count: String(skills.length),
    plural: skills.length === 1 ? "" : "s",
    changes: [...(added > 0 ? [`${added} added`] : []), ...(removed > 0 ? [`${removed} removed`] : [])].join(", "),
  };
}

/** How many skills have a name that none of the others has. */
function countBeside(skills: readonly Skill[], others: readonly Skill[]): number {
  const names = new Set(others.map(({ name }) => name));
  return skills.filter(({ name }) => !names.has(name)).length;
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
export function printed(text: string): Extract<LineResult, { kind: "command" }> {
  return { kind: "command", output: text, writes: [], reload: false };
}

type ListRule = Extract<CommandRule["does"], { kind: "list" }>;

function listText({ discovery: { skills }, states }: Session, rule: ListRule): string {
  if (skills.length === 0) return rule.none;
  const markOf = ({ location }: Skill) => stateValue(rule.marks, states.get(location) ?? "on");
  const width = rule.nameWidth === "longest" ? Math.max(...skills.map(({ name }) => name.length)) : rule.nameWidth;
  const markWidth = Math.max(...skills.map((skill) => markOf(skill).length));
  const listed = rule.sorted ? skills.toSorted((a, b) => a.name.localeCompare(b.name, "en")) : skills;
  const rows = listed.map((skill) => {
    const mark = markOf(skill).padEnd(markWidth);
    return fillTemplate(rule.row, { name: skill.name.padEnd(width), mark, description: skill.description });
  });
  return [rule.heading, ...rows].join("\n");
}

/** What a harness prints for a line that begins with a slash and is none of its commands. */
export function unknownCommand({ commands }: Profile, line: string): LineResult | undefined {
  const typed = goTrim(line);
  if (commands.unknown === undefined || !typed.startsWith("/")) return undefined;
  const [word = "", ...others] = typed.slice(1).split(" ");
  const rest = others.join(" ").trim();
  return printed(fillTemplate(commands.unknown, { word, lowered: goLower(word), rest, line: typed }));
}
