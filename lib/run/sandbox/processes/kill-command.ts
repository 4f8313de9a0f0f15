import { type CustomCommand, defineCommand } from "just-bash/browser";
import type { ShellJobs } from "./shell-jobs.ts";
import type { ShellTraps } from "./shell-traps.ts";
import { signalNames as names, numberOf, signalName, signalNumber } from "./signals.ts";

/** `$$`: the number of every shell. */
const shellPid = 1;

/** The first signal of which there are as many as `RTMAX` and `RTMIN` say. */
const realTime = { first: 34, last: 64 };

/**
 * `kill -9 2 %1`, `kill -s TERM 2`, `kill -0 2`: ends what was begun in the background, or asks whether it is there; or sends the shell itself
 * a signal. `kill -l` lists the signals, or translates some.
 */
export function killCommand(jobs: ShellJobs, traps: Pick<ShellTraps, "raise">): CustomCommand {
  return defineCommand("kill", async (args) => {
    if (args[0] === "-l" || args[0] === "-L") return listed(args.slice(1));
    const { signal, words } = readCall(args);
    const unknown = words.find((word) => word.startsWith("%") && jobs.pidOf(word) === undefined);
    if (unknown !== undefined) return { ...failure(`${unknown}: no such job`), exitCode: 1 };
    const pids = words.map((word) => (word.startsWith("%") ? jobs.pidOf(word) : Number(word)) ?? Number.NaN);
    const wrong = words.find((_, at) => !Number.isInteger(pids[at]));
    if (signal === undefined || words.length === 0 || wrong !== undefined)
      return failure(
        `${wrong ?? args[0] ?? ""}: arguments must be a signal, and numbers of what runs in the background`,
      );
    const end = (pid: number) => {
      if (pid !== shellPid) return jobs.end(pid, signal);
      if (signal > 0) traps.raise(signal, signalName(signal), jobs.moment());
      return true;
    };
    const ends = pids.map((pid) => [pid, end(pid)] as const);
    const missing = ends.filter(([, end]) => end === false).map(([pid]) => `bash: kill: (${pid}) - No such process\n`);
    const late = ends.filter(([, end]) => end === "late").map(([pid]) => `bash: kill: (${pid}) - ${lateText}\n`);
    return { stdout: "", stderr: [...missing, ...late].join(""), exitCode: missing.length === 0 ? 0 : 1 };
  });
}

function listed(asked: readonly string[]) {
  if (asked.length === 0) return { stdout: table(), stderr: "", exitCode: 0 };
  const told = asked.map((each) => {
    // Exit codes of what a signal has ended are translated too.
    if (/^\d+$/.test(each)) return names[(Number(each) > 128 ? Number(each) - 128 : Number(each)) - 1];
    return numberOf(each.toUpperCase())?.toString();
  });
  const wrong = asked.find((_, at) => told[at] === undefined);
  if (wrong !== undefined)
    return { stdout: "", stderr: `bash: kill: ${wrong}: invalid signal specification\n`, exitCode: 1 };
  return { stdout: told.map((each) => `${each}\n`).join(""), stderr: "", exitCode: 0 };
}

function table(): string {
  const { first, last } = realTime;
  const middle = (last - first) >> 1;
  const more = Array.from({ length: last - first + 1 }, (_, at) => {
    const name =
      at <= middle ? `RTMIN${at === 0 ? "" : `+${at}`}` : `RTMAX${at === last - first ? "" : at - last + first}`;
    return [first + at, name] as const;
  });
  return [...names.map((name, at) => [at + 1, name] as const), ...more]
    .map(([number, name], at) => `${String(number).padStart(2)}) SIG${name}${at % 5 === 4 ? "\n" : "\t"}`)
    .join("")
    .replace(/\t$/, "\t\n");
}

const lateText = "Files hold more than they would elsewhere: it ran to its end when it was begun";

function readCall(args: readonly string[]) {
  const [first = "", second = ""] = args;
  const isNamed = first === "-s" || first === "-n";
  const name = (isNamed ? second : first.startsWith("-") ? first.slice(1) : "TERM").toUpperCase();
  return { signal: signalNumber(name), words: args.slice(isNamed ? 2 : first.startsWith("-") ? 1 : 0) };
}

function failure(text: string) {
  return { stdout: "", stderr: `bash: kill: ${text}\n`, exitCode: 2 };
}
