import type { Fence } from "#lib/skills/frontmatter.ts";
import type { Dialect, FrontmatterProblem } from "#lib/skills/read-frontmatter.ts";

/** What can be wrong with a file, in the order of checking. */
export type ParseProblem =
  | "unreadable"
  | "empty-file"
  | "line-too-long"
  | FrontmatterProblem
  | "missing-name"
  | "missing-description"
  | "blank-name"
  | "blank-description";

/** What a harness does about a problem. `reason` is what it says (`{folder}`, `{detail}`: the loader's words); none: silence. */
export type Ruling =
  | { readonly verdict: "reject"; readonly reason?: string }
  /**
   * The skill loads; what is missing becomes the folder's name, empty, or the first paragraph below the frontmatter
   * (of a frontmatter that cannot be read: empty).
   */
  | { readonly verdict: "load"; readonly fallback: "folder" | "empty" | "first-paragraph"; readonly reason?: string };

export interface FrontmatterRules {
  readonly fence: Fence;
  readonly dialect: Dialect;
  /** Whether a byte-order mark in front is as good as none. */
  readonly ignoresMark?: true;
  /** Whose idea of white space name and description are trimmed by. `words`: runs of it inside become one blank, too. */
  readonly trim: "go" | "python" | "words" | "none";
  /** Whether a value that trims to nothing is as good as none (`missing`) or a problem of its own (`blank`). */
  readonly emptyValue: "missing" | "blank";
  readonly rulings: Readonly<Record<ParseProblem, Ruling>>;
  /** The line printed for a `reason`: `{folder}`, `{path}`, `{reason}`. */
  readonly warning: string;
  /** The line printed before the warnings, where there are any: `{count}`. */
  readonly warningsHead?: string;
  /** `standard`: what breaks the open standard is told in its validator's words. */
  readonly validator: "standard" | "none";
  /** What counts as the body: as written, or its lines without carriage returns, trimmed as Go trims. */
  readonly body: "as-written" | "trimmed-lines";
  /** A line of this many bytes or more cannot be read. */
  readonly maxLineBytes?: number;
  /** A name of more characters is rejected, and this is said. */
  readonly nameLimit?: { readonly characters: number; readonly says: string };
  /** What is kept of a skill beside name and description, as it was when loaded. */
  readonly keeps: readonly KeptPart[];
}

/**
 * `body`: the text below the frontmatter. `resources`: the names of the files in the standard's three folders.
 * `hiding`: Claude Code's two fields. `invocation-policy`: `policy.allow_implicit_invocation` of `agents/openai.yaml`.
 * `arguments`: the names of its arguments.
 */
export type KeptPart =
  | "body"
  | "resources"
  | "argument-hint"
  | "allowed-tools"
  | "state"
  | "hiding"
  | "invocation-policy"
  | "when-to-use"
  | "arguments";
