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

/** `project`: the working folder; `home`: the person's. */
export type Scope = "project" | "home";

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
  /** Where in it skills are installed, when not directly: a harness that walks the project has a custom for it. */
  readonly installAt?: string;
}

/** How a root is searched. */
export interface Scan {
  /** `one-level`: a skill is a folder directly in the root. `recursive`: a SKILL.md at any depth, a root's own too. */
  readonly depth: "one-level" | "recursive";
  readonly fileName: FileNameRule;
  /** Names of folders that are passed over at any depth. */
  readonly skipFolders: readonly string[];
  /** Which links count as what they point to. Those that do not are passed over. */
  readonly follows: { readonly roots: boolean; readonly folders: boolean; readonly files: boolean };
  /** Within a one-level root, by the bytes of: the whole path (`a-b/` before `a/`), or the folder's name. */
  readonly order: "path" | "folder";
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
  /** The skill loads; what is missing becomes the folder's name or empty. */
  | { readonly verdict: "load"; readonly fallback: "folder" | "empty"; readonly reason?: string };

export interface FrontmatterRules {
  readonly fence: Fence;
  readonly dialect: Dialect;
  /** Whose idea of white space name and description are trimmed by. */
  readonly trim: "go" | "python" | "none";
  /** Whether a value that trims to nothing is as good as none (`missing`) or a problem of its own (`blank`). */
  readonly emptyValue: "missing" | "blank";
  readonly rulings: Readonly<Record<ParseProblem, Ruling>>;
  /** The line printed for a `reason`: `{folder}`, `{reason}`. */
  readonly warning: string;
  /** `standard`: what breaks the open standard is told in its validator's words. */
  readonly validator: "standard" | "none";
  /** What counts as the body: as written, or its lines without carriage returns, trimmed as Go trims. */
  readonly body: "as-written" | "trimmed-lines";
  /** A line of this many bytes or more cannot be read. */
  readonly maxLineBytes?: number;
  /** What is kept of a skill beside name and description, as it was when loaded. */
  readonly keeps: readonly KeptPart[];
}

/** `body`: the text below the frontmatter. `resources`: the names of the files in the standard's three folders. */
export type KeptPart = "body" | "resources" | "argument-hint" | "allowed-tools" | "state" | "hiding";

export interface Identity {
  /** What the harness calls a skill. */
  readonly name: "frontmatter" | "folder" | "namespaced";
  /** Its name where the frontmatter has none and its folder neither, as at the root of a tree. */
  readonly nameless?: string;
  /** Said where the folder counts and the frontmatter has another name: `{name}`, `{folder}`. */
  readonly differingName?: string;
  /** One pass each, the first holder stays: by `folder` before anything is parsed, by `name` after. */
  readonly collisions: readonly Collision[];
  /** Of the loaded skills: byte order of name, or as found. */
  readonly order: "name" | "found";
}

export interface Collision {
  readonly by: "folder" | "name";
  /** The line printed: `{folder}`, `{name}`, `{quoted}` (the name as Go quotes it), `{first}` (the winner's folder). */
  readonly warning?: string;
}

export type StateRules =
  /** Every skill is always on. */
  | { readonly kind: "none" }
  /** A JSON file `{ [key]: { name: boolean } }`; what it does not name is on. */
  | { readonly kind: "switches"; readonly file: ScopedPath; readonly key: string }
  | StateLevels
  | AllowList;

/** JSON files `{ [key]: { name: word } }`. What the running harness has in hand changes by its own hand only. */
export interface StateLevels {
  readonly kind: "levels";
  /** Each decides for the skills it names; the highest precedence first. */
  readonly files: readonly ScopedPath[];
  readonly key: string;
  /** The harness's words, in the order in which it cycles. Any other word is as good as off. */
  readonly words: Readonly<Record<SkillState, string>>;
  /** Of a skill that no file names, unless its frontmatter has a `state`. */
  readonly initial: SkillState;
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
  /** Rows in byte order of name, whatever order the skills are loaded in. */
  readonly sorted?: true;
}

/** Where in a request the catalog stands. */
export type Delivery =
  /** At the end of the system prompt, after `before`. */
  | { readonly channel: "system"; readonly before: string }
  /** As the description of the harness's own tool. */
  | { readonly channel: "tool" }
  /** After a message of the person: the first of a conversation, and the next after the catalog changed. `{catalog}`. */
  | { readonly channel: "reminder"; readonly wrapper: string };

export interface Activation {
  readonly byModel: ModelActivation;
  readonly byUser: { readonly kind: "none" } | SlashActivation;
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
    | "no-instructions"
    /** Once in a conversation. */
    | "already-active";
  readonly says: string;
}

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
   * nothing when blank. `trimmed-rest`: without outer white space.
   */
  readonly arguments: "fields" | "rest" | "trimmed-rest";
  /** Which part is sent: the whole file read anew, trimmed as Go trims; its body read anew; or the body as loaded. */
  readonly content: "file" | "fresh-body" | "kept-body";
  /** A skill's values, `{arguments}`, `{content}`. */
  readonly message: string;
  /** What the conversation shows in its place, where that is not the line as typed. */
  readonly shows?: string;
}

export type Substitution =
  | { readonly kind: "none" }
  /**
   * One pass with this expression (ASCII word boundaries). A match's first group that took part is an argument's
   * number, counted from `base`; a match without one stands for all arguments, joined by a blank. What is missing
   * is empty.
   */
  | { readonly kind: "placeholders"; readonly pattern: string; readonly base: 0 | 1 };

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
