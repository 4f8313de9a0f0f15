import type { Fence } from "#lib/skills/frontmatter.ts";
import type { Dialect, FrontmatterProblem } from "#lib/skills/read-frontmatter.ts";
import type { GuardDecision, SkillState } from "./model.ts";
import type { RuleCode } from "./rule.ts";

/**
 * A harness's rules for skills, as data. The vocabulary is closed: a harness that needs a word it lacks adds
 * one union member with its engine case and a test, never a question for a profile's id.
 *
 * Texts are templates as `template.ts` fills them: `{name}` stands for a value, `{#name}…{/name}` for a part
 * that is there only with it.
 */
export interface Profile {
  readonly id: string;
  /** What a person calls the harness. */
  readonly label: string;
  readonly evidence: readonly Evidence[];
  /** Highest precedence first. */
  readonly roots: readonly Root[];
  readonly scan: Scan;
  readonly frontmatter: FrontmatterRules;
  readonly identity: Identity;
  readonly states: StateRules;
  readonly catalog: CatalogRules;
  readonly activation: Activation;
  readonly substitution: Substitution;
  readonly commands: CommandRules;
  readonly guard: readonly GuardRule[];
  /** The tools by which a model changes files. */
  readonly writeTools: WriteToolRules;
  /** When the harness looks at the disk again. */
  readonly reload: readonly ReloadTrigger[];
}

/** Where a rule is written down, and what the program does instead if it differs. */
export interface Evidence {
  readonly claim: string;
  /** Document and section. */
  readonly source: string;
  readonly program?: string;
  /** The rules of an explanation that it is the source of. */
  readonly rules?: readonly RuleCode[];
}

/** `project`: the working folder; `home`: the person's; `machine`: an absolute path that an administrator fills. */
export type Scope = "project" | "home" | "machine";

/** A place by scope: `path` counts from its folder; an absolute one stands alone. */
export interface ScopedPath {
  readonly scope: Scope;
  readonly path: string;
}

/**
 * A path may hold one segment `*`: every folder there, a plugin's each, whose name is the namespace of its skills.
 */
export interface Root extends ScopedPath {
  /** What the harness calls the place, where it says (`project-plugin`). */
  readonly level?: string;
  /** With `*`: a file beside the plugins that names them instead, where it exists. Format: `plugin-manifest.ts`. */
  readonly manifest?: string;
  /** Whether the harness prints paths below as relative to the working folder. */
  readonly printsRelative?: true;
  /** The product writes this one itself: nothing of a person's is installed there. */
  readonly isBundled?: true;
  /** Read, but no place to install into: it is the administrator's, or deprecated. */
  readonly takesInstalls?: false;
  /** Where in it skills are installed, when not directly: a harness that walks the project has a custom for it. */
  readonly installAt?: string;
}

/** How a root is searched. */
export interface Scan {
  /** `one-level`: a skill is a folder directly in the root. `recursive`: a SKILL.md at any depth, a root's own too. */
  readonly depth: "one-level" | "recursive";
  readonly fileName: FileNameRule;
  /** With `recursive`: how many folders below the root are entered on the way to a SKILL.md. */
  readonly maxDepth?: number;
  /** Names of folders that are passed over at any depth. */
  readonly skipFolders: readonly string[];
  /** With `recursive`: folders below the root whose names begin with a dot are passed over. */
  readonly skipHidden?: true;
  /** Which links count as what they point to. Those that do not are passed over. */
  readonly follows: { readonly roots: boolean; readonly folders: boolean; readonly files: boolean };
  /** Within a one-level root, by the bytes of: the whole path (`a-b/` before `a/`), or the folder's name. */
  readonly order: "path" | "folder";
  /** Paths are printed as what their links lead to. */
  readonly printsTargets?: true;
  /** A root that is there but is no folder: passed over, or the whole feature is off (an error of its `ReadDir`). */
  readonly brokenRoot: "skip" | "feature-off";
}

export type FileNameRule =
  /** The first of these names that a folder holds. */
  | { readonly match: "exact"; readonly names: readonly string[] }
  /** Any spelling of the name in upper and lower case. */
  | { readonly match: "any-case"; readonly name: string }
  /** Any name that ends so. */
  | { readonly match: "suffix"; readonly suffix: string };

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

export interface Identity {
  /**
   * What the harness calls a skill. `namespaced`: the frontmatter's name, after its namespace. `folder`: its folder's.
   * `folder-or-plugin`: that, and in a plugin the frontmatter's name after the plugin's.
   */
  readonly name: "frontmatter" | "folder" | "namespaced" | "folder-or-plugin";
  /** Its name where the frontmatter has none and its folder neither, as at the root of a tree. */
  readonly nameless?: string;
  /** Said where the folder counts and the frontmatter has another name: `{name}`, `{folder}`. */
  readonly differingName?: string;
  /** One pass each, the first holder stays: by `target` and `folder` before anything is parsed, by `name` after. */
  readonly collisions: readonly Collision[];
  /** Of the loaded skills: byte order of name, as found, or by level. */
  readonly order: "name" | "found" | LevelOrder;
}

/** Skills of these levels one after the other, within each in byte order of name and then of path. */
export interface LevelOrder {
  readonly levels: readonly string[];
}

export interface Collision {
  /** `target`: the file that links lead to. */
  readonly by: "folder" | "name" | "target";
  /** The line printed: `{folder}`, `{name}`, `{quoted}` (the name as Go quotes it), `{first}` (the winner's folder). */
  readonly warning?: string;
}

export type StateRules =
  /** Every skill is always on. */
  | { readonly kind: "none" }
  /** A JSON file `{ [key]: { name: boolean } }`; what it does not name is on. */
  | { readonly kind: "switches"; readonly file: ScopedPath; readonly key: string }
  | StateLevels
  | AllowList
  | StateEntries;

/** JSON files `{ [key]: { name: word } }`. What the running harness has in hand changes by its own hand only. */
export interface StateLevels {
  readonly kind: "levels";
  /** Each decides for the skills it names; the highest precedence first. */
  readonly files: readonly ScopedPath[];
  readonly key: string;
  /** The harness's words, in the order in which it cycles. Any other word is as good as off. */
  readonly words: Readonly<Record<SkillState, string>>;
  /** Further words that a file may hold. */
  readonly synonyms?: Readonly<Record<string, SkillState>>;
  /** Of a skill that no file names, unless its frontmatter has a `state`. */
  readonly initial: SkillState;
  /** Which of the files a change goes to, where that is not the one of the scope in which the skill lies. */
  readonly writes?: number;
  /** Whether the skills of plugins stay as they are, whatever the files say. */
  readonly sparesPlugins?: true;
}

/**
 * A TOML file `[[section.list]]` of `{ path, enabled }` and `{ name, enabled }`: each in turn decides for the SKILL.md
 * or all of that name. What none names is on.
 */
export interface StateEntries {
  readonly kind: "entries";
  readonly file: ScopedPath;
  readonly section: string;
  readonly list: string;
}

/** YAML files, of which the first that exists counts: `section: { enabled, allowed }`; no section: all are on. */
export interface AllowList {
  readonly kind: "allow-list";
  readonly files: readonly ScopedPath[];
  readonly section: string;
  /** The switch at start that turns the whole feature off. */
  readonly launchSwitch: string;
}

export interface CatalogRules {
  readonly delivery: Delivery;
  /** The least state in which a skill is listed. */
  readonly lists: "on" | "active";
  readonly head: string;
  /** Of a skill, see `skill-values.ts` for what it can name. */
  readonly row: string;
  readonly separator: string;
  readonly tail: string;
  /** The whole text when no skill is listed. */
  readonly empty: string;
  /** `{summary}` of a row: a skill's values, cut to so many characters, the ending included. */
  readonly summary?: { readonly text: string; readonly limit: number; readonly ending: string };
  /** Rows in byte order of name or by level, whatever order the skills are loaded in. */
  readonly sorted?: true | LevelOrder;
  readonly budget?: CatalogBudget;
}

/**
 * How many characters the rows may have, a line break each. `last-first`: summaries are left out from the last row on.
 * `evenly`: every summary gets one more character in turn; where not even rows without fit, those are left out that do not.
 */
export interface CatalogBudget {
  readonly characters: number;
  readonly cuts: "last-first" | "evenly";
}

/** Where in a request the catalog stands. */
export type Delivery =
  /** At the end of the system prompt, after `before`. */
  | { readonly channel: "system"; readonly before: string }
  /** As the description of the harness's own tool. */
  | { readonly channel: "tool" }
  /**
   * After (or before) a message of the person: the first of a conversation, and the next after the catalog changed.
   * `{catalog}`.
   */
  | { readonly channel: "reminder"; readonly wrapper: string; readonly stands?: "before" };

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
  readonly content: SkillPart;
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
  /** Of `${NAME}`: a skill's values, `{workingFolder}`. Others stay. */
  readonly variables: Readonly<Record<string, string>>;
  /** Put at the end when there are arguments and no placeholder stands for any: `{arguments}`. */
  readonly appended: string;
  /** What a shell command to be run (after `!`, in backquotes) becomes: this lab runs none. */
  readonly command: string;
}

export interface CommandRules {
  /** The first that fits counts. */
  readonly rules: readonly CommandRule[];
  /** Commands that have nothing to do with skills, by their first word: they hide skills of that name. */
  readonly others: readonly string[];
  /** What any other line that begins with a slash prints: `{word}` (after the slash; `{lowered}`: in lower case). Absent: it goes to the model. */
  readonly unknown?: string;
}

export interface CommandRule {
  /** The words of the line; `<name>` stands for a skill's name, `<rest>` for any words or none. */
  readonly words: readonly string[];
  /** For the completion: what it does. A rule without is not offered there. */
  readonly detail?: string;
  readonly does:
    | {
        readonly kind: "list";
        readonly heading: string;
        /** Printed instead when there is no skill. */
        readonly none: string;
        /** `{name}` and `{mark}` padded, `{description}`. */
        readonly row: string;
        /** To how many characters names are padded: those of the longest, or a number. */
        readonly nameWidth: "longest" | number;
        readonly marks: Readonly<Record<SkillState, string>>;
      }
    | { readonly kind: "print"; readonly output: string }
    /** `{count}`: of the skills found then. */
    | { readonly kind: "reload"; readonly output: string }
    /** Begins a new conversation, the harness's reload on it included. */
    | { readonly kind: "new-chat"; readonly output: string }
    /** `{name}`. */
    | { readonly kind: "set-state"; readonly state: SkillState; readonly output: string; readonly unknown: string };
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

type Permission = GuardDecision["permission"];

/** The first rule whose area holds the path and that names the operation decides; no rule: denied. */
export interface GuardRule {
  readonly area: GuardArea;
  readonly permissions: Readonly<Record<string, Permission>>;
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
  | { readonly kind: "working-folder" }
  | { readonly kind: "anywhere" };

export type ReloadTrigger =
  | "start"
  /** The harness's own reload command. */
  | "command"
  /** Before each message of a person. */
  | "message"
  | "new-chat"
  /** A write tool succeeded on a path that ends so. */
  | "skill-write";
