import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import { unescaped } from "./escapes.ts";

/** bash's `echo`, which has no options but `-n`, `-e` and `-E`, and prints all others. */
export async function echo(args: readonly string[], { xpgEcho }: CommandContext): Promise<CommandResult> {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const options = (first < 0 ? args : args.slice(0, first)).join("");
  const text = first < 0 ? "" : args.slice(first).join(" ");
  const end = options.includes("n") ? "" : "\n";
  const letter = /[eE](?=[^eE]*$)/.exec(options)?.[0] ?? (xpgEcho ? "e" : "E");
  if (letter === "E" || !text.includes("\\")) return { stdout: text + end, stderr: "", exitCode: 0 };
  const { bytes, isEnd } = unescaped(latin1(escapedBytes(text)), "echo");
  return { stdout: isEnd ? bytes : bytes + end, stderr: "", exitCode: 0, stdoutKind: "bytes" };
}
