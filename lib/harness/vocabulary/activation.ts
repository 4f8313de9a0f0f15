export interface Activation {
  readonly byModel: ModelActivation;
  readonly byUser: { readonly kind: "none" } | SlashActivation | MentionActivation;
}

/** How a model gets a skill's instructions. */
export type ModelActivation =
  /** It reads the file at the catalog's path. */
  | { readonly kind: "read-file" }
  /** It has them: they stand in the catalog. */
  | { readonly kind: "none" }
  | SkillTool;

/** A tool of the harness's own that hands out instructions by name. */
export interface SkillTool {
  readonly kind: "tool";
  readonly name: string;
  /** Absent when the catalog is the description. */
  readonly description?: string;
  /** The JSON Schema of its input, exactly. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** `text`: a parameter that is none counts as missing. `go-json`: as Go's `encoding/json` fills a struct. */
  readonly input: "text" | "go-json";
  /** The parameters that hold the skill's name and the arguments. */
  readonly parameters: { readonly skill: string; readonly arguments?: string };
  /** `exact-or-partial`: else in any case, by the whole name or the part after its last colon; the first in byte order. */
  readonly lookup: "exact" | "exact-or-partial";
  /** Before a call is let through, in this order. */
  readonly validation: readonly ToolCheck[];
  /** When it runs, in this order. */
  readonly checks: readonly ToolCheck[];
  /** What the model reads: `{error}`, and a skill's values with `{content}` and `{arguments}`. */
  readonly failure: string;
  readonly success: string;
  /** Which text is `{content}`: the file read anew, or the body as loaded. */
  readonly content: "fresh-body" | "kept-body";
  /** What the harness shows the person: `{asked}`, `{error}` (`{capitalized}`), a skill's values. */
  readonly shows: { readonly call: string; readonly success: string; readonly failure: string };
}

/** Something that stops a call, and what is said: `{asked}`, `{names}` (all, in byte order), `{name}`, `{detail}`. */
export interface ToolCheck {
  readonly stops:
    | "bad-input"
    | "no-name"
    | "feature-off"
    | "unknown-skill"
    | "skill-off"
    /** Its frontmatter, or a state in which it is not listed, keeps it from the model. */
    | "not-for-model"
    | "no-instructions"
    /** Once in a conversation. */
    | "already-active";
  readonly says: string;
}

/** What is sent of a skill: the whole file read anew, trimmed as Go trims or not; its body read anew, or as loaded. */
export type SkillPart = "file" | "raw-file" | "fresh-body" | "kept-body";

/** A person types `/name arguments`. What does not activate is a command, or goes to the model as typed. */
export interface SlashActivation {
  readonly kind: "slash";
  /** What the line begins with, the longest first. */
  readonly prefixes: readonly string[];
  readonly trimsLine: boolean;
  /** Whether a line may hold a newline. */
  readonly multiline: boolean;
  /** Whether the name is looked up in lower case, so that one with capitals cannot be typed. */
  readonly lowersName?: true;
  /**
   * `fields`: the words between runs of white space, joined by one blank. `rest`: verbatim after the first blank,
   * nothing when blank. `trimmed-rest`: without outer white space. `after-space`: that, after any white space.
   */
  readonly arguments: "fields" | "rest" | "trimmed-rest" | "after-space";
  /** Whether a plugin's skill answers to its name without the plugin's, if no other command has it. */
  readonly bareNames?: true;
  /** How many skills named one after the other a line calls, each with what follows the last. Absent: one. */
  readonly stacks?: number;
  /** What is printed for a skill that is off, or kept from the person: `{name}`. Absent: the line calls nothing. */
  readonly refuses?: { readonly off: string; readonly hidden: string };
  readonly content: SkillPart;
  /** A skill whose file is gone is invoked with an empty text. Absent: the line calls nothing. */
  readonly outlivesFile?: true;
  /** A skill's values, `{arguments}`, `{content}`. */
  readonly message: string;
  /** What the conversation shows in its place, where that is not the line as typed. */
  readonly shows?: string;
}

/** A person names skills anywhere in a message; the message stays, and each skill's text follows it once. */
export interface MentionActivation {
  readonly kind: "mention";
  readonly sigil: string;
  /** A regular expression for one character of a name. A name with another can only be linked: `[$name](path)`. */
  readonly nameCharacter: string;
  /** Words that are no names, in any case. */
  readonly ignored: readonly string[];
  readonly content: SkillPart;
  /** A skill's values, `{content}`. */
  readonly message: string;
}

export type Substitution =
  | { readonly kind: "none" }
  /**
   * One pass with this expression (ASCII word boundaries). A match's first group that took part is an argument's
   * number, counted from `base`; a match without one stands for all arguments, joined by a blank. What is missing
   * is empty.
   */
  | { readonly kind: "placeholders"; readonly pattern: string; readonly base: 0 | 1 }
  | ShellWords;

/**
 * `$ARGUMENTS`: all, as typed. `$ARGUMENTS[N]`, `$N`: split as a shell does, from 0; one that is missing stays as
 * written. `$name`: by the skill's own names for them; one that is missing is empty. A backslash in front keeps any of
 * these. One pass.
 */
export interface ShellWords {
  readonly kind: "shell-words";
  /** Of `${NAME}`: a skill's values, `{workingFolder}`. Others stay, and those that are empty for a skill. */
  readonly variables: Readonly<Record<string, string>>;
  /** Put at the end when there are arguments and no placeholder got any: `{arguments}`. */
  readonly appended: string;
  /** What a shell command to be run (after `!`, in backquotes) becomes: this lab runs none. */
  readonly command: string;
}
