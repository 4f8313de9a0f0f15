import { type CustomCommand, defineCommand } from "just-bash/browser";
import type { ShellJobs } from "./shell-jobs.ts";

/** What `ulimit` tells of each limit where nothing sets it lower; a run's own limits are told when they are met. */
const limits: Readonly<Record<string, string>> = {
  n: "1024",
  s: "8192",
  u: "15000",
  p: "8",
  l: "8192",
  b: "unlimited",
};

const done = { stdout: "", stderr: "", exitCode: 0 };

/** `jobs`; `fg` and `bg` as in a shell without job control, which a script's is; `disown`; and `ulimit`. */
export function jobCommands(jobs: Pick<ShellJobs, "list" | "pidOf">): readonly CustomCommand[] {
  return [defineCommand("jobs", async (args) => listed(args, jobs)), ...others];
}

/** `jobs -lprs %1`: what runs in the background; nothing is ever stopped. */
function listed(args: readonly string[], jobs: Pick<ShellJobs, "list" | "pidOf">) {
  const options = args.filter((arg) => arg.startsWith("-")).join("");
  const names = args.filter((arg) => !arg.startsWith("-"));
  const pids = names.map((name) => jobs.pidOf(name.startsWith("%") ? name : `%${name}`));
  const all = options.includes("s") ? [] : jobs.list();
  const marks = new Map([[all.at(-2)?.pid, "-"] as const, [all.at(-1)?.pid, "+"] as const]);
  const told = all.filter(({ pid }) => names.length === 0 || pids.includes(pid));
  const lines = told.map(({ pid, number, text }) => {
    if (options.includes("p")) return `${pid}\n`;
    const mark = marks.get(pid) ?? " ";
    return options.includes("l")
      ? `[${number}]${mark} ${pid} Running                 ${text} &\n`
      : `[${number}]${mark}  Running                 ${text} &\n`;
  });
  const missing = names.filter((_, at) => pids[at] === undefined);
  const stderr = missing.map((name) => `bash: jobs: ${name}: no such job\n`).join("");
  return { stdout: lines.join(""), stderr, exitCode: missing.length > 0 ? 1 : 0 };
}

const others: readonly CustomCommand[] = [
  ...["fg", "bg"].map((name) =>
    defineCommand(name, async () => ({ stdout: "", stderr: `bash: ${name}: no job control\n`, exitCode: 1 })),
  ),
  // What is begun in the background has run to its end already.
  defineCommand("disown", async () => done),
  defineCommand("ulimit", async (args) => {
    const options = args.filter((arg) => /^-[A-Za-z]+$/.test(arg)).join("");
    const [value] = args.filter((arg) => !arg.startsWith("-"));
    const [letter = "f"] = /[a-zGPR-Z]/.exec(options.replace(/[-HS]/g, "")) ?? [];
    if (letter === "a") return { ...done, stderr: "bash: ulimit: -a is not possible here\n", exitCode: 1 };
    if (value === undefined) return { ...done, stdout: `${limits[letter] ?? "unlimited"}\n` };
    if (/^(?:\d+|unlimited|soft|hard)$/.test(value)) return done;
    return { ...done, stderr: `bash: ulimit: ${value}: invalid number\n`, exitCode: 1 };
  }),
];
