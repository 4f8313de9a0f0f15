import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError } from "#lib/run/sandbox/command-options.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";
import { head, tail, wc } from "./counts.ts";
import { cut } from "./cut.ts";
import { dd } from "./dd.ts";
import { diff } from "./diff.ts";
import { env } from "./env.ts";
import { expr } from "./expr.ts";
import { find } from "./find.ts";
import { cpArguments, nl, pasteArguments, sort, trArguments, uniq } from "./lines.ts";
import { ls } from "./ls.ts";
import { od } from "./od.ts";
import { echo, printf } from "./printf.ts";

import { stat } from "./stat.ts";

/**
 * Wrappers for the shell's own commands that are silently wrong: each rewrites the arguments into a form that the command understands, or
 * corrects its output. `cut`, `env`, `head`, `tail` and `wc` are replacements. `cases/` has bash's answers.
 */
export const mendedCommands: readonly CustomCommand[] = [
  mended("cp", (args, context) => original(context, cpArguments(args))),
  mended("cut", cut, 1),
  mended("dd", dd, 1),
  mended("diff", diff),
  mended("echo", echo),
  mended("env", env, 125),
  mended("expr", expr),
  mended("find", find, 1),
  mended("head", head, 1),
  mended("ls", ls),
  mended("nl", nl),
  mended("od", od, 1),
  mended("paste", (args, context) => original(context, pasteArguments(args))),
  mended("printf", printf),
  mended("sort", sort),
  mended("stat", stat, 1),
  mended("tail", tail, 1),
  mended("tr", (args, context) => original(context, trArguments(args))),
  mended("uniq", uniq),
  mended("wc", wc, 1),
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
