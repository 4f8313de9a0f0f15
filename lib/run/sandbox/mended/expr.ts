import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { posixPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";

/**
 * `expr STRING : PATTERN`, whose pattern the shell's own expr reads in another syntax, and two whole numbers, of which that one loses digits;
 * everything else goes to it. @throws OptionError
 */
export async function expr(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no expr.");
  const isMatch = args[0] === "match" && args.length === 3;
  const [text = "", pattern = ""] = isMatch ? args.slice(1) : [args[0], args[2]];
  const number = args.length === 3 ? calculated(args) : undefined;
  if (number !== undefined) return { stdout: `${number}\n`, stderr: "", exitCode: number === 0n ? 1 : 0 };
  if (!isMatch && !args.includes(":")) return origCommand([...args]);
  if (args.length !== 3 || (!isMatch && args[1] !== ":"))
    throw new OptionError("a pattern is only possible by itself here");
  const value = matched(text, pattern);
  return { stdout: `${value}\n`, stderr: "", exitCode: value === "" || /^-?0+$/.test(value) ? 1 : 0 };
}

const calculations: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "<": (a, b) => BigInt(a < b),
  "<=": (a, b) => BigInt(a <= b),
  "=": (a, b) => BigInt(a === b),
  "==": (a, b) => BigInt(a === b),
  "!=": (a, b) => BigInt(a !== b),
  ">=": (a, b) => BigInt(a >= b),
  ">": (a, b) => BigInt(a > b),
};

/** The result for two whole numbers; `undefined` for anything else. */
function calculated([left = "", sign = "", right = ""]: readonly string[]): bigint | undefined {
  const calculate = Object.hasOwn(calculations, sign) ? calculations[sign] : undefined;
  return /^-?\d+$/.test(left) && /^-?\d+$/.test(right) ? calculate?.(BigInt(left), BigInt(right)) : undefined;
}

/** The match of the pattern's first group at the beginning of the text, or without a group the number of characters matched. */
function matched(text: string, pattern: string): string {
  try {
    const syntax = { extended: false, ignoreCase: false, multiline: false, within: "start" } as const;
    const found = posixPattern(pattern, syntax).exec(text);
    if (/\\\(/.test(pattern)) return found?.[1] ?? "";
    return String([...(found?.[0] ?? "")].length);
  } catch (caught) {
    if (caught instanceof PatternError) throw new OptionError(caught.message, { cause: caught });
    throw caught;
  }
}
