import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import { OptionError } from "./command-options.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";

/** Where the output of a command that starts others goes: in order with theirs. */
export type Outputs = Pick<ShellOutputs, "isOne" | "passedOn" | "send">;

/** The output of a command that starts others, as it comes. */
export interface Gathered {
  /** @param out with a character for each byte */
  add(out: string, err: string): Promise<void>;
  /** What was not sent already. */
  result(exitCode: number): CommandResult;
}

/** Gathers output in the order in which it comes: what can be sent is sent, and two streams to one place are one. */
export function gathered(outputs: Outputs): Gathered {
  let [stdout, stderr] = ["", ""];
  return {
    async add(out, err) {
      const both = outputs.isOne
        ? { stdout: latin1(escapedBytes(err)) + out, stderr: "" }
        : { stdout: out, stderr: err };
      const left = await outputs.send({ ...both, exitCode: 0, stdoutKind: "bytes" });
      [stdout, stderr] = [stdout + left.stdout, stderr + left.stderr];
    },
    result: (exitCode) => ({ stdout, stderr, exitCode, stdoutKind: "bytes" }),
  };
}

/** What may read what it has printed, as it runs others. */
const script = /\/|sh$/;

/**
 * Starts a command, with words that the shell does not change.
 * @returns its output, with a character for each byte of stdout, without what a script has printed already
 */
export async function start(
  [name = "", ...args]: readonly string[],
  { exec, cwd, signal }: CommandContext,
  outputs: Outputs,
  folder = cwd,
): Promise<{ readonly out: string; readonly err: string; readonly status: number }> {
  if (!exec) throw new OptionError("no command can be started here");
  const line = `'${name.replaceAll("'", "'\\''")}'`;
  const run = () => exec(line, { cwd: folder, args: [...args], ...(signal && { signal }) });
  const ended = await (script.test(name) ? outputs.passedOn(run) : run());
  const { stdout, stderr: err, exitCode: status } = ended;
  return { out: ended.stdoutKind === "bytes" ? stdout : latin1(escapedBytes(stdout)), err, status };
}
