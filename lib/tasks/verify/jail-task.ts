import type { ScriptedTurn } from "#test/servers/providers/model-script.ts";

/** One run of a program in the jail. */
export interface JailTask {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absolute path → text; a path that ends in a slash is an empty folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  /** The protocol that the program speaks to its model. */
  readonly wire: "anthropic" | "responses" | "completions" | "google";
  /** What the model answers to the requests that offer it tools, in turn; then a word. */
  readonly turns: readonly ScriptedTurn[];
  /** Seconds after which the program is ended. */
  readonly limit: number;
}

export interface JailAnswer {
  /** The requests to the model, whole, in their order. */
  readonly requests: readonly { readonly url: string; readonly body: unknown }[];
  /** Everything that it asked the model's host for. */
  readonly urls: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code; absent where it was ended for taking too long, or by a signal. */
  readonly code?: number;
  /** Hosts other than the model that it tried to reach. */
  readonly elsewhere: readonly string[];
  readonly milliseconds: number;
  /** Why the tree could not be written: a name that no file system takes. */
  readonly unwritable?: string;
}

/** The model's port, and that of a proxy that lets nothing through, in the jail. */
export const modelPort = 8765;
export const proxyPort = 8766;
export const modelKey = "test-key";

export class FailedJail extends Error {}

/** A value as one line of JSON: whoever reads lines takes the two separators of Unicode for ends of lines, too. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
}
