import type { ExecResult } from "just-bash/browser";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import type { ShellOutputs } from "#lib/run/sandbox/outputs/shell-outputs.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { readWait, unknownStatus, unknownText } from "./wait-call.ts";

/**
 * What a shell begins in the background (`&`). It runs to its end at once, as there is one thread, but a person sees what would be seen
 * elsewhere: what it prints comes when the shell waits or sleeps for as long as it would take, or ends. Only `sleep` takes time in this
 * account, and in the background none at all.
 */
export interface ShellJobs {
  /** Runs a job; its exit code is for `wait`. @param text as the script writes it */
  begin(state: ShellState, text: string, run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** What runs in the background, by the account's time; of the shell that began a `$(…)`, in it. */
  list(): readonly ListedJob[];
  /** The number of the process that `%1`, `%%`, `%+`, `%-` or `%name` stands for; `undefined` for none. */
  pidOf(job: string): number | undefined;
  /** The result of what the shell did itself, with what jobs have printed meanwhile. */
  withDue(result: ExecResult): ExecResult;
  /** Runs a shell to its end, with what its jobs print after that. */
  ofShell(run: () => Promise<ExecResult>): Promise<ExecResult>;
  /** The command `wait`. */
  wait(args: readonly string[]): Awaited;
  /**
   * Ends a job by a signal's number; with 0 nothing is done. @returns whether it still runs; `late` for one that has already written here
   * what it would not have written elsewhere
   */
  end(pid: number, signal: number): boolean | "late";
  sleep(milliseconds: number): Promise<void>;
  /** Ends what sleeps now. */
  wake(): void;
  /** The time at which the job that runs now is, in the shell that began it; `undefined` outside of jobs. */
  moment(): JobMoment | undefined;
}

/** A moment of a job, which the shell that began it reaches later, or never. */
export interface JobMoment {
  /** How many shells ran when it began: that one, and those that it is inside of. */
  readonly shells: number;
  /** Whether that shell has come so far, and has not ended the job before. */
  isReached(): boolean;
}

/** The part of a shell's state that names processes. */
interface ShellState {
  lastBackgroundPid: number;
  nextVirtualPid: number;
}

export interface ListedJob {
  readonly pid: number;
  /** As in `%1`. */
  readonly number: number;
  readonly text: string;
}

/** What `wait` answers, and the number of the process that `-p` puts in a variable of this name, which it has unset before. */
export interface Awaited extends ExecResult {
  readonly name?: string;
  readonly pid?: number | undefined;
}

interface Job extends ListedJob {
  /** When it began, by the account's time. */
  readonly begun: number;
  /** When it ends, by the account's time. */
  readonly end: number;
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Paths of files that it has changed. */
  readonly written: ReadonlySet<string>;
}

/**
 * Ends a job that does not end by itself, as one that is meant to be killed does not: it has run `mostCommands`, or has gone on for `longest`
 * milliseconds of the account, and in a loop.
 */
class Endless extends Error {}

const mostCommands = 20_000;
const longest = 60_000;
const loopCommands = 500;

const nothing = { stdout: "", stderr: "", exitCode: 0 } as const;

/** Long, because all of it is one account of jobs and of their time. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one account, which all of its functions change
export function shellJobs(outputs: ShellOutputs, tree: Pick<RunTree, "watch">): ShellJobs {
  /** Jobs of each running shell that were not waited for, with those whose output is still to come. */
  const shells: { readonly jobs: Map<number, Job>; readonly statuses: Map<number, number>; silent: Job[] }[] = [];
  let now = 0;
  let depth = 0;
  /** Of the job that runs: when it began, and the number of its commands until now. */
  let begin = 0;
  let beginner = { pid: 0, shells: 0 };
  let commands = 0;
  let written = new Set<string>();
  const told = new Set<string>();
  const killed = new Set<number>();
  let wake: () => void = () => undefined;
  tree.watch({
    onWrite(path) {
      outputs.changed();
      if (depth > 0) written.add(path);
    },
    onRead(path) {
      const isEarly = (job: Job) => job.end > now && job.written.has(path);
      if (depth > 0 || told.has(path) || !shells.some(({ jobs }) => [...jobs.values()].some(isEarly))) return;
      told.add(path);
      outputs.tell("err", `bash: ${path}: what runs in the background has already written all of it here\n`);
    },
  });

  /** Takes what jobs print that end by a time, in the order of their ends. */
  function printedUntil(time: number): Pick<Job, "out" | "err"> {
    const shell = shells.at(-1);
    const ended = (shell?.silent ?? []).filter(({ end }) => end <= time).toSorted((a, b) => a.end - b.end);
    if (shell) shell.silent = shell.silent.filter((job) => !ended.includes(job));
    return { out: ended.map(({ out }) => out).join(""), err: ended.map(({ err }) => err).join("") };
  }

  /** A result with more output: sent at once where output is sent as it comes. */
  function withMore<Result extends Printed>(result: Result, { out, err }: Pick<Job, "out" | "err">): Result {
    if (out === "" && err === "") return result;
    if (outputs.isDirect) {
      if (out !== "") outputs.tell("out", out);
      if (err !== "") outputs.tell("err", err);
      return result;
    }
    const stdout = textOf(result) + out + (outputs.isOne ? err : "");
    return Object.assign(result, { stdout, stderr: result.stderr + (outputs.isOne ? "" : err), stdoutKind: "text" });
  }

  function wait(args: readonly string[]): Awaited {
    const call = readWait(args);
    if ("stderr" in call) return { ...nothing, ...call };
    const { isFirst, name, names } = call;
    const shell = shells.at(-1) ?? { jobs: new Map<number, Job>(), statuses: new Map<number, number>() };
    const pids = names.map((each) => (each.startsWith("%") ? (pidOf(each) ?? Number.NaN) : Number(each)));
    const awaited = awaitedOf(shell.jobs, pids, isFirst);
    now = awaited.reduce((latest, { end }) => Math.max(latest, end), now);
    for (const { pid, status } of awaited) {
      shell.jobs.delete(pid);
      shell.statuses.set(pid, status);
    }
    const { out, err } = printedUntil(now);
    const faults = unknownText(names.filter((_, at) => !shell.statuses.has(pids[at] ?? 0)));
    const asked = isFirst ? awaited[0]?.pid : pids.at(-1);
    const status = shell.statuses.get(asked ?? 0);
    // Who waits for all asks for none of them later.
    if (!isFirst && names.length === 0) shell.statuses.clear();
    const ended = name !== undefined && { name, pid: status === undefined ? undefined : asked };
    return { stdout: out, stderr: err + faults, exitCode: status ?? unknownStatus(call), ...ended };
  }

  function list(): readonly ListedJob[] {
    const runs = ({ begun, end }: Job) => end > now || (end === now && begun === now);
    const shell = shells.findLast(({ jobs }) => jobs.size > 0);
    return [...(shell?.jobs.values() ?? [])].filter(runs);
  }

  function pidOf(job: string): number | undefined {
    const [listed, name] = [list(), job.slice(1)];
    if (/^[%+]?$/.test(name)) return listed.at(-1)?.pid;
    if (name === "-") return (listed.at(-2) ?? listed.at(-1))?.pid;
    return listed.find(({ number, text }) => (/^\d+$/.test(name) ? number === Number(name) : text.startsWith(name)))
      ?.pid;
  }

  return {
    wait,
    list,
    pidOf,
    end(pid, signal) {
      const shell = shells.find(({ jobs }) => jobs.has(pid));
      const job = shell?.jobs.get(pid);
      if (!shell || !job || job.end <= now) return false;
      if (signal === 0) return true;
      killed.add(pid);
      // It was ended before it said anything.
      shell.silent = shell.silent.filter((each) => each !== job);
      shell.jobs.set(pid, { ...job, end: now, status: 128 + signal });
      return job.written.size > 0 ? "late" : true;
    },
    withDue(result) {
      if (depth > 0 && ++commands > (now - begin > longest ? loopCommands : mostCommands)) throw new Endless();
      return now === 0 ? result : withMore(result, printedUntil(now));
    },
    async begin(state, text, run) {
      const pid = state.nextVirtualPid++;
      state.lastBackgroundPid = pid;
      const [begun, number] = [now, (list().at(-1)?.number ?? 0) + 1];
      if (depth++ === 0) {
        [begin, commands, written] = [now, 0, new Set()];
        beginner = { pid, shells: shells.length };
      }
      try {
        const result = await outputs.taken(run).catch(ofEnd);
        const printed = { out: textOf(result), err: result.stderr };
        const job = {
          pid,
          number,
          text: textOfJob(text),
          begun,
          end: now,
          status: result.exitCode,
          ...printed,
          written,
        };
        shells.at(-1)?.jobs.set(pid, job);
        shells.at(-1)?.silent.push(job);
      } finally {
        depth--;
        now = begun;
      }
      return { ...nothing };
    },
    async ofShell(run) {
      shells.push({ jobs: new Map(), statuses: new Map(), silent: [] });
      try {
        return withMore(await run(), printedUntil(Number.POSITIVE_INFINITY));
      } catch (caught) {
        if (isPrinted(caught)) withMore(caught, printedUntil(Number.POSITIVE_INFINITY));
        throw caught;
      } finally {
        shells.pop();
      }
    },
    moment() {
      if (depth === 0) return undefined;
      const [reached, { pid, shells: count }] = [now, beginner];
      return { shells: count, isReached: () => depth === 0 && now >= reached && !killed.has(pid) };
    },
    wake: () => wake(),
    async sleep(milliseconds) {
      now += milliseconds;
      if (depth > 0) return;
      await new Promise<void>((done) => {
        wake = done;
        setTimeout(done, milliseconds);
      });
    },
  };
}

function textOfJob(text: string): string {
  return text.trim().replace(/\s*&$/, "");
}

/** The jobs that are waited for, in the order of their ends. @param pids none for all */
function awaitedOf(jobs: ReadonlyMap<number, Job>, pids: readonly number[], isFirst: boolean): readonly Job[] {
  const meant = pids.length === 0 ? [...jobs.values()] : pids.flatMap((pid) => jobs.get(pid) ?? []);
  const inOrder = meant.toSorted((a, b) => a.end - b.end);
  return isFirst ? inOrder.slice(0, 1) : inOrder;
}

/** A result, or the error with which just-bash's `exit` ends a shell. */
type Printed = Pick<ExecResult, "stdout" | "stderr">;

function isPrinted(caught: unknown): caught is Error & Printed {
  return caught instanceof Error && "stdout" in caught && "stderr" in caught;
}

/** The result of a shell that ends by `exit`, by `set -e`, or not by itself. @throws any other error */
function ofEnd(caught: unknown): ExecResult {
  if (caught instanceof Endless)
    return {
      stdout: "",
      stderr: "bash: what was begun in the background did not end by itself, and was ended\n",
      exitCode: 143,
    };
  if (isPrinted(caught) && "exitCode" in caught && typeof caught.exitCode === "number")
    return { stdout: caught.stdout, stderr: caught.stderr, exitCode: caught.exitCode };
  throw caught;
}

function textOf(result: Printed): string {
  const isBytes = "stdoutKind" in result && result.stdoutKind === "bytes";
  return isBytes ? escapedText(fromLatin1(result.stdout)) : result.stdout;
}
