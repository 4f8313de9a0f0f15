import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

/** Refuses to compare with a file that is not there, which the shell's own find passes over. @throws OptionError */
export async function find(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no find.");
  for (const [at, arg] of args.entries()) {
    const other = args[at + 1];
    if (!/^-(?:newer|anewer|cnewer)$/.test(arg) || other === undefined) continue;
    if (!(await fs.exists(resolve(cwd, other)))) throw new OptionError(`'${other}': No such file or directory`);
  }
  return origCommand([...args]);
}
