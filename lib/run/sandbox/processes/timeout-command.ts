import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import type { ShellJobs } from "./shell-jobs.ts";
import type { ShellTraps } from "./shell-traps.ts";
import { signalNumber } from "./signals.ts";

type Context = Parameters<Parameters<typeof defineCommand>[1]>[1];

const forms: OptionForms = {
  letters: "fkpsv",
  withValue: "ks",
  endAtWord: true,
  long: { foreground: "f", "kill-after": "k", "preserve-status": "p", signal: "s", verbose: "v" },
};

const kill = 9;
const seconds: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** What `timeout` tells the shells that it ends. */
interface Told {
  readonly outputs: Pick<ShellOutputs, "passedOn">;
  readonly jobs: Pick<ShellJobs, "wake">;
  readonly traps: Pick<ShellTraps, "ofStarted">;
}

/** `timeout 2 ./run.sh`: what it starts prints as if there were no `timeout`, and does what its traps say when its time is over. */
export function timeoutCommand(told: Told): CustomCommand {
  return defineCommand("timeout", async (args, context) => {
    try {
      return await ended(args, context, told);
    } catch (caught) {
      if (!(caught instanceof OptionError)) throw caught;
      return { stdout: "", stderr: `timeout: ${caught.message}\n`, exitCode: 125 };
    }
  });
}

/** @throws OptionError */
async function ended(args: readonly string[], { exec, cwd, stdin, signal }: Context, { outputs, jobs, traps }: Told) {
  const { words, has, lastOf } = readOptions(args, forms);
  const [time = "", command, ...rest] = words;
  if (command === undefined || !exec) throw new OptionError("missing operand");
  const [limit, later] = [milliseconds(time), milliseconds(lastOf("k") ?? "0")];
  const name = (lastOf("s") ?? "TERM").toUpperCase();
  const number = signalNumber(name);
  if (number === undefined) throw new OptionError(`${lastOf("s")}: invalid signal`);
  const over = new AbortController();
  const send = traps.ofStarted();
  let isLate = false;
  const timers = [
    after(limit, () => {
      isLate = true;
      if (number !== kill && send(number)) return jobs.wake();
      over.abort();
    }),
    after(later && limit + later, () => over.abort()),
  ];
  const signals = [over.signal, ...(signal ? [signal] : [])];
  try {
    const word = `'${command.replaceAll("'", "'\\''")}'`;
    const given = { cwd, args: rest, stdin: stdin as unknown as string, stdinKind: "bytes" } as const;
    const result = await outputs.passedOn(() => exec(word, { ...given, signal: AbortSignal.any(signals) }));
    const stderr = result.stderr.replace(/^bash: (?:line \d+: )?execution aborted\n/m, "");
    if (!isLate) return result;
    if (number === kill) return { ...result, stderr, exitCode: 137 };
    const status = over.signal.aborted ? 128 + number : result.exitCode;
    return { ...result, stderr, exitCode: has("p") ? status : 124 };
  } finally {
    timers.forEach(clearTimeout);
  }
}

/** No timer for no time. */
function after(time: number, run: () => void) {
  return time > 0 ? setTimeout(run, Math.min(time, 2 ** 31 - 1)) : undefined;
}

/** @throws OptionError */
function milliseconds(text: string): number {
  const [, number = "", unit = ""] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text) ?? [];
  if (number === "") throw new OptionError(`invalid time interval '${text}'`);
  return Number(number) * (seconds[unit] ?? 1) * 1000;
}
