import type { NumberedWords, ShellWords, Substitution } from "#lib/harness/vocabulary/activation.ts";
import type { SubstitutionContext } from "#lib/harness/vocabulary/skill-values.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { shellWords } from "./shell-words.ts";

const nothing: SubstitutionContext = { names: [], values: {} };

/** A skill's text with placeholders replaced in one pass: placeholders inside an argument are never replaced. */
export function substitute(
  rules: Substitution,
  text: string,
  args: readonly string[],
  context: SubstitutionContext = nothing,
): string {
  switch (rules.kind) {
    case "none":
      return text;
    case "placeholders":
      return substitutePattern(rules, text, args);
    case "numbered-words":
      return substituteNumbered(rules, text, args.join(" "));
    case "shell-words":
      return substituteShellWords(rules, text, args.join(" "), context);
  }
}

/** The number of the first argument in a placeholder. */
export function firstNumber(rules: Exclude<Substitution, { kind: "none" }>): 0 | 1 {
  if (rules.kind === "placeholders") return rules.base;
  return rules.kind === "shell-words" ? 0 : 1;
}

type Placeholders = Extract<Substitution, { kind: "placeholders" }>;

function substitutePattern(rules: Placeholders, text: string, args: readonly string[]): string {
  const pattern = new RegExp(rules.pattern, "g");
  return text.replace(pattern, (_match, ...rest: unknown[]) => {
    const groups = rest.slice(
      0,
      rest.findIndex((each) => typeof each === "number"),
    );
    const number = groups.find((group) => group !== undefined);
    return number === undefined ? args.join(" ") : (args[Number(number) - rules.base] ?? "");
  });
}

const numbered = /\$(\d+)/g;
const quotedWord = /\[Image\s+\d+\]|"[^"]*"|'[^']*'|[^\s"']+/gi;

function substituteNumbered({ appended }: NumberedWords, text: string, typed: string): string {
  const words = (typed.match(quotedWord) ?? []).map((each) => each.replace(/^["']|["']$/g, ""));
  const numbers = Array.from(text.matchAll(numbered), ([, digits]) => Number(digits));
  const last = numbers.reduce((highest, number) => Math.max(highest, number), 0);
  const filled = text.replace(numbered, (_match, digits: string) => {
    const index = Number(digits) - 1;
    if (index >= words.length) return "";
    // If there is no word of this number, JavaScript's `undefined` is inserted as text.
    return Number(digits) === last ? words.slice(index).join(" ") : String(words[index]);
  });
  if (filled.includes("$ARGUMENTS")) return filled.replaceAll("$ARGUMENTS", typed);
  return numbers.length > 0 || typed.trim() === "" ? filled : filled + fillTemplate(appended, { arguments: typed });
}

/**
 * The placeholders of a skill that has these names for its arguments, the longest first. A single backslash before one keeps it as it is;
 * any more are part of the text.
 */
function placeholderOf(names: readonly string[]): RegExp {
  const named = names
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `${name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(?![[\\w])|`);
  const argument = `${named.join("")}ARGUMENTS\\[\\d+\\]|\\d+(?!\\w)|ARGUMENTS`;
  return new RegExp(`\\$\\{(?<variable>\\w+)\\}|(?<slash>(?<!\\\\)\\\\)?\\$(?<argument>${argument})`, "g");
}

interface Groups {
  readonly variable?: string;
  readonly slash?: string;
  readonly argument?: string;
}

/** Replaces the placeholders of a text; `typed` is all arguments as a person typed them. */
function substituteShellWords(rules: ShellWords, text: string, typed: string, context: SubstitutionContext): string {
  const { command } = rules;
  const variableOr = (whole: string, name: string) => variableValue(rules, name, context) ?? whole;
  // An argument may hold variables, too.
  const safe = (value: string) =>
    command === undefined ? value : withoutMarks(value.replace(/\$\{(\w+)\}/g, variableOr));
  const words = shellWords(typed);
  let isUsed = false;
  const missing = (argument: string) => (rules.missing === "empty" ? "" : `$${argument}`);
  const fill = (whole: string, ...found: unknown[]) => {
    const { variable, slash, argument = "" } = found.at(-1) as Groups;
    if (variable !== undefined) return variableOr(whole, variable);
    const value = isPartOfWord(rules, found) ? undefined : argumentValue(argument, { typed, words }, context);
    if (value === undefined) return whole;
    if (slash) return `$${argument}`;
    isUsed ||= value !== null;
    return value === null ? missing(argument) : safe(value);
  };
  const replaced = text.replace(placeholderOf(context.names), fill);
  const filled =
    isUsed || typed === "" ? replaced : replaced + fillTemplate(rules.appended, { arguments: safe(typed) });
  return command === undefined ? filled : withoutCommands(filled, command);
}

/**
 * Whether `$ARGUMENTS` is the beginning of a longer word. `found` are the arguments of `replace`'s callback, which end with the position,
 * the text and the groups.
 */
function isPartOfWord({ wholeWords }: ShellWords, found: readonly unknown[]): boolean {
  const [at, text, { argument }] = found.slice(-3) as [number, string, Groups];
  return wholeWords === true && argument === "ARGUMENTS" && /^\$ARGUMENTS\w/.test(text.slice(text.indexOf("$", at)));
}

/** An argument that brings no command into the text around it. */
function withoutMarks(value: string): string {
  return value
    .replace(/`!/g, "` !")
    .replace(/!`/g, "! `")
    .replace(/(^|\s)!/gm, "$1\\!");
}

/** Replaces the commands that a text wants to have run: blocks that begin with three backquotes and `!`, and code spans after a `!`. */
function withoutCommands(text: string, says: string): string {
  // Beyond the last fence no block is closed, and searching the end of each would take quadratic time.
  const end = text.lastIndexOf("```") + 3;
  const rest = text.slice(0, end).replace(/```!\s*\n?[\s\S]*?\n?```/g, () => says) + text.slice(end);
  // Other code spans hide what is in them.
  const bare = rest.replace(/`[^`\n]+`/g, (span, at: number) =>
    /[!`]/.test(rest[at - 1] ?? "") ? span : `\`${" ".repeat(span.length - 2)}\``,
  );
  const parts: string[] = [];
  let done = 0;
  for (const { 0: found, index } of bare.matchAll(/(?<=^|\s)!`[^`]+`/gm)) {
    parts.push(rest.slice(done, index), says);
    done = index + found.length;
  }
  return parts.join("") + rest.slice(done);
}

interface Typed {
  readonly typed: string;
  readonly words: readonly string[];
}

function variableValue({ variables }: ShellWords, name: string, { values }: SubstitutionContext): string | undefined {
  return fillTemplate((Object.hasOwn(variables, name) && variables[name]) || "", values) || undefined;
}

/** `null` for a missing argument that leaves its placeholder as it is. */
function argumentValue(placeholder: string, { typed, words }: Typed, { names }: SubstitutionContext): string | null {
  const index = names.indexOf(placeholder);
  if (index >= 0) return words[index] ?? "";
  if (placeholder === "ARGUMENTS") return typed;
  return words[Number(/\d+/.exec(placeholder)?.[0])] ?? null;
}
