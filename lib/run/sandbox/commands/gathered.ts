import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import type { ShellOutputs } from "#lib/run/sandbox/shell-outputs.ts";
import { OptionError } from "./command-options.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";

/** Where the output of a command that starts others goes: in order with theirs. */
export type Outputs = Pick<ShellOutputs, "isDirect" | "isOne" | "tell">;

/** The output of a command that starts others, as it comes. */
export interface Gathered {
  /** @param out with a character for each byte */
  add(out: string, err: string): void;
  /** What was not sent already. */
  result(exitCode: number): CommandResult;
}

/** Gathers output in the order in which it comes: what can be sent is sent, and two streams to one place are one. */
export function gathered(outputs: Outputs): Gathered {
  let [stdout, stderr] = ["", ""];
  return {
    add(out, err) {
      if (outputs.isDirect) {
        if (err !== "") outputs.tell("err", err);
        if (out !== "") outputs.tell("out", fromLatin1(out));
      } else if (outputs.isOne) stdout += latin1(escapedBytes(err)) + out;
      else [stdout, stderr] = [stdout + out, stderr + err];
    },
    result: (exitCode) => ({ stdout, stderr, exitCode, stdoutKind: "bytes" }),
  };
}

/** Starts a command, with words that the shell does not change. @returns its output, with a character for each byte of stdout */
export async function start(
  name: string,
  args: readonly string[],
  { exec, cwd, signal }: CommandContext,
  folder = cwd,
): Promise<{ readonly out: string; readonly err: string; readonly status: number }> {
  if (!exec) throw new OptionError("no command can be started here");
  const line = `'${name.replaceAll("'", "'\\''")}'`;
  const ended = await exec(line, { cwd: folder, args: [...args], ...(signal && { signal }) });
  const { stdout, stderr: err, exitCode: status } = ended;
  return { out: ended.stdoutKind === "bytes" ? stdout : latin1(escapedBytes(stdout)), err, status };
}
