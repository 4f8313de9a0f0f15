export interface Activation {
  readonly byModel: ModelActivation;
  readonly byUser: { readonly kind: "none" } | SlashActivation | MentionActivation;
}

/** How a model gets a skill's instructions. */
export type ModelActivation =
  /** It reads the file at the catalog's path. */
  | { readonly kind: "read-file" }
  /** It needs to do nothing: the catalog holds the instructions. */
  | { readonly kind: "none" }
  | SkillTool;

/** A tool of the harness's own that hands out instructions by name. */
export interface SkillTool {
  readonly kind: "tool";
  readonly name: string;
  /** Absent where the catalog is the description. */
  readonly description?: string;
  /** Where the harness's own description begins with that one and goes on: how long it is, and what it hashes to. */
  readonly longer?: { readonly length: number; readonly sha256: string };
  /** The JSON Schema of its input, exactly. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * The tool names the skills: its parameter takes these alone (`enum`), and `{names}` in its description is all of them in
   * single quotes, those that the program brings along before a person's.
   */
  readonly enumerates?: true;
  /** `text`: a parameter that is not a text counts as missing. `go-json`: as Go's `encoding/json` fills a struct. */
  readonly input: "text" | "go-json";
  /** The parameters that hold the skill's name and the arguments. */
  readonly parameters: { readonly skill: string; readonly arguments?: string };
  /**
   * `exact-or-partial`: where no name is exactly the one asked for, letter case is ignored, and the part after a name's
   * last colon is enough; of several the first in byte order. `exact-or-label`: without a slash in front and white space
   * around it, the name, or else the label, or else a plugin's skill without the plugin's name. `any-case`: the whole name, in
   * any case of letters. `any-case-or-partial`: that without slashes in front and white space around it, or else what comes after a colon in one of the two, where
   * that is one skill's alone.
   */
  readonly lookup: "exact" | "exact-or-partial" | "exact-or-label" | "any-case" | "any-case-or-partial";
  /** A name that stands in what the person has said, with a slash before it and blanks around, may be called though it is not for the model. */
  readonly freedByMention?: true;
  /** Commands that are none of a person's skills, and what is said of each: `{asked}`. */
  readonly commands?: readonly { readonly names: readonly string[]; readonly says: string }[];
  /** Tested before a call is run, in this order. */
  readonly validation: readonly ToolCheck[];
  /** Tested when the call runs, in this order. */
  readonly checks: readonly ToolCheck[];
  /**
   * What the model reads: `{error}`, and a skill's values with `{content}`, `{arguments}`, `{tree}`, what is in the skill's
   * folder (`folder-tree.ts`), and `{files}`, a list of what lies in it (`related-files.ts`).
   */
  readonly failure: string;
  readonly success: string;
  /**
   * In place of `success` where a skill has been handed out before in the conversation: `same` where its text would be what
   * it was, `other` where arguments have changed it. Absent: as the first time.
   */
  readonly again?: { readonly same: string; readonly other: string };
  /** Which text is `{content}`, see `SkillPart`. */
  readonly content: Exclude<SkillPart, "file" | "raw-file">;
  /** Placeholders in it stay as they are: only a person's line replaces them. */
  readonly keepsPlaceholders?: true;
  /** What the harness shows the person: `{asked}`, `{error}` (`{capitalized}`), a skill's values. */
  readonly shows: { readonly call: string; readonly success: string; readonly failure: string };
}

/**
 * Something that stops a call, and what is said: `{asked}`, `{names}` (all, in byte order), `{withown}` (the same with the program's own), `{listed}` (those that the model is told of, in that order, with the program's own), `{alike}` (those that differ in case alone), `{collated}` (the same as a dictionary has them), `{similar}` (up to three that have the name asked for in theirs, or theirs in it, in any case of letters), `{near}` (the skill whose name
 * is two or fewer changes of a character away, if any), `{name}`, `{detail}`. Of plugins: `{several}`, the skills whose short
 * name it is where there are two or more; `{full}`, the command whose short name it is. At most one of these three is there.
 */
export interface ToolCheck {
  readonly stops:
    | "bad-input"
    | "no-name"
    | "feature-off"
    | "unknown-skill"
    /** It is told only once a file is touched that it is for. */
    | "waiting"
    /** The name asked for is on the list of those that are off (`OffList`), whether or not a skill has it. */
    | "name-off"
    /** Several names differ from the one asked for in case alone. */
    | "ambiguous"
    | "skill-off"
    /** Its state keeps it from the model. */
    | "state"
    /** Its frontmatter, or a state in which it is not listed, keeps it from the model. */
    | "not-for-model"
    | "no-instructions"
    /** The tool has handed it out in this conversation before. */
    | "already-active";
  readonly says: string;
}

/**
 * What is sent of a skill. `file`, `raw-file`: the whole file, read again, trimmed as Go trims or as it is.
 * `fresh-body`, `kept-body`: the text below the frontmatter, read again or as it was when loaded; `trimmed-kept-body`: that as
 * JavaScript trims it.
 */
export type SkillPart = "file" | "raw-file" | "fresh-body" | "kept-body" | "trimmed-kept-body";

/** A person types `/name arguments`. A line that calls no skill is a command, or goes to the model as typed. */
export interface SlashActivation {
  readonly kind: "slash";
  /** What the line begins with, the longest first. */
  readonly prefixes: readonly string[];
  readonly trimsLine: boolean;
  /** Whether a line may hold a newline. */
  readonly multiline: boolean;
  /** Whether the typed name is looked up in lower case, so that a skill whose name has capitals cannot be called. */
  readonly lowersName?: true;
  /** Whether the typed name is looked up in any case of letters. */
  readonly anyCase?: true;
  /**
   * `fields`: the words between runs of white space, joined by one blank. `rest`: what follows the first blank, as
   * typed; nothing when it is all blanks. `trimmed-rest`: the same without white space around it. `trimmed-after-space`:
   * that, where any white space ends the name.
   */
  readonly arguments: "fields" | "rest" | "trimmed-rest" | "trimmed-after-space";
  /** Whether a plugin's skill can be called without the plugin's name, if no other skill has the short name. */
  readonly bareNames?: true;
  /**
   * How many skills one line can call, named one after the other; each gets what follows the last name as arguments.
   * Absent: one.
   */
  readonly stacks?: number;
  /** Of several skills in one line none gets the rest of it as arguments: it follows them as it is. */
  readonly restFollows?: true;
  /** Blanks may stand between the prefix and the name. */
  readonly skipsBlanks?: true;
  /** What is printed for a skill that is off, or kept from the person: `{name}`, `{asked}` as it was typed. Absent, of both or of one: the line calls nothing. */
  readonly refuses?: { readonly off?: string; readonly hidden?: string };
  readonly content: SkillPart;
  /** Whether a skill whose file is gone is called with an empty text. Absent: the line calls nothing. */
  readonly outlivesFile?: true;
  /** A skill's values, `{arguments}`, `{content}`, and the trimmed `{line}`. */
  readonly message: string;
  /** Placeholders are replaced in the whole message, what the harness puts around the text included, and it is trimmed as JavaScript trims. */
  readonly fillsMessage?: true;
  /** What the conversation shows in its place, where that is not the line as typed. */
  readonly shows?: string;
}

/** A person names skills anywhere in a message, which is sent as typed with the text of each skill after it. */
export interface MentionActivation {
  readonly kind: "mention";
  readonly sigil: string;
  /** A regular expression for one character of a name. A name with any other can only be linked: `[$name](path)`. */
  readonly nameCharacter: string;
  /** A name counts only with white space or nothing around it and its sigil, and there are no links. */
  readonly wholeWords?: true;
  /** Words that never count as names, in any case of letters. */
  readonly ignored: readonly string[];
  readonly content: SkillPart;
  /** A skill's values, `{content}`. */
  readonly message: string;
}

export type Substitution =
  | { readonly kind: "none" }
  /**
   * Every match of this expression (ASCII word boundaries) is replaced, in one pass: by the argument whose number its
   * first group that took part holds, counted from `base`; without such a group by all arguments, joined by a blank. An
   * argument that is missing is empty.
   */
  | { readonly kind: "placeholders"; readonly pattern: string; readonly base: 0 | 1 }
  | NumberedWords
  | ShellWords;

/**
 * First `$N`: one of the words, of which quotes make one, counted from 1; the highest number that stands in the text gets all that
 * are left, a missing one is empty. Then `$ARGUMENTS`: all arguments, as typed; also where an argument has brought it in.
 */
export interface NumberedWords {
  readonly kind: "numbered-words";
  /** Added at the end when there are arguments and no placeholder: `{arguments}`. */
  readonly appended: string;
}

/**
 * `$ARGUMENTS`: all arguments, as typed. `$ARGUMENTS[N]`, `$N`: one of them, split as a shell does, counted from 0; the
 * placeholder of a missing one stays. `$name`: one by the skill's own name for it; a missing one is empty. A backslash
 * in front keeps a placeholder as it is. All in one pass.
 */
export interface ShellWords {
  readonly kind: "shell-words";
  /**
   * What `${NAME}` becomes: a skill's values, `{workingFolder}`. Any other variable, and one that is empty, stays as it
   * is.
   */
  readonly variables: Readonly<Record<string, string>>;
  /** The placeholder of an argument that is missing becomes empty, and does not stay. */
  readonly missing?: "empty";
  /** `$ARGUMENTS` counts as a whole word only. */
  readonly wholeWords?: true;
  /** Added at the end when there are arguments and no placeholder took any: `{arguments}`. */
  readonly appended: string;
  /** What a shell command to be run (after `!`, in backquotes) becomes: this lab runs none. Absent: it is text. */
  readonly command?: string;
}
