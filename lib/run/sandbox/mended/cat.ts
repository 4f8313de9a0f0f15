import type { CustomCommand } from "just-bash/browser";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { isOneFile, resolve } from "#lib/run/sandbox/shell-files.ts";

/** Refuses the file that it prints into, as GNU's does if there is something in it: the shell's own would double it. */
export function cat(tree: RunTree, outputs: Pick<ShellOutputs, "files">): CustomCommand {
  const act = async (args: readonly string[], context: CommandContext): Promise<CommandResult> => {
    const { origCommand, cwd } = context;
    if (!origCommand) throw new Error("The shell has no cat.");
    const { in: input, out } = outputs.files;
    const words = args.some((arg) => arg === "-" || !arg.startsWith("-")) ? args : [...args, "-"];
    const own = words.filter((word) => {
      const path = word === "-" ? input : resolve(cwd, word);
      return (
        isOneFile(tree, path, out) &&
        (word === "-" ? (context.stdin as unknown as string).length : tree.stat(path ?? "").size) > 0
      );
    });
    if (own.length === 0) return origCommand([...args]);
    const result = await origCommand(words.map((word) => (own.includes(word) ? "/dev/null" : word)));
    const said = own.map((word) => `cat: ${word}: input file is output file\n`).join("");
    return { ...result, stderr: result.stderr + said, exitCode: 1 };
  };
  return ownCommand("cat", act, 1);
}
