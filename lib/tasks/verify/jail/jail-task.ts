import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";

/** One run of a program in the jail. */
export interface JailTask {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absolute path → text; a path that ends with a slash is an empty folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  /** The wire format between the program and its model. */
  readonly wire: "anthropic" | "responses" | "completions" | "google";
  /** The model's answers to requests with tools, in order; after those, a short text. */
  readonly turns: readonly ScriptedTurn[];
  /** A line that is typed on its screen; absent: it runs without a terminal. */
  readonly typed?: string;
  /** Seconds after which the program is ended. */
  readonly limit: number;
  /** Asks a process that has answered other trees before, where one is there. */
  readonly warm?: WarmModule | WarmServer;
}

/** A program of Node.js whose main function can be called again and again: most of a start is loading. */
export interface WarmModule {
  /** Absolute path of the module. */
  readonly module: string;
  /** The name under which it exports its main function; absent: the module runs it when it is evaluated. */
  readonly main?: string;
}

/** A program that serves on a port of its own: it is started once, and asked over HTTP. */
export interface WarmServer {
  /** Arguments with which its command serves there. */
  readonly serve: readonly string[];
  /** What it prints once it does. */
  readonly says: string;
  readonly port: number;
  /** What asks it one tree, in order. `{id}` in a path is the `id` in the last answer that has one. */
  readonly asks: readonly ServerRequest[];
  /** Makes it forget what it has read, for the next tree. */
  readonly forget: ServerRequest;
}

export interface ServerRequest {
  readonly path: string;
  readonly body: unknown;
}

export type WarmRun = Pick<JailTask, "args" | "env" | "cwd">;

/** How a run of a program ended. `code`: absent if it was ended from outside. */
export type WarmEnd = Pick<JailAnswer, "stdout" | "stderr" | "code">;

export interface JailAnswer {
  /** The complete requests to the model, in order. */
  readonly requests: readonly { readonly url: string; readonly body: unknown }[];
  /** All addresses requested from the model's host. */
  readonly urls: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code; absent if it was ended by the time limit or a signal. */
  readonly code?: number;
  /** Hosts other than the model's that it tried to reach. */
  readonly elsewhere: readonly string[];
  readonly milliseconds: number;
  /** Why the tree could not be written: a name that no file system accepts. */
  readonly unwritable?: string;
}

/** The ports, inside the jail, of the model and of a proxy that lets nothing through. */
export const modelPort = 8765;
export const proxyPort = 8766;
export const modelKey = "test-key";

/** Most characters of an output that are kept. */
export const mostOutput = 20_000;

export class FailedJail extends Error {}

/** A value as one line of JSON: programs that read lines also take Unicode's two line separators for line ends. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
}
