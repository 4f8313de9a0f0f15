import type { Shape } from "#lib/skills/json-shape.ts";
import type { OffList, SkillPermissions } from "./states.ts";

export interface Activation {
  readonly byModel: ModelActivation;
  readonly byUser: { readonly kind: "none" } | SlashActivation | MentionActivation;
}

/** How a model gets a skill's instructions. */
export type ModelActivation =
  /** The model reads the file at the catalog's path. */
  | { readonly kind: "read-file" }
  /** The model needs to do nothing: the catalog contains the instructions. */
  | { readonly kind: "none" }
  | SkillTool;

/** A tool of the harness's own that returns a skill's instructions by its name. */
export interface SkillTool {
  readonly kind: "tool";
  readonly name: string;
  /** Absent if the catalog is the tool's description. */
  readonly description?: string;
  /** Length and hash of the harness's full description, if `description` has only its beginning. */
  readonly longer?: { readonly length: number; readonly sha256: string };
  /** The exact JSON Schema of its input. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * The tool lists the skills: its parameter accepts only their names (`enum`), and `{names}` in its description is all names in single
   * quotes, the program's own skills before a person's.
   */
  readonly enumerates?: true;
  /** `text`: a parameter that is not a text counts as missing. `go-json`: decoded as Go's `encoding/json` fills a struct. */
  readonly input: "text" | "go-json";
  /** Names of the parameters for the skill's name and the arguments. */
  readonly parameters: { readonly skill: string; readonly arguments?: string };
  /**
   * How a requested name finds a skill. `exact`: by its whole name. `exact-or-partial`: if no name is equal, case is ignored, and the part
   * after a name's last colon is enough; of several the first in byte order. `exact-or-label`: after removing a slash in front and white
   * space around, by name, else by label, else by a plugin skill's name without the plugin's. `any-case`: by the whole name, ignoring case.
   * `any-case-or-partial`: the same, after removing slashes in front and white space around; else by what follows a colon in either name,
   * if only one skill matches.
   */
  readonly lookup: "exact" | "exact-or-partial" | "exact-or-label" | "any-case" | "any-case-or-partial";
  /** The model may call a skill that is hidden from it if the person's message has the skill's name after a slash, with blanks around. */
  readonly freedByMention?: true;
  /** Commands that are no skills, and the answer to a call of each: `{asked}`. */
  readonly commands?: readonly { readonly names: readonly string[]; readonly says: string }[];
  /** Tested in this order before a call is run. */
  readonly validation: readonly ToolCheck[];
  /** Tested in this order when the call runs. */
  readonly checks: readonly ToolCheck[];
  /**
   * What the model reads: `{error}`, and a skill's values with `{content}`, `{arguments}`, `{tree}`, a drawing of the skill's folder,
   * and `{files}`, a list of the files in it (both in `folder-files.ts`).
   */
  readonly failure: string;
  readonly success: string;
  /**
   * Replaces `success` if the conversation already has the skill's text: `same` if the text would be identical, `other` if arguments have
   * changed it. Absent: answered like the first call.
   */
  readonly again?: { readonly same: string; readonly other: string };
  /** White space around the arguments is left out of the answer. */
  readonly trimsArguments?: true;
  /** A longer answer is cut. */
  readonly longest?: MiddlelessAnswer | EndlessAnswer | AnswerInFile;
  /** Which text `{content}` is, see `SkillPart`. */
  readonly content: Exclude<SkillPart, "file" | "raw-file">;
  /** Placeholders in the text stay as they are: only a person's line replaces them. */
  readonly keepsPlaceholders?: true;
  /**
   * Rules in settings that keep the model from skills, as `Tool(name)`: `says` is the whole answer then. A name that ends with `:*` or with
   * a blank and `*` is the beginning of names; `Tool(parameter: value)` with `*` for any text is about what a call says, and answered by
   * `saysOfCall` with the `{rule}`. A rule about the tool itself, in which `*` is any text, takes the tool and the catalog away.
   */
  readonly denied?: DenyRules;
  readonly permissions?: SkillPermissions;
  /** In the tool's answer; commands in fenced blocks and between two or more backquotes stay. Absent: all are plain text. */
  readonly shell?: ShellMarks;
  /** What the harness shows the person: `{asked}`, `{error}` (`{capitalized}`), a skill's values. */
  readonly shows: { readonly call: string; readonly success: string; readonly failure: string };
}

export interface DenyRules extends Pick<OffList, "files" | "keys"> {
  readonly says: string;
  readonly saysOfCall: string;
  /** A file of another shape counts as broken, and so does one with comments or with a comma behind the last entry. */
  readonly shape: Shape;
}

/**
 * A reason to stop a call, and the message: `{asked}`, `{names}` (all, in byte order), `{withown}` (the same with the program's own),
 * `{listed}` (those that the model is told of, in that order, with the program's own), `{alike}` (those that differ only in case),
 * `{collated}` (the same in dictionary order), `{similar}` (up to three whose name contains the requested one or is contained in it,
 * ignoring case), `{near}` (the name, of a skill or in `near`, that differs in at most two characters, if any), `{name}`, `{detail}`; `{variants}` (the
 * skills that would have this name, but for their folders below the working folder). For plugins: `{several}` (the skills with this short
 * name, if there are two or more), `{full}` (the one with this short name). At most one of these and `{near}` is present.
 */
export interface ToolCheck {
  readonly stops:
    | "bad-input"
    | "no-name"
    /** Nothing of the name is left without white space and slashes. */
    | "bare-name"
    | "feature-off"
    | "unknown-skill"
    /** The model is told of the skill only once a file that it is for is touched. */
    | "waiting"
    /** The requested name is on the list of names that are off (`OffList`), whether or not a skill has it. */
    | "name-off"
    /** Several names differ from the requested one only in case. */
    | "ambiguous"
    | "skill-off"
    /** The skill's state keeps it from the model. */
    | "state"
    /** The skill's frontmatter, or a state in which it is not listed, keeps it from the model. */
    | "not-for-model"
    | "no-instructions"
    /** The tool has already returned this skill in this conversation. */
    | "already-active";
  readonly says: string;
  /** Names that the program has by itself, for `{near}`. */
  readonly near?: ProgramNames;
}

/** Names that a program has by itself and suggests for a misspelled one, in its order. */
export interface ProgramNames {
  /** Bundled skills, listed or not. */
  readonly bundled: readonly string[];
  /** Other commands. */
  readonly others: readonly string[];
}

/**
 * The part of a skill that is sent. `file`, `raw-file`: the whole file, read again, trimmed as Go trims or as it is. `fresh-body`,
 * `kept-body`: the text below the frontmatter, read again or as it was when loaded; `trimmed-kept-body`: the latter, trimmed as JavaScript
 * trims.
 */
export type SkillPart = "file" | "raw-file" | "fresh-body" | "kept-body" | "trimmed-kept-body";

/** What stands in place of a shell command in a skill's text (after `!`, in backquotes), because this lab runs none. */
export interface ShellMarks {
  /** In a skill in one of the person's folders. */
  readonly ofPerson: string;
  readonly ofOthers: string;
}

/** An answer of more characters, as JavaScript counts, loses its middle, for which `mark` stands: `{count}` of what is missing. */
export interface MiddlelessAnswer {
  readonly characters: number;
  readonly mark: string;
}

/** One of more lines or bytes loses its last lines, for which `mark` stands: `{count}` of the `{unit}`, lines or bytes, and `{home}`. */
export interface EndlessAnswer {
  readonly lines: number;
  readonly bytes: number;
  readonly mark: string;
}

/**
 * One of more characters is put into a file, which `says` tells: its size in `{kilobytes}`, the `{home}` folder, and as `{content}` the lines
 * within the first `keeps` characters.
 */
export interface AnswerInFile {
  readonly characters: number;
  readonly keeps: number;
  readonly says: string;
}

/** A person types `/name arguments`. A line that calls no skill is a command, or goes to the model as typed. */
export interface SlashActivation {
  readonly kind: "slash";
  /** What the line begins with; the longest are tried first. */
  readonly prefixes: readonly string[];
  readonly trimsLine: boolean;
  /** Whether a line may hold a newline. */
  readonly multiline: boolean;
  /**
   * Whether the typed name is converted to lower case before it is looked up, so that a skill with capitals in its name cannot be called.
   */
  readonly lowersName?: true;
  /** Whether case is ignored when the typed name is looked up. */
  readonly anyCase?: true;
  /**
   * `fields`: the words between runs of white space, joined by one blank. `rest`: what follows the first blank, as typed; empty if it is
   * only blanks. `trimmed-rest`: the same without white space around it. `trimmed-after-space`: as `trimmed-rest`, but any white space ends
   * the name.
   */
  readonly arguments: "fields" | "rest" | "trimmed-rest" | "trimmed-after-space";
  /** Whether a plugin's skill can be called without the plugin's name, if no other skill has the short name. */
  readonly bareNames?: true;
  /** A skill that waits for a file (`Skill.paths`) is unknown to the person, too. */
  readonly passesWaiting?: true;
  /** How many skills one line can call, named one after the other; each gets the text after the last name as arguments. Absent: one. */
  readonly stacks?: number;
  /** If a line calls several skills, none gets the rest of the line as arguments; the rest follows their texts unchanged. */
  readonly restFollows?: true;
  /** Blanks are allowed between the prefix and the name. */
  readonly skipsBlanks?: true;
  /**
   * Printed for a skill that is off, or hidden from the person: `{name}`, and `{asked}` as typed. If either is absent, such a line calls
   * nothing.
   */
  readonly refuses?: { readonly off?: string; readonly hidden?: string };
  readonly content: SkillPart;
  /** Whether a skill whose file is gone is called with an empty text. Absent: the line calls nothing. */
  readonly outlivesFile?: true;
  /** A skill's values, `{arguments}`, `{content}`, and the trimmed `{line}`. */
  readonly message: string;
  /**
   * The skill's text goes to the model as the result of a call that the program adds, as if the model had made it, and only what follows it
   * as the person's message. Here both are one message.
   */
  readonly asToolCall?: true;
  /**
   * Placeholders are replaced in the whole message, including the text that the harness puts around the skill's, and the message is trimmed
   * as JavaScript trims.
   */
  readonly fillsMessage?: true;
  /** In the whole message. Absent: commands are plain text. */
  readonly shell?: ShellMarks;
  /** What the conversation shows instead of the line as typed. */
  readonly shows?: string;
  /** What comes of the names of skills behind a slash elsewhere in a message. Absent: nothing. */
  readonly elsewhere?: ElsewhereRule;
}

export interface ElsewhereRule {
  /** A regular expression for what follows the slash; its first group is the name. White space or nothing is before the slash. */
  readonly pattern: string;
  /**
   * `note`: the model is told of each in a reminder beside the message. `call`: each is called without arguments, and the message follows
   * unchanged; so is one at the start if the message names another.
   */
  readonly does: "note" | "call";
  /** The note: `{name}`. */
  readonly says?: string;
}

/** A person names skills anywhere in a message. The message is sent as typed, with the text of each named skill after it. */
export interface MentionActivation {
  readonly kind: "mention";
  readonly sigil: string;
  /** A regular expression for one character of a name. A skill whose name has any other character can only be linked: `[$name](path)`. */
  readonly nameCharacter: string;
  /** A name counts only if it and its sigil have white space or nothing around them, and links do not count. */
  readonly wholeWords?: true;
  /** Words that never count as names, in any case. */
  readonly ignored: readonly string[];
  readonly content: SkillPart;
  /** A skill's values, `{content}`. */
  readonly message: string;
}

export type Substitution =
  | { readonly kind: "none" }
  /**
   * Every match of this expression (with ASCII word boundaries) is replaced in one pass. The match's first group that took part is the
   * number of an argument, counted from `base`; without such a group the match is replaced by all arguments, joined by a blank. A missing
   * argument is empty.
   */
  | { readonly kind: "placeholders"; readonly pattern: string; readonly base: 0 | 1 }
  | NumberedWords
  | ShellWords;

/**
 * First `$N` is replaced by one of the words (a quoted text is one word), counted from 1; the highest number in the text gets all remaining
 * words, and a missing word is empty. Then `$ARGUMENTS` is replaced by all arguments, as typed; also where an argument has inserted it.
 */
export interface NumberedWords {
  readonly kind: "numbered-words";
  /** Added at the end if there are arguments and no placeholder: `{arguments}`. */
  readonly appended: string;
}

/**
 * `$ARGUMENTS`: all arguments, as typed. `$ARGUMENTS[N]`, `$N`: one of them, split as by a shell, counted from 0; the placeholder of a
 * missing one stays. `$name`: one by the skill's own name for it; a missing one is empty. A backslash before a placeholder keeps it as it
 * is. All in one pass.
 */
export interface ShellWords {
  readonly kind: "shell-words";
  /** What `${NAME}` becomes: a skill's values, `{workingFolder}`. Any other variable, and one with an empty value, stays as it is. */
  readonly variables: Readonly<Record<string, string>>;
  /** The placeholder of a missing argument becomes empty instead of staying. */
  readonly missing?: "empty";
  /** `$ARGUMENTS` counts only as a whole word. */
  readonly wholeWords?: true;
  /** Added at the end if there are arguments and no placeholder used any: `{arguments}`. */
  readonly appended: string;
  /** Replaces a shell command to be run (after `!`, in backquotes), because this lab runs none. Absent: the command is plain text. */
  readonly command?: string;
}
