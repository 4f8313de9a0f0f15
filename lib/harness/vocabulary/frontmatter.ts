import type { Rulings } from "#lib/harness/rules/content/content-rules.ts";
import type { Fence } from "#lib/skills/frontmatter.ts";
import type { Dialect } from "#lib/skills/read-frontmatter.ts";

export interface FrontmatterRules {
  readonly fence: Fence;
  readonly dialect: Dialect;
  /** Whether a byte-order mark at the start is ignored. Where no frontmatter follows, it belongs to the text. */
  readonly ignoresMark?: true;
  /**
   * By which language's white space name and description are trimmed; `javascript`: a byte-order mark is some. `words`: runs of white space inside become one
   * blank, too. `blank`: only where they are nothing but white space. `name`: the
   * name alone, as JavaScript trims.
   */
  readonly trim: "go" | "python" | "javascript" | "words" | "blank" | "name" | "none";
  /** Which rules on the content it has, and what it does when one is broken. */
  readonly rulings: Rulings;
  /** With the fallback `first-line`: how it is taken. */
  readonly firstLine?: FirstLine;
  /** The line printed for a `reason`: `{folder}`, `{path}`, `{reason}`. */
  readonly warning: string;
  /** The line printed before the warnings, where there are any: `{count}`. */
  readonly warningsHead?: string;
  /** `standard`: what breaks the open standard is told in its validator's words. */
  readonly validator: "standard" | "none";
  /** What counts as the body: as written, or trimmed as JavaScript trims, or its lines without carriage returns, trimmed as Go trims. */
  readonly body: "as-written" | "trimmed" | "trimmed-lines";
  /** What is kept of a skill beside name and description, as it was when loaded. */
  readonly keeps: readonly KeptPart[];
  /** Further fields that it reads, and that change nothing in this lab. */
  readonly knows?: readonly string[];
  /** Where the fields that it reads or knows are written down. */
  readonly reference?: FieldDocument;
  /** A YAML file in a skill's folder whose `policy.allow_implicit_invocation: false` keeps the model from being told of it. */
  readonly policyFile?: string;
}

/** A document that says what a field is for. */
export interface FieldDocument {
  readonly title: string;
  /** Absent where it is published nowhere. */
  readonly address?: string;
}

/**
 * The first line that is not blank, without the signs of a heading, cut to so many of JavaScript's characters, the ending
 * included; or a text where there is none, another one for a skill that is a file by itself or named by its path.
 */
export interface FirstLine {
  /** How many such lines, joined by blanks. Absent: one. Then headings are passed over. */
  readonly lines?: number;
  readonly limit: number;
  /** The signs of a heading stay, and lines that begin with three dashes are passed over. */
  readonly isBare?: true;
  readonly ending: string;
  readonly none: { readonly folder: string; readonly file: string };
}

/**
 * `body`: the text below the frontmatter. `resources`: the names of the files in the standard's three folders.
 * `hiding`: `disable-model-invocation` and `user-invocable`. `hiding-from-model`: the first of them, where it is the bool `true`.
 * `hiding-unless-invocable`: both, and without `user-invocable: true` the person does not see it.
 * `disabled`: kept from both by `disabled: true`, or else by `enabled: false`.
 * `hiding-words`: both where they are a bool, or the text `true` or `false`; anything else says nothing.
 * `when-to-use`: as JavaScript prints it; `when-to-use-text`: where it is a text.
 * `arguments`: the names of its arguments. `paths`: globs, in a list or in a text between commas.
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
  | "arguments";

/** The keys of the frontmatter that each part is made of; none where it comes from the text below or from other files. */
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
  arguments: ["arguments"],
};
