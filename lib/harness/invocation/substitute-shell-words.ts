import type { ShellWords } from "#lib/harness/vocabulary/substitution.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { shellWords } from "./shell-words.ts";
import type { SubstitutionContext } from "./substitute.ts";

const blockCommand = String.raw`^\`\`\`!\n[\s\S]*?\n\`\`\`$`;
const inlineCommand = String.raw`(?<![^\s])!\`[^\`\n]+\``;

/**
 * Commands first, so that a placeholder inside one is no placeholder. Of a run of backslashes before a placeholder an
 * odd one out keeps it; backslashes in pairs stay. A run is tried from its first one only.
 */
function placeholderBeside(command: string): RegExp {
  const alternatives = [
    `(?<command>${command})`,
    String.raw`\$\{(?<variable>\w+)\}`,
    String.raw`(?<!\\)(?<slashes>\\*)\$(?<argument>ARGUMENTS\[\d+\]|ARGUMENTS\b|\d+(?!\w)|[A-Za-z_][\w-]*)`,
  ];
  return new RegExp(alternatives.join("|"), "gm");
}

const placeholder = placeholderBeside(`${blockCommand}|${inlineCommand}`);
/** For text in which no block is closed: each that is begun would be searched for its end in vain. */
const placeholderWithoutBlocks = placeholderBeside(inlineCommand);

interface Groups {
  readonly command?: string;
  readonly variable?: string;
  readonly slashes?: string;
  readonly argument?: string;
}

/** Replaces the placeholders of a text; `typed` are all arguments as a person typed them. */
export function substituteShellWords(
  rules: ShellWords,
  text: string,
  typed: string,
  context: SubstitutionContext,
): string {
  const words = shellWords(typed);
  let isUsed = false;
  const fill = (whole: string, ...found: unknown[]) => {
    const { command, variable, slashes = "", argument } = found.at(-1) as Groups;
    if (command !== undefined) return rules.command;
    if (variable !== undefined) return variableValue(rules, variable, context) ?? whole;
    const value = argumentValue(argument ?? "", { typed, words }, context);
    if (value === undefined) return whole;
    if (slashes.length % 2 === 1) return `${slashes.slice(1)}$${argument}`;
    isUsed ||= value !== null;
    return slashes + (value ?? `$${argument}`);
  };
  const lastClosed = endOfLastBlock(text);
  const filled =
    text.slice(0, lastClosed).replace(placeholder, fill) +
    text.slice(lastClosed).replace(placeholderWithoutBlocks, fill);
  return isUsed || typed === "" ? filled : filled + fillTemplate(rules.appended, { arguments: typed });
}

/** Where the last line that may close a block ends; 0 when there is none. */
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

/** `null` for an argument that is not there and leaves its placeholder; `undefined` for what is no placeholder. */
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
