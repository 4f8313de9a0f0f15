import type { ShellWords } from "./profile.ts";
import { shellWords } from "./shell-words.ts";
import type { SubstitutionContext } from "./substitute.ts";
import { fillTemplate } from "./template.ts";

/**
 * Commands first, so that a placeholder inside one is no placeholder. Of a run of backslashes before a placeholder an
 * odd one out keeps it; backslashes in pairs stay.
 */
const placeholder = new RegExp(
  [
    String.raw`(?<command>^\`\`\`!\n[\s\S]*?\n\`\`\`$|(?<![^\s])!\`[^\`\n]+\`)`,
    String.raw`\$\{(?<variable>\w+)\}`,
    String.raw`(?<slashes>\\*)\$(?<argument>ARGUMENTS\[\d+\]|ARGUMENTS\b|\d+(?!\w)|[A-Za-z_][\w-]*)`,
  ].join("|"),
  "gm",
);

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
  let isUsed = false;
  const filled = text.replace(placeholder, (whole, ...found: unknown[]) => {
    const { command, variable, slashes = "", argument } = found.at(-1) as Groups;
    if (command !== undefined) return rules.command;
    if (variable !== undefined) return variableValue(rules, variable, context) ?? whole;
    const value = argumentValue(argument ?? "", typed, context);
    if (value === undefined) return whole;
    if (slashes.length % 2 === 1) return `${slashes.slice(1)}$${argument}`;
    isUsed = true;
    return slashes + (value ?? `$${argument}`);
  });
  return isUsed || typed === "" ? filled : filled + fillTemplate(rules.appended, { arguments: typed });
}

function variableValue({ variables }: ShellWords, name: string, { values }: SubstitutionContext): string | undefined {
  return Object.hasOwn(variables, name) ? fillTemplate(variables[name] ?? "", values) : undefined;
}

/** `null` for an argument that is not there and leaves its placeholder; `undefined` for what is no placeholder. */
function argumentValue(placeholder: string, typed: string, { names }: SubstitutionContext): string | null | undefined {
  if (placeholder === "ARGUMENTS") return typed;
  const words = shellWords(typed);
  const number = /\d+/.exec(placeholder)?.[0];
  if (/^(ARGUMENTS\[)?\d/.test(placeholder)) return words[Number(number)] ?? null;
  const index = names.indexOf(placeholder);
  return index < 0 ? undefined : (words[index] ?? "");
}
