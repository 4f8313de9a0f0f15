import type { NumberedWords, ShellWords, Substitution } from "#lib/harness/vocabulary/activation.ts";
import type { SubstitutionContext } from "#lib/harness/vocabulary/skill-values.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";

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

const blockCommand = String.raw`^\`\`\`!\n[\s\S]*?\n\`\`\`$`;
const inlineCommand = String.raw`(?<![^\s])!\`[^\`\n]+\``;

/**
 * Commands are matched first, so that a placeholder inside one is not replaced. An odd number of backslashes before a placeholder keeps it
 * and loses one backslash; pairs of backslashes stay. A run of backslashes is matched only from its first one.
 */
function placeholderBeside(command: string): RegExp {
  const alternatives = [
    `(?<command>${command})`,
    String.raw`\$\{(?<variable>\w+)\}`,
    String.raw`(?<!\\)(?<slashes>\\*)\$(?<argument>ARGUMENTS\[\d+\]|ARGUMENTS|\d+(?!\w)|[A-Za-z_]\w*(?!\[))`,
  ];
  return new RegExp(alternatives.join("|"), "gm");
}

const placeholder = placeholderBeside(`${blockCommand}|${inlineCommand}`);
/** For text in which no block is closed: searching the end of every opened block would take quadratic time. */
const placeholderWithoutBlocks = placeholderBeside(inlineCommand);

interface Groups {
  readonly command?: string;
  readonly variable?: string;
  readonly slashes?: string;
  readonly argument?: string;
}

/** Replaces the placeholders of a text; `typed` is all arguments as a person typed them. */
function substituteShellWords(rules: ShellWords, text: string, typed: string, context: SubstitutionContext): string {
  const words = shellWords(typed);
  let isUsed = false;
  const missing = (argument = "") => (rules.missing === "empty" ? "" : `$${argument}`);
  const fill = (whole: string, ...found: unknown[]) => {
    const { command, variable, slashes = "", argument } = found.at(-1) as Groups;
    if (command !== undefined) return rules.command ?? whole;
    if (variable !== undefined) return variableValue(rules, variable, context) ?? whole;
    const value = isPartOfWord(rules, found) ? undefined : argumentValue(argument ?? "", { typed, words }, context);
    if (value === undefined) return whole;
    if (slashes.length % 2 === 1) return `${slashes.slice(1)}$${argument}`;
    isUsed ||= value !== null;
    return slashes + (value ?? missing(argument));
  };
  const lastClosed = endOfLastBlock(text);
  const filled =
    text.slice(0, lastClosed).replace(placeholder, fill) +
    text.slice(lastClosed).replace(placeholderWithoutBlocks, fill);
  return isUsed || typed === "" ? filled : filled + fillTemplate(rules.appended, { arguments: typed });
}

/**
 * Whether `$ARGUMENTS` is the beginning of a longer word. `found` are the arguments of `replace`'s callback, which end with the position,
 * the text and the groups.
 */
function isPartOfWord({ wholeWords }: ShellWords, found: readonly unknown[]): boolean {
  const [at, text, { argument }] = found.slice(-3) as [number, string, Groups];
  return wholeWords === true && argument === "ARGUMENTS" && /^\$ARGUMENTS\w/.test(text.slice(text.indexOf("$", at)));
}

/** End of the last line that may close a block; 0 if there is none. */
function endOfLastBlock(text: string): number {
  const fence = "\n```";
  for (let at = text.lastIndexOf(fence); at > 0; at = text.lastIndexOf(fence, at - 1)) {
    const end = at + fence.length;
    if (end === text.length || text[end] === "\n") return end;
  }
  return 0;
}

interface Typed {
  readonly typed: string;
  readonly words: readonly string[];
}

function variableValue({ variables }: ShellWords, name: string, { values }: SubstitutionContext): string | undefined {
  return fillTemplate((Object.hasOwn(variables, name) && variables[name]) || "", values) || undefined;
}

/** `null` for a missing argument that leaves its placeholder as it is; `undefined` for text that is no placeholder. */
function argumentValue(
  placeholder: string,
  { typed, words }: Typed,
  { names }: SubstitutionContext,
): string | null | undefined {
  if (placeholder === "ARGUMENTS") return typed;
  const number = /\d+/.exec(placeholder)?.[0];
  if (/^(ARGUMENTS\[)?\d/.test(placeholder)) return words[Number(number)] ?? null;
  const index = names.indexOf(placeholder);
  return index < 0 ? undefined : (words[index] ?? "");
}

const word = /(?:[^\s"'\\;|&<>`()]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\((?:[^()]*)\))+|[;|&<>`\n]/g;
const part = /\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g;
const operator = /^[;|&<>`\n]$/;
const expansion = /^\$(?:\w+|[?@*#!$-]|\{[^}]*\}|\([^)]*\)|'[^']*'|)$/;

/**
 * The words of the first command in a line, as a shell reads it: a quoted text is one word, without its quotes, and keeps its backslashes.
 * An operator, a line break or a comment ends the command, and a variable after the first word is dropped. A line that is no command, such
 * as one with an unclosed quote, is split at white space.
 */
export function shellWords(line: string): readonly string[] {
  const found: string[] = [];
  for (const [each] of line.replace(/\\\n/g, " ").matchAll(word)) {
    if (operator.test(each) || (found.length > 0 && each.startsWith("#"))) break;
    if (found.length === 0 || !(expansion.test(each) || /^@?\(/.test(each))) found.push(each);
  }
  const start = found.findIndex((each) => !/^\w+=/.test(each));
  const words = start < 0 ? [] : found.slice(start);
  const isWhole = line.replace(part, "").search(/["']/) < 0;
  if (words.length === 0 || !isWhole) return line.split(/\s+/).filter((each) => each !== "");
  return words.map((each) =>
    each.replace(
      part,
      (_match, escaped?: string, double?: string, single?: string) => escaped ?? double ?? single ?? "",
    ),
  );
}
