import type { ScopedPath } from "./places.ts";

/**
 * A rule on which paths a model may use. The first rule whose area contains the path and that names the operation decides; without one the
 * operation is denied.
 */
export interface GuardRule {
  readonly area: GuardArea;
  readonly permissions: Readonly<Record<string, GuardDecision["permission"]>>;
  /** The reason, as a clause. */
  readonly reason: string;
}

export type GuardArea =
  /** These folders and everything below them, compared by whole segments. */
  | { readonly kind: "folders"; readonly folders: readonly ScopedPath[] }
  /** The folders of the skills found, and everything below them. */
  | { readonly kind: "found-skills" }
  /** Any path that begins with one of these texts, as `strings.HasPrefix` has it. `{home}` is the home folder. */
  | { readonly kind: "prefixes"; readonly prefixes: readonly string[] }
  /** The working folder, and the folders that the person has added to the session. */
  | { readonly kind: "working-folder" }
  | { readonly kind: "anywhere" };

export type Operation = "read" | "write";

export interface GuardDecision {
  readonly permission: "granted" | "pending" | "denied";
  /** The reason, as one clause for the person who is asked or the model that is refused. */
  readonly reason: string;
}

/** The harness's names for the tools by which a model looks at files. */
export interface ReadToolNames {
  readonly read: string;
  readonly list: string;
  readonly search: string;
}

export interface WriteToolRules {
  readonly tools: readonly WriteTool[];
  /** Text that is added to the output of a successful write that makes the harness reload. */
  readonly reloaded: string;
}

/** `output` is printed on success: `{path}` as given, `{count}` of patches. */
export interface WriteTool {
  /** `write`: a whole file. `replace`: a text that occurs in a file exactly once. `patch`: several such texts, all or none. */
  readonly kind: "write" | "replace" | "patch";
  readonly name: string;
  readonly output: string;
  /** Messages to the model on failure: `{path}`, `{index}` of the patch, `{count}` of occurrences. */
  readonly refusals: {
    readonly noFile: string;
    readonly notFound: string;
    readonly notOnce: string;
  };
}

/** The tool by which a model runs commands, as the harness describes it, without parameters for features that this lab does not have. */
export interface ShellTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Names of the input's parameters. */
  readonly parameters: {
    readonly command: string;
    /** The folder to run the command in. */
    readonly cwd?: string;
    readonly timeout?: { readonly name: string; readonly unit: "milliseconds" | "seconds" };
  };
  /** Seconds that a command may take if the input gives no timeout. */
  readonly seconds: number;
  /** How many characters of the output the model is given. */
  readonly output: number;
}
