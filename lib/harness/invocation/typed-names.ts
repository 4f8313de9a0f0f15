import type { MentionActivation, SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import { goFields, goLower, goTrim } from "#lib/skills/text-rules.ts";

/** A name after a prefix, and the text behind it. */
interface Call {
  readonly name: string;
  readonly args: readonly string[];
}

/** The call that a line begins with, whether or not a skill has its name. */
export function parseCall(rules: SlashActivation, typed: string): Call | undefined {
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

/** The names and paths that a line mentions, whether or not a skill has them. */
export interface Mentions {
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

export function findMentions(rules: MentionActivation, line: string): Mentions {
  const { sigil, nameCharacter, ignored } = rules;
  if (rules.wholeWords) {
    const word = new RegExp(`^\\${sigil}(${nameCharacter}+)$`);
    return { paths: new Set(), names: new Set(line.split(/\s+/).flatMap((each) => word.exec(each)?.[1] ?? [])) };
  }
  const name = `\\${sigil}(${nameCharacter}+)`;
  // Bounded, because otherwise the search is quadratic for links that are never closed.
  const link = new RegExp(`\\[${name}\\]\\s{0,64}\\(([^)]{1,1024})\\)`, "g");
  const paths = new Set<string>();
  const isIgnored = (found: string) => ignored.includes(found.toUpperCase());
  const rest = line.replace(link, (_match, found: string, path: string) => {
    if (!isIgnored(found)) paths.add(path.trim().replace(/^skill:\/\//, ""));
    return " ";
  });
  const names = Array.from(rest.matchAll(new RegExp(name, "g")), ([, found = ""]) => found);
  return { paths, names: new Set(names.filter((each) => !isIgnored(each))) };
}

/** The names behind a slash anywhere in a message, as its rule finds them, in their order, with their repetitions. */
export function slashNames({ elsewhere }: SlashActivation, message: string): readonly string[] {
  if (!elsewhere) return [];
  const named = message.matchAll(new RegExp(`(?<!\\S)/${elsewhere.pattern}`, "g"));
  return Array.from(named, ([, name = ""]) => name);
}
