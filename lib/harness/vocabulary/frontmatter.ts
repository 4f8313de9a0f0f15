import type { Rulings } from "#lib/harness/rules/content/content-rules.ts";
import type { Dialect } from "#lib/skills/read-frontmatter.ts";
import type { Fence } from "#lib/skills/split-frontmatter.ts";

export interface FrontmatterRules {
  readonly fence: Fence;
  readonly dialect: Dialect;
  /** Whether a byte-order mark at the start is ignored. If no frontmatter follows, the mark is part of the text. */
  readonly ignoresMark?: true;
  /**
   * The language whose white space is trimmed from name and description; `javascript` includes the byte-order mark. `words`: also replaces
   * each run of white space inside by one blank. `blank`: trims only values that are nothing but white space;
   * `blank-description`: only such a description. `name`: trims only the name, as JavaScript does.
   */
  readonly trim: "go" | "python" | "javascript" | "words" | "blank" | "blank-description" | "name" | "none";
  /** The harness's rules on content, and what it does when one is broken. */
  readonly rulings: Rulings;
  /** For the fallback `first-line`: how the line is taken. */
  readonly firstLine?: FirstLine;
  /** The line that is printed for a `reason`: `{folder}`, `{path}`, `{reason}`. */
  readonly warning: string;
  /** The line that is printed before the warnings, if there are any: `{count}`. */
  readonly warningsHead?: string;
  /** `standard`: violations of the open standard are reported in the wording of its validator. */
  readonly validator: "standard" | "none";
  /** The form of the body: as written, or trimmed as JavaScript trims, or its lines without carriage returns, trimmed as Go trims. */
  readonly body: "as-written" | "trimmed" | "trimmed-lines";
  /** What is stored of a skill besides name and description, as of when it was loaded. */
  readonly keeps: readonly KeptPart[];
  /** Further fields that the harness reads, without an effect in this lab. */
  readonly knows?: readonly string[];
  /** The documentation of the fields that the harness reads or knows. */
  readonly reference?: FieldDocument;
  readonly policyFile?: PolicyFile;
}

/**
 * A YAML file in a skill's folder. `policy.allow_implicit_invocation: false` hides the skill from the model. A
 * `policy.products` without this harness's product hides it from model and person; an empty one hides it from nobody.
 */
export interface PolicyFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** What `policy.products` calls the harness. Names are in lower case here, and in any case in the file. */
  readonly product: string;
  /** The other names that may be there. A file with any further one hides nothing. */
  readonly otherProducts: readonly string[];
}

/** A document that describes a field. */
export interface FieldDocument {
  readonly title: string;
  /** Absent if it is not published. */
  readonly address?: string;
}

/**
 * The description of a skill that has none: the first line that is not blank, without the marks of a heading, cut to this many UTF-16 units
 * including the ending. If there is no such line, a fixed text; another one for a skill that is a single file or is named by its path.
 */
export interface FirstLine {
  /** How many such lines are joined by blanks. Absent: one. If given, headings are skipped. */
  readonly lines?: number;
  readonly limit: number;
  /** The marks of a heading stay, and lines that begin with three dashes are skipped. */
  readonly isBare?: true;
  readonly ending: string;
  readonly none: { readonly folder: string; readonly file: string };
}

/**
 * Parts of a skill that are stored. `body`: the text below the frontmatter. `resources`: the names of the files in the standard's three
 * folders. `hiding`: `disable-model-invocation` and `user-invocable`. `hiding-from-model`: the first of these, if it is the bool `true`.
 * `hiding-unless-invocable`: both, and without `user-invocable: true` the skill is hidden from the person. `disabled`: hidden from both by
 * `disabled: true`, or else by `enabled: false`. `hiding-words`: both, if they are a bool or the text `true` or `false`; other values are
 * ignored. `when-to-use`: as JavaScript prints it; `when-to-use-text`: if it is a text. `arguments`: the names of the skill's arguments.
 * `paths`: globs, in a list or in a text separated by commas. `ignore-paths`: the same, read as lines of a .gitignore; a `/**` at the end is
 * left out, and if all are `**` there are none.
 */
export type KeptPart =
  | "body"
  | "resources"
  | "argument-hint"
  | "allowed-tools"
  | "state"
  | "hiding"
  | "hiding-from-model"
  | "hiding-unless-invocable"
  | "hiding-words"
  | "disabled"
  | "when-to-use"
  | "when-to-use-text"
  | "paths"
  | "ignore-paths"
  | "effort"
  | "arguments";

/** The frontmatter keys of each part; empty if it comes from the body or from other files. */
export const keysOf: Readonly<Record<KeptPart, readonly string[]>> = {
  body: [],
  resources: [],
  "argument-hint": ["argument-hint"],
  "allowed-tools": ["allowed-tools"],
  state: ["state"],
  hiding: ["disable-model-invocation", "user-invocable"],
  "hiding-from-model": ["disable-model-invocation"],
  "hiding-unless-invocable": ["disable-model-invocation", "user-invocable"],
  "hiding-words": ["disable-model-invocation", "user-invocable"],
  disabled: ["disabled", "enabled"],
  "when-to-use": ["when_to_use"],
  "when-to-use-text": ["when_to_use"],
  paths: ["paths"],
  "ignore-paths": ["paths"],
  arguments: ["arguments"],
  effort: ["effort"],
};
