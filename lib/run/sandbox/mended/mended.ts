import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError } from "#lib/run/sandbox/command-options.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";
import { cut } from "./cut.ts";
import { diff } from "./diff.ts";
import { env } from "./env.ts";
import { expr } from "./expr.ts";
import { odArguments, sort, trArguments, uniq } from "./lines.ts";
import { ls } from "./ls.ts";

/**
 * Wrappers for the shell's own commands that are silently wrong: each rewrites the arguments into a form that the command understands, or
 * corrects its output. `cut` and `env` are replacements. `cases/` has bash's answers.
 */
export const mendedCommands: readonly CustomCommand[] = [
  mended("cut", cut, 1),
  mended("diff", diff),
  mended("env", env, 125),
  mended("expr", expr),
  mended("ls", ls),
  mended("od", (args, context) => original(context, odArguments(args)), 1),
  mended("sort", sort),
  mended("tr", (args, context) => original(context, trArguments(args))),
  mended("uniq", uniq),
];

type Act = (args: readonly string[], context: CommandContext) => Promise<CommandResult>;

/** @param refusal exit code for unsupported arguments */
function mended(name: string, act: Act, refusal = 2): CustomCommand {
  return defineCommand(name, async (args, context) => {
    try {
      return await act(args, context);
    } catch (caught) {
      if (!(caught instanceof OptionError)) throw caught;
      return { stdout: "", stderr: `${name}: ${caught.message}\n`, exitCode: refusal };
    }
  });
}

function original({ origCommand }: CommandContext, args: readonly string[]): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no such command of its own.");
  return origCommand([...args]);
}
