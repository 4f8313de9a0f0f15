import type { ScopedPath } from "./places.ts";

/** The first rule whose area holds the path and that names the operation decides; no rule: denied. */
export interface GuardRule {
  readonly area: GuardArea;
  readonly permissions: Readonly<Record<string, GuardDecision["permission"]>>;
  /** Why, as a clause. */
  readonly reason: string;
}

export type GuardArea =
  /** These folders and all below, by whole segments. */
  | { readonly kind: "folders"; readonly folders: readonly ScopedPath[] }
  /** The folders of the skills found, and all below. */
  | { readonly kind: "found-skills" }
  /** Any path that begins with one of these texts, as `strings.HasPrefix` has it. `{home}` is the home folder. */
  | { readonly kind: "prefixes"; readonly prefixes: readonly string[] }
  /** The working folder, and those that the person has added to the session. */
  | { readonly kind: "working-folder" }
  | { readonly kind: "anywhere" };

export type Operation = "read" | "write";

export interface GuardDecision {
  readonly permission: "granted" | "pending" | "denied";
  /** Why, as one clause for the person who is asked or the model that is refused. */
  readonly reason: string;
}

/** What the harness calls the tools by which a model looks at files. */
export interface ReadToolNames {
  readonly read: string;
  readonly list: string;
  readonly search: string;
}

export interface WriteToolRules {
  readonly tools: readonly WriteTool[];
  /** What a successful write that makes the harness reload adds to its output. */
  readonly reloaded: string;
}

/** What it prints on success: `{path}` as given, `{count}` of patches. */
export interface WriteTool {
  /** `write`: a whole file. `replace`: a text that stands in a file once. `patch`: several such, all or none. */
  readonly kind: "write" | "replace" | "patch";
  readonly name: string;
  readonly output: string;
  /** What it says to the model when it cannot: `{path}`, `{index}` of the patch, `{count}` of places. */
  readonly refusals: {
    readonly noFile: string;
    readonly notFound: string;
    readonly notOnce: string;
  };
}

/** The tool by which a model runs commands, as the harness tells of it, but for what it could ask for and this lab has not. */
export interface ShellTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What the input calls what is asked for. */
  readonly parameters: {
    readonly command: string;
    /** The folder to run it in. */
    readonly cwd?: string;
    readonly timeout?: { readonly name: string; readonly unit: "milliseconds" | "seconds" };
  };
  /** Seconds that a command has where the input does not say. */
  readonly seconds: number;
  /** Characters of its output that the model is given. */
  readonly output: number;
}
