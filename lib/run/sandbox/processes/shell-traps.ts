import type { ExecResult } from "just-bash/browser";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import type { JobMoment } from "./shell-jobs.ts";
import { signalName } from "./signals.ts";

/**
 * What each shell keeps for itself: its umask, with which its subshells begin, and its traps, which are what a shell does when it ends
 * (`EXIT`), when a command fails (`ERR`), before each command (`DEBUG`), and when a function that set one, or a file that `.` reads, ends
 * (`RETURN`). Each shell has its own, including subshells in parentheses and `$(…)`.
 */
export interface ShellTraps {
  /** Sets the current shell's trap for a signal, named without `SIG`; `undefined` removes it. */
  set(signal: string, line: string | undefined): void;
  /** The current shell's traps, in bash's order. */
  list(): readonly { readonly signal: string; readonly line: string }[];
  /**
   * Runs a shell to its end and then its trap, with the variables and functions that the shell leaves.
   * @param runTrap runs a line in the same shell
   */
  ofShell(state: ShellState, run: () => Promise<ExecResult>, runTrap: RunTrap): Promise<ExecResult>;
  /**
   * Runs a function; if it ends the shell with `exit`, runs the exit trap with the function's own variables.
   * @param runTrap runs a line in the same shell
   */
  ofFunction(state: ShellState, run: () => Promise<ExecResult>, runTrap: RunTrap): Promise<ExecResult>;
  /**
   * Runs what `.` reads, and then the `RETURN` trap.
   * @param runTrap runs a line in the same shell
   */
  ofSource(state: ShellState, run: () => Promise<ExecResult>, runTrap: RunTrap): Promise<ExecResult>;
  /**
   * Runs the `ERR` trap after a command failed; `undefined` without a trap. Functions and subshells inherit it with `set -E` only.
   * @param runTrap runs a line in the same shell
   */
  onError(state: ShellState, runTrap: RunTrap): Promise<ExecResult | undefined>;
  /**
   * Runs the `DEBUG` trap, of the same shell and outside of functions but with `set -T`, and then what it is run before.
   * @param text tells the command, for `$BASH_COMMAND`
   * @param runTrap runs a line in the same shell
   */
  beforeCommand(state: ShellState, debugged: Debugged, runTrap: RunTrap): Promise<ExecResult>;
  /**
   * Sends a shell a signal, by its number and its name: its trap runs after the command that runs now, or the shell ends.
   * @param from the moment of the job that sends it to the shell that began the job; otherwise it is for the current shell
   */
  raise(number: number, signal: string, from?: JobMoment): void;
  /**
   * A function that sends a signal, by its number, to what is started from now on. It returns whether a shell there takes it: otherwise that
   * must be ended, and its shells run their exit traps.
   */
  ofStarted(): (number: number) => boolean;
  /** `$BASH_COMMAND`: the command that runs, or before which or after which a trap runs. */
  command(): string;
  /** Whether a signal does nothing in the current shell (`trap '' PIPE`). */
  isIgnored(signal: string): boolean;
}

/** A command before which a trap may run. */
interface Debugged {
  /** Whether the `DEBUG` trap comes before it. */
  readonly isCommand: boolean;
  /** Whether `$BASH_COMMAND` tells it. */
  readonly isTold: boolean;
  text(): string;
  run(): Promise<ExecResult>;
}

type RunTrap = (line: string) => Promise<ExecResult>;

/** The part of a shell's state with the last exit code and the current position. */
interface ShellState {
  lastExitCode: number;
  readonly currentLine: number;
  /** Whether a failed command has ended the shell (`set -e`). */
  isFailed?: boolean;
  /** Number of nested function calls. */
  readonly callDepth: number;
  readonly options: { readonly errtrace?: boolean; readonly functrace?: boolean };
  readonly env: Pick<Map<string, string>, "set">;
  /** Ends what the shell runs. */
  signal?: AbortSignal | undefined;
}

/** A running shell, and its traps. */
interface Shell {
  readonly state: ShellState;
  readonly lines: Map<string, string>;
  /** The call depths at which traps were set. */
  readonly depths: Map<string, number>;
}

/** The error with which just-bash's `exit` ends a shell. */
interface Exit {
  readonly name: "ExitError";
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** The error with which just-bash's `return` ends a function. */
interface Return extends Error {
  stdout: string;
  stderr: string;
  readonly exitCode: number;
}

/** By signal number, as bash lists them; others come last. */
const order = ["EXIT", "HUP", "INT", "QUIT", "USR1", "USR2", "PIPE", "ALRM", "TERM"];

const silent: ExecResult = { stdout: "", stderr: "", exitCode: 0 };

/** Signals that nobody ends by. */
const ignored = new Set(["CHLD", "CONT", "URG", "WINCH", "STOP", "TSTP", "TTIN", "TTOU"]);

/** Long, because what ends one trap decides whether another runs: they are told by one list of shells. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list of shells, which all of it reads
export function shellTraps(tree: Pick<RunTree, "umask">): ShellTraps {
  const shells: Shell[] = [];
  let raised: { readonly number: number; readonly signal: string; readonly from: JobMoment | undefined }[] = [];
  /** The traps that run, each within the one before it; none runs within itself. */
  const running: string[] = [];
  /** How many shells there were when what a signal ends was started. */
  let endedFrom = Number.POSITIVE_INFINITY;
  /** Whether an exit trap runs, which tells the command that came before. */
  let isEnding = false;
  let command = () => "";

  /** The trap of the current shell outside of functions, or that which it inherits. */
  function lineOf(signal: "ERR" | "DEBUG", state: ShellState): string | undefined {
    const { errtrace, functrace } = state.options;
    if (running.includes(signal)) return undefined;
    if (signal === "ERR" ? errtrace : functrace)
      return shells.findLast(({ lines }) => lines.has(signal))?.lines.get(signal);
    const shell = shells.at(-1);
    return shell && state.callDepth <= (shell.depths.get(signal) ?? 0) ? shell.lines.get(signal) : undefined;
  }

  /** The trap with which a function ends: its own, or with `set -T` the shell's. */
  function returnLine({ options, callDepth }: ShellState): string | undefined {
    if (running.includes("RETURN")) return undefined;
    if (options.functrace) return shells.findLast(({ lines }) => lines.has("RETURN"))?.lines.get("RETURN");
    const shell = shells.at(-1);
    return shell?.depths.get("RETURN") === callDepth ? shell.lines.get("RETURN") : undefined;
  }

  /** Runs a trap; the last exit code stays. */
  async function inTrap(state: ShellState, signal: string, line: string, runTrap: RunTrap): Promise<ExecResult> {
    const { lastExitCode, currentLine } = state;
    running.push(signal);
    try {
      // `$LINENO` in the trap is the line of the command.
      return await runTrap("\n".repeat(Math.max(0, currentLine - 1)) + line);
    } finally {
      running.pop();
      leaveWith(state, lastExitCode);
    }
  }

  /** Runs the traps for the signals that came while a command ran. */
  async function afterSignals(
    state: ShellState,
    ended: ExecResult | Exit,
    runTrap: RunTrap,
  ): Promise<ExecResult | Exit> {
    let last = ended;
    const come = raised.filter(({ from }) => !from || (shells.length <= from.shells && from.isReached()));
    raised = raised.filter((each) => !come.includes(each));
    for (const { number, signal } of come) {
      const line = shells.at(-1)?.lines.get(signal) ?? (ignored.has(signal) ? "" : `exit ${128 + number}`);
      if (line === "" || isExit(last)) continue;
      const before = last;
      const said = await orExit(() => inTrap(state, signal, line, runTrap));
      const printed = { stdout: before.stdout + said.stdout, stderr: before.stderr + said.stderr };
      last = isExit(said) ? Object.assign(said, printed) : { ...before, ...printed };
    }
    return last;
  }

  function ending(runTrap: RunTrap): RunTrap {
    return async (line) => {
      isEnding = true;
      try {
        return await runTrap(line);
      } finally {
        isEnding = false;
      }
    };
  }

  return {
    set(signal, line) {
      const shell = shells.at(-1);
      if (!shell) return;
      shell.depths.set(signal, shell.state.callDepth);
      if (line === undefined) shell.lines.delete(signal);
      else shell.lines.set(signal, line);
    },
    list() {
      const lines = [...(shells.at(-1)?.lines ?? [])].map(([signal, line]) => ({ signal, line }));
      const place = ({ signal }: { readonly signal: string }) =>
        order.includes(signal) ? order.indexOf(signal) : order.length;
      return lines.toSorted((one, other) => place(one) - place(other));
    },
    command: () => command(),
    isIgnored: (signal) => shells.findLast(({ lines }) => lines.has(signal))?.lines.get(signal) === "",
    ofStarted() {
      const count = shells.length;
      return (number) => {
        const signal = signalName(number);
        const isHeard = shells.slice(count).some(({ lines }) => lines.has(signal));
        if (isHeard) raised.push({ number, signal, from: undefined });
        else endedFrom = count;
        return isHeard;
      };
    },
    raise: (number, signal, from) => void raised.push({ number, signal, from }),
    async onError(state, runTrap) {
      const line = lineOf("ERR", state);
      return line ? inTrap(state, "ERR", line, runTrap) : undefined;
    },
    async beforeCommand(state, { isCommand, isTold, text, run }, runTrap) {
      if (isTold && running.length === 0 && !isEnding) command = text;
      const line = isCommand ? lineOf("DEBUG", state) : undefined;
      const said = line ? await inTrap(state, "DEBUG", line, runTrap) : undefined;
      const result = await orExit(run);
      const ended = raised.length > 0 ? await afterSignals(state, result, runTrap) : result;
      if (!said) return settled(ended);
      return settled(Object.assign(ended, { stdout: said.stdout + ended.stdout, stderr: said.stderr + ended.stderr }));
    },
    async ofFunction(state, run, runTrap) {
      const shell = shells.at(-1);
      const began = state.options.functrace && lineOf("DEBUG", state);
      const saidFirst = began ? await inTrap(state, "DEBUG", began, runTrap) : silent;
      const restore = shell && hideReturn(shell);
      let returned: Return | undefined;
      const ended = await orExit(run).catch((caught: unknown): ExecResult => {
        if (!isReturn(caught)) throw caught;
        returned = caught;
        return { ...silent, exitCode: caught.exitCode };
      });
      const line = returnLine(state);
      const saidLast = line && !isExit(ended) ? await inTrap(state, "RETURN", line, runTrap) : silent;
      restore?.();
      const told = returned ?? ended;
      Object.assign(told, {
        stdout: saidFirst.stdout + told.stdout + saidLast.stdout,
        stderr: saidFirst.stderr + told.stderr + saidLast.stderr,
      });
      if (returned) throw returned;
      return isExit(ended) && shell ? settled(await afterTrap(shell, state, ended, ending(runTrap))) : settled(ended);
    },
    async ofSource(state, run, runTrap) {
      const ended = await run();
      const line = !running.includes("RETURN") && shells.at(-1)?.lines.get("RETURN");
      if (!line) return ended;
      const said = await inTrap(state, "RETURN", line, runTrap);
      return { ...ended, stdout: ended.stdout + said.stdout, stderr: ended.stderr + said.stderr };
    },
    async ofShell(state, run, runTrap) {
      const { umask } = tree;
      const outer = command;
      const shell: Shell = { state, lines: new Map(), depths: new Map() };
      shells.push(shell);
      try {
        return settled(await afterTrap(shell, state, await orExit(run), ending(runTrap)));
      } catch (caught) {
        if (isAborted(caught) && shells.length > endedFrom && shell.lines.has("EXIT")) {
          state.signal = undefined;
          const said = await afterTrap(shell, state, { stdout: "", stderr: "", exitCode: 143 }, ending(runTrap));
          Object.assign(caught, { stdout: caught.stdout + said.stdout, stderr: said.stderr + caught.stderr });
        }
        throw caught;
      } finally {
        shells.pop();
        if (shells.length <= endedFrom) endedFrom = Number.POSITIVE_INFINITY;
        raised = raised.filter(({ from }) => !from || from.shells <= shells.length);
        tree.umask = umask;
        command = outer;
      }
    },
  };
}

/**
 * Takes away the `RETURN` trap of a function's caller: without `set -T` a function has the one that it sets itself, which stays when it ends.
 * @returns what gives the caller's back, unless the function has set one
 */
function hideReturn({ state, lines, depths }: Shell): () => void {
  const [outer, depth] = [lines.get("RETURN"), depths.get("RETURN") ?? 0];
  if (outer === undefined || state.options.functrace) return () => undefined;
  lines.delete("RETURN");
  return () => {
    if (lines.has("RETURN")) return;
    lines.set("RETURN", outer);
    depths.set("RETURN", depth);
  };
}

/** Runs an ended shell's exit trap, once, and returns the shell's result with the trap's output. */
async function afterTrap(
  { lines }: Shell,
  state: ShellState,
  ended: ExecResult | Exit,
  runTrap: RunTrap,
): Promise<ExecResult | Exit> {
  const line = lines.get("EXIT");
  lines.delete("EXIT");
  if (!line) return ended;
  leaveWith(state, ended.exitCode);
  state.isFailed = false;
  const last = await orExit(() => runTrap(line));
  // By `exit`, or by a failed command under `set -e`, the trap says how the shell ends.
  const exitCode = isExit(last) || state.isFailed ? last.exitCode : ended.exitCode;
  const printed = { stdout: ended.stdout + last.stdout, stderr: ended.stderr + last.stderr };
  return isExit(ended) ? Object.assign(ended, printed, { exitCode }) : { ...ended, ...printed, exitCode };
}

/** @throws Exit */
function settled(ended: ExecResult | Exit): ExecResult {
  if (isExit(ended)) throw ended;
  return ended;
}

function leaveWith(state: ShellState, exitCode: number): void {
  state.lastExitCode = exitCode;
  state.env.set("?", String(exitCode));
}

async function orExit(run: () => Promise<ExecResult>): Promise<ExecResult | Exit> {
  try {
    return await run();
  } catch (caught) {
    if (isExit(caught)) return caught;
    throw caught;
  }
}

/** Whether a shell is ended from outside. */
function isAborted(caught: unknown): caught is Error & { stdout: string; stderr: string } {
  return caught instanceof Error && caught.name === "ExecutionAbortedError";
}

function isReturn(caught: unknown): caught is Return {
  return caught instanceof Error && caught.name === "ReturnError";
}

function isExit(value: unknown): value is Exit {
  return value instanceof Error && value.name === "ExitError";
}
