import type { ExecResult } from "just-bash/browser";

/**
 * What shells do at their end: `trap … EXIT`. Each has its own, those in brackets and in `$(…)` as well. It runs in that shell, but
 * outside of the function that has ended it.
 */
export interface ShellTraps {
  /** Has the shell that runs at this moment do this at its end. */
  set(line: string | undefined): void;
  /**
   * Runs a shell to its end and what its trap says then, with the variables and functions that it leaves.
   * @param runTrap in the same shell
   */
  ofShell(state: EndState, run: () => Promise<ExecResult>, runTrap: RunTrap): Promise<ExecResult>;
}

type RunTrap = (line: string) => Promise<ExecResult>;

/** Of a shell's state, how the last command ended. */
interface EndState {
  lastExitCode: number;
  readonly env: Pick<Map<string, string>, "set">;
}

/** By which `exit` ends a shell: an error of just-bash. */
interface Exit {
  readonly name: "ExitError";
  stdout: string;
  stderr: string;
  exitCode: number;
}

export function shellTraps(): ShellTraps {
  const lines: (string | undefined)[] = [];

  return {
    set(line) {
      lines[lines.length - 1] = line;
    },
    async ofShell(state, run, runTrap) {
      lines.push(undefined);
      let ended: ExecResult | Exit;
      let line: string | undefined;
      try {
        ended = await orExit(run);
      } finally {
        line = lines.pop();
      }
      if (line !== undefined) {
        state.lastExitCode = ended.exitCode;
        state.env.set("?", String(ended.exitCode));
        const last = await orExit(() => runTrap(line));
        // By `exit`, the trap says how the shell ends.
        const exitCode = isExit(last) ? last.exitCode : ended.exitCode;
        const printed = { stdout: ended.stdout + last.stdout, stderr: ended.stderr + last.stderr };
        ended = isExit(ended) ? Object.assign(ended, printed, { exitCode }) : { ...ended, ...printed, exitCode };
      }
      if (isExit(ended)) throw ended;
      return ended;
    },
  };
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
