import { goFields } from "#lib/skills/go-text.ts";
import type { LineResult, Session, SkillState } from "./model.ts";
import type { CommandRule, Profile } from "./profile.ts";
import { readStates, setState } from "./states.ts";
import { fillTemplate } from "./template.ts";

/** The place of a skill's name among a command's words. */
export const nameWord = "<name>";

/** What a line does that is a command of the harness; `undefined` when it is none. */
export function runCommand(profile: Profile, session: Session, line: string): LineResult | undefined {
  const { rules, usage } = profile.commands;
  if (!line.startsWith("/") || line.includes("\n")) return undefined;
  const words = goFields(line);
  const rule = rules.find((each) => fits(each, words));
  if (rule) return run(profile, session, rule, words);
  return usage && usage.word === words[0] ? output(usage.output) : undefined;
}

function fits(rule: CommandRule, words: readonly string[]): boolean {
  return rule.words.length === words.length && rule.words.every((word, i) => word === nameWord || word === words[i]);
}

function run(
  profile: Profile,
  session: Session,
  { words: pattern, does }: CommandRule,
  words: readonly string[],
): LineResult {
  switch (does.kind) {
    case "list":
      return output(listText(profile, session, does));
    case "reload": {
      const count = String(session.discovery.skills.length);
      return { ...output(fillTemplate(does.output, { count })), reload: true };
    }
    case "set-state":
      return setState(profile, session, words[pattern.indexOf(nameWord)] ?? "", does.state);
  }
}

function output(text: string): Extract<LineResult, { kind: "command" }> {
  return { kind: "command", output: text, writes: [], reload: false };
}

type ListRule = Extract<CommandRule["does"], { kind: "list" }>;

/** One row a skill, its name and mark padded to the longest. */
function listText(profile: Profile, session: Session, { heading, none, marks }: ListRule): string {
  const { discovery, files, place } = session;
  if (discovery.skills.length === 0) return none;
  const states = readStates(profile, files, place, discovery);
  const markOf = (name: string) => marks[states.get(name) ?? ("on" satisfies SkillState)];
  const nameWidth = Math.max(...discovery.skills.map(({ name }) => name.length));
  const markWidth = Math.max(...discovery.skills.map(({ name }) => markOf(name).length));
  const rows = discovery.skills.map(({ name, description }) => {
    return `${name.padEnd(nameWidth)}  ${markOf(name).padEnd(markWidth)}  - ${description}`;
  });
  return [heading, ...rows].join("\n");
}
