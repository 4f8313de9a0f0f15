import { type CustomCommand, defineCommand } from "just-bash/browser";
import type { ShellJobs } from "./shell-jobs.ts";

const signals: Readonly<Record<string, number>> = {
  ...{ HUP: 1, INT: 2, QUIT: 3, KILL: 9, USR1: 10, USR2: 12, PIPE: 13, ALRM: 14, TERM: 15 },
};

/** `kill -9 1 2`, `kill -s TERM 1`, `kill -0 1`: ends what was begun in the background, or asks whether it is there. */
export function killCommand(jobs: ShellJobs): CustomCommand {
  return defineCommand("kill", async (args) => {
    const { signal, words } = readCall(args);
    const pids = words.map((word) => Number(word.replace(/^%/, "")));
    const wrong = words.find((_, at) => !Number.isInteger(pids[at]));
    if (signal === undefined || words.length === 0 || wrong !== undefined)
      return failure(
        `${wrong ?? args[0] ?? ""}: arguments must be a signal, and numbers of what runs in the background`,
      );
    const ends = pids.map((pid) => [pid, jobs.end(pid, signal)] as const);
    const missing = ends.filter(([, end]) => end === false).map(([pid]) => `bash: kill: (${pid}) - No such process\n`);
    const late = ends.filter(([, end]) => end === "late").map(([pid]) => `bash: kill: (${pid}) - ${lateText}\n`);
    return { stdout: "", stderr: [...missing, ...late].join(""), exitCode: missing.length === 0 ? 0 : 1 };
  });
}

const lateText = "Files hold more than they would elsewhere: it ran to its end when it was begun";

function readCall(args: readonly string[]) {
  const [first = "", second = ""] = args;
  const isNamed = first === "-s" || first === "-n";
  const name = isNamed ? second : first.startsWith("-") ? first.slice(1) : "TERM";
  const number = signals[name.replace(/^SIG/, "")] ?? (/^\d+$/.test(name) ? Number(name) : undefined);
  return { signal: number, words: args.slice(isNamed ? 2 : first.startsWith("-") ? 1 : 0) };
}

function failure(text: string) {
  return { stdout: "", stderr: `bash: kill: ${text}\n`, exitCode: 2 };
}
