import type { RunTree } from "./run-tree.ts";

/** A program's output: text, or raw bytes. */
export type Written = string | Uint8Array;

export type Stream = "out" | "err";

/** A program started by the shell: its arguments, and everything it can reach. */
export interface ProgramStart {
  /** By which it was called. */
  readonly name?: string;
  /** Without the program's own name. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** All of its input, which is gone for the commands after it once it has asked. */
  stdin(): Uint8Array;
  /** Tells that it has left so many bytes of its input until now, which are there for the commands after it. */
  leave?(bytes: number): void;
  readonly tree: RunTree;
  write(stream: Stream, written: Written): void;
  /** Whether somebody sees at once what it prints; otherwise a pipe, a file or a variable takes it. */
  readonly isLive?: boolean;
  /** Tells that its time is over (`timeout`): nothing hears what it does then. */
  readonly signal?: AbortSignal;
  /** Runs a line of shell, for `subprocess` and `child_process`. */
  shell(line: string, options: ShellCall): Promise<ShellResult>;
}

export interface ShellCall {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  /** Milliseconds after which the shell starts no further command and stops sleeping. */
  readonly timeout?: number;
}

export interface ShellResult {
  readonly status: number;
  readonly out: Uint8Array;
  readonly err: Uint8Array;
}

/** Runs a program to its end. @returns its exit code */
export type Interpreter = (start: ProgramStart) => Promise<number>;

/** An interpreter that can be prepared before it is first used. */
export type Prepared = Interpreter & { prepare(): void };

/** A program's own exit code. */
export interface ProgramEnd {
  code: number | undefined;
}
