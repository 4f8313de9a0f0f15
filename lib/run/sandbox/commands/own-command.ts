import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError } from "./command-options.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";

export type Act = (args: readonly string[], context: CommandContext) => Promise<CommandResult>;

/**
 * A command of the shell that refuses, in a sentence, what it does not know.
 * @param refusal exit code for unsupported arguments
 */
export function ownCommand(name: string, act: Act, refusal: number): CustomCommand {
  return defineCommand(name, async (args, context) => {
    try {
      return await act(args, context);
    } catch (caught) {
      if (!(caught instanceof OptionError)) throw caught;
      return { stdout: "", stderr: `${name}: ${caught.message}\n`, exitCode: refusal };
    }
  });
}
