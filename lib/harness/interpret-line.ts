import { splitFrontmatter } from "#lib/skills/frontmatter.ts";
import { goFields, goTrim } from "#lib/skills/go-text.ts";
import { readText } from "#lib/vfs/files.ts";
import { runCommand } from "./commands.ts";
import type { LineResult, Session, Skill } from "./model.ts";
import type { Profile, SlashActivation } from "./profile.ts";
import { readStates } from "./states.ts";
import { substitute } from "./substitute.ts";
import { fillTemplate } from "./template.ts";

/**
 * What the harness makes of a line that a person typed: a command, a skill invoked, or text. Skills are looked
 * up as last loaded, their files and states read as they are now.
 */
export function interpretLine(profile: Profile, session: Session, line: string): LineResult {
  return runCommand(profile, session, line) ?? invoke(profile, session, line) ?? { kind: "text" };
}

function invoke(profile: Profile, session: Session, line: string): LineResult | undefined {
  const { byUser } = profile.activation;
  const call = byUser.kind === "slash" && parseCall(byUser, line);
  if (!call) return undefined;
  const { files, place, discovery } = session;
  const skill = discovery.skills.find(({ name }) => name === call.name);
  if (!skill || readStates(profile, files, place, discovery).get(skill.name) === "off") return undefined;
  const text = readText(files, skill.location);
  if (text === undefined) return undefined;
  return { kind: "invocation", skill, message: renderMessage(profile, byUser, { skill, text, args: call.args }) };
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
  const rest = line.slice(prefix.length);
  if (rules.arguments === "fields") {
    const [name, ...args] = goFields(rest);
    return name === undefined ? undefined : { name, args };
  }
  const blank = rest.indexOf(" ");
  if (blank < 0) return { name: rest, args: [] };
  const verbatim = rest.slice(blank + 1);
  return { name: rest.slice(0, blank), args: goTrim(verbatim) === "" ? [] : [verbatim] };
}

interface Invoked {
  readonly skill: Skill;
  /** Of the whole file. */
  readonly text: string;
  readonly args: readonly string[];
}

function renderMessage(profile: Profile, rules: SlashActivation, { skill, text, args }: Invoked): string {
  const split = splitFrontmatter(text, profile.frontmatter.fence);
  const part = rules.content === "body" && split.kind === "split" ? split.body : text;
  const template = args.length === 0 ? (rules.messageWithoutArguments ?? rules.message) : rules.message;
  return fillTemplate(template, {
    name: skill.name,
    arguments: args.join(" "),
    content: substitute(profile.substitution, goTrim(part), args),
  });
}
