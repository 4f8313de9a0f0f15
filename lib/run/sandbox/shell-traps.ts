import type { ExecResult } from "just-bash/browser";

/** What a shell is told to do by `trap` when it ends (`EXIT`), and when a command fails (`ERR`). Each shell has its own, those in brackets and in `$(…)` as well. */
export interface ShellTraps {
  /** Has the shell that runs at this moment do this on a signal, by its name without `SIG`; `undefined`: what it does by itself. */
  set(signal: string, line: string | undefined): void;
  /** What the shell that runs at this moment was told, in the order in which bash lists it. */
  list(): readonly { readonly signal: string; readonly line: string }[];
  /**
   * Runs a shell to its end and then its trap, with the variables and functions that the shell leaves.
   * @param runTrap runs a line in the same shell
   */
  ofShell(state: ShellState, run: () => Promise<ExecResult>, runTrap: RunTrap): Promise<ExecResult>;
  /**
   * Runs a function, and where it ends the shell by `exit` what the trap says then, with the function's own variables.
   * @param runTrap in the same shell
   */
  ofFunction(state: ShellState, run: () => Promise<ExecResult>, runTrap: RunTrap): Promise<ExecResult>;
  /**
   * Runs what the trap says of a command that failed; nothing without one. Functions and inner shells have it by `set -E` only.
   * @param runTrap in the same shell
   */
  onError(state: ShellState, runTrap: RunTrap): Promise<ExecResult | undefined>;
}

type RunTrap = (line: string) => Promise<ExecResult>;

/** Of a shell's state, how the last command ended and where the shell is. */
interface ShellState {
  lastExitCode: number;
  readonly currentLine: number;
  /** How many functions are running inside one another. */
  readonly callDepth: number;
  readonly options: { readonly errtrace?: boolean };
  readonly env: Pick<Map<string, string>, "set">;
}

/** A shell that runs, and what it was told. */
interface Shell {
  readonly state: ShellState;
  readonly lines: Map<string, string>;
  /** Of the function in which the trap for errors was set. */
  depth: number;
}

/** The error with which just-bash's `exit` ends a shell. */
interface Exit {
  readonly name: "ExitError";
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** By their numbers, as bash lists them; what has none comes last. */
const order = ["EXIT", "HUP", "INT", "QUIT", "USR1", "USR2", "PIPE", "ALRM", "TERM"];

export function shellTraps(): ShellTraps {
  const shells: Shell[] = [];
  let isInTrap = false;

  function errorTrap(state: ShellState): string | undefined {
    if (state.options.errtrace) return shells.findLast(({ lines }) => lines.has("ERR"))?.lines.get("ERR");
    const shell = shells.at(-1);
    return shell && state.callDepth <= shell.depth ? shell.lines.get("ERR") : undefined;
  }

  return {
    set(signal, line) {
      const shell = shells.at(-1);
      if (!shell) return;
      if (signal === "ERR") shell.depth = shell.state.callDepth;
      if (line === undefined) shell.lines.delete(signal);
      else shell.lines.set(signal, line);
    },
    list() {
      const lines = [...(shells.at(-1)?.lines ?? [])].map(([signal, line]) => ({ signal, line }));
      const place = ({ signal }: { readonly signal: string }) =>
        order.includes(signal) ? order.indexOf(signal) : order.length;
      return lines.toSorted((one, other) => place(one) - place(other));
    },
    async onError(state, runTrap) {
      const line = isInTrap ? undefined : errorTrap(state);
      if (!line) return undefined;
      const { lastExitCode, currentLine } = state;
      isInTrap = true;
      try {
        // What it tells as `$LINENO` is the line of the command that failed.
        return await runTrap("\n".repeat(Math.max(0, currentLine - 1)) + line);
      } finally {
        isInTrap = false;
        leaveWith(state, lastExitCode);
      }
    },
    async ofFunction(state, run, runTrap) {
      const ended = await orExit(run);
      const shell = shells.at(-1);
      return isExit(ended) && shell ? settled(await afterTrap(shell, state, ended, runTrap)) : settled(ended);
    },
    async ofShell(state, run, runTrap) {
      const shell: Shell = { state, lines: new Map(), depth: 0 };
      shells.push(shell);
      try {
        return settled(await afterTrap(shell, state, await orExit(run), runTrap));
      } finally {
        shells.pop();
      }
    },
  };
}

/** What comes of a shell that has ended once its trap, which is run once, has said what it has to. */
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
  const last = await orExit(() => runTrap(line));
  // By `exit`, the trap says how the shell ends.
  const exitCode = isExit(last) ? last.exitCode : ended.exitCode;
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

function isExit(value: unknown): value is Exit {
  return value instanceof Error && value.name === "ExitError";
}
