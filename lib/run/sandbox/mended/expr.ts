import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { posixPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";

/**
 * `expr STRING : PATTERN`, whose pattern the shell's own expr reads in another syntax; everything else goes to that one. @throws
 * OptionError
 */
export async function expr(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no expr.");
  const isMatch = args[0] === "match" && args.length === 3;
  const [text = "", pattern = ""] = isMatch ? args.slice(1) : [args[0], args[2]];
  if (!isMatch && !args.includes(":")) return origCommand([...args]);
  if (args.length !== 3 || (!isMatch && args[1] !== ":"))
    throw new OptionError("a pattern is only possible by itself here");
  const value = matched(text, pattern);
  return { stdout: `${value}\n`, stderr: "", exitCode: value === "" || /^-?0+$/.test(value) ? 1 : 0 };
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
