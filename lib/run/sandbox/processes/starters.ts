import type { CustomCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { env } from "./env.ts";

type Forms = Pick<OptionForms, "letters" | "withValue" | "long">;

/**
 * Programs that start another, with more or less of a machine for it. There is one machine here, and one program at a time, so that changes
 * nothing.
 */
const started: Readonly<Record<string, Forms>> = {
  ionice: { letters: "cnt", withValue: "cn", long: { class: "c", classdata: "n", ignore: "t" } },
  nice: { letters: "n", withValue: "n", long: { adjustment: "n" } },
  nohup: { letters: "", withValue: "", long: {} },
  setsid: { letters: "cfw", withValue: "", long: { ctty: "c", fork: "f", wait: "w" } },
  stdbuf: { letters: "ieo", withValue: "ieo", long: { input: "i", error: "e", output: "o" } },
};

const ofFlock: Forms = {
  letters: "exnuswo",
  withValue: "w",
  long: { exclusive: "x", shared: "s", nonblock: "n", nb: "n", unlock: "u", timeout: "w", wait: "w" },
};

/**
 * GNU's and util-linux' programs of this kind, without effects beside those of the command that they start, which prints as if it were
 * started without them.
 */
export function starters(outputs: Pick<ShellOutputs, "passedOn">): readonly CustomCommand[] {
  const start: Start = (line, context) => outputs.passedOn(() => run(line, context));
  return [
    ...Object.entries(started).map(([name, forms]) =>
      ownCommand(
        name,
        async (args, context) => {
          const { words } = readOptions(args, { ...forms, endAtWord: true });
          return start(words.map(quoted).join(" "), context);
        },
        125,
      ),
    ),
    ownCommand("env", (args, context) => env(args, context, start), 125),
    ownCommand("flock", (args, context) => flock(args, context, start), 64),
  ];
}

type Start = (line: string, context: CommandContext) => Promise<CommandResult>;

/** Locks a file, which is made, for a command; of an open file, named by its number, nobody else has a lock. @throws OptionError */
async function flock(args: readonly string[], context: CommandContext, start: Start): Promise<CommandResult> {
  const { words } = readOptions(args, { ...ofFlock, endAtWord: true });
  const [lock, ...command] = words;
  if (lock === undefined) throw new OptionError("requires a file descriptor, file or directory");
  if (command.length === 0 && /^\d+$/.test(lock)) return { stdout: "", stderr: "", exitCode: 0 };
  const place = resolve(context.cwd, lock);
  if (!(await context.fs.exists(place))) await context.fs.writeFile(place, "");
  return start(command[0] === "-c" ? (command[1] ?? "") : command.map(quoted).join(" "), context);
}

/** @throws OptionError */
async function run(line: string, { exec, cwd, stdin, signal }: CommandContext): Promise<CommandResult> {
  if (line === "") throw new OptionError("missing operand");
  if (!exec) throw new OptionError("no command can be started here");
  return exec(line, { cwd, stdin: stdin as unknown as string, stdinKind: "bytes", ...(signal && { signal }) });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
