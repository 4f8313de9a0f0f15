import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import { unescaped } from "./escapes.ts";

/** bash's `echo`, which has no options but `-n`, `-e` and `-E`, and prints all others. */
export async function echo(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const options = (first < 0 ? args : args.slice(0, first)).join("");
  if (!origCommand) throw new Error("The shell has no echo.");
  const words = first < 0 ? [] : args.slice(first);
  // The shell's own knows its option that makes `-e` the usual, but not `-nE`.
  if (options.lastIndexOf("e") <= options.lastIndexOf("E"))
    return origCommand([...(options.match(/[nE]/g) ?? []).map((letter) => `-${letter}`), ...words]);
  const text = words.join(" ");
  const { bytes, isEnd } = unescaped(latin1(escapedBytes(text)), "echo");
  const stdout = isEnd || options.includes("n") ? bytes : `${bytes}\n`;
  return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" };
}
