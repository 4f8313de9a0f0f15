import type { RunTree } from "./run-tree.ts";

/** What a program prints: text, or bytes as they are. */
export type Written = string | Uint8Array;

export type Stream = "out" | "err";

/** A program started by the shell: what it was given, and all that it can reach. */
export interface ProgramStart {
  /** Without the program's own name. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
  readonly tree: RunTree;
  write(stream: Stream, written: Written): void;
  /** Runs a line of shell, as `subprocess` and `child_process` do. */
  shell(line: string, options: ShellCall): Promise<ShellResult>;
}

export interface ShellCall {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  /** Milliseconds after which the shell begins no further command and no longer sleeps. */
  readonly timeout?: number;
}

export interface ShellResult {
  readonly status: number;
  readonly out: Uint8Array;
  readonly err: Uint8Array;
}

/** Runs a program to its end. @returns its exit code */
export type Interpreter = (start: ProgramStart) => Promise<number>;

/** One that can be made ready before it is first asked to run something. */
export type Prepared = Interpreter & { prepare(): void };

/** How a program ended by its own word: its exit code. */
export interface ProgramEnd {
  code: number | undefined;
}
