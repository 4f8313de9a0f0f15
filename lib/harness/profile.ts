import type { Fence } from "#lib/skills/frontmatter.ts";
import type { Dialect, FrontmatterProblem } from "#lib/skills/read-frontmatter.ts";
import type { Catalog, GuardDecision, SkillState } from "./model.ts";

/**
 * A harness's rules for skills, as data. The vocabulary is closed: a harness that needs a word it lacks adds
 * one union member with its engine case and a test, never a question for a profile's id.
 *
 * Texts are templates: `{name}` stands for a value, `{xml:name}` for it with `& < > " '` escaped. Values are
 * put in once and never looked at again.
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
  /** When the harness looks at the disk again. */
  readonly reload: readonly ReloadTrigger[];
}

/** Where a rule is written down, and what the program does instead if it differs. */
export interface Evidence {
  readonly claim: string;
  /** Document and section. */
  readonly source: string;
  readonly program?: string;
}

/** `project`: the working folder; `home`: the person's. */
export type Scope = "project" | "home";

/** A place by scope: `path` counts from its folder; an absolute one stands alone. */
export interface ScopedPath {
  readonly scope: Scope;
  readonly path: string;
}

export interface Root extends ScopedPath {
  /** The product writes this one itself: nothing of a person's is installed there. */
  readonly isBundled?: true;
  /** Where in it skills are installed, when not directly: a harness that walks the project has a custom for it. */
  readonly installAt?: string;
}

/** How a root is searched. A root's path may hold one segment `*`: every folder there, a plugin's each. */
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
}

export interface Identity {
  /** What the harness calls a skill. */
  readonly name: "frontmatter" | "folder" | "namespaced";
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
  | { readonly kind: "switches"; readonly file: ScopedPath; readonly key: string };

export interface CatalogRules {
  readonly channel: Catalog["channel"];
  /** The least state in which a skill is listed. */
  readonly lists: "on" | "active";
  readonly head: string;
  /** `{name}`, `{description}`, `{location}`, `{directory}`. */
  readonly row: string;
  readonly separator: string;
  readonly tail: string;
  /** The whole text when no skill is listed. */
  readonly empty: string;
}

export interface Activation {
  /** How a model gets a skill's instructions: it reads the file at the catalog's path. */
  readonly byModel: { readonly kind: "read-file" };
  readonly byUser: { readonly kind: "none" } | SlashActivation;
}

/** A person types `/name arguments`. What does not activate goes to the model as typed. */
export interface SlashActivation {
  readonly kind: "slash";
  /** What the line begins with, the longest first. */
  readonly prefixes: readonly string[];
  readonly trimsLine: boolean;
  /** Whether a line may hold a newline. */
  readonly multiline: boolean;
  /** `fields`: the words between runs of white space, joined by one blank. `rest`: verbatim after the first blank. */
  readonly arguments: "fields" | "rest";
  /** Which part of the file is sent, trimmed as Go trims. */
  readonly content: "file" | "body";
  /** `{name}`, `{arguments}`, `{content}`. */
  readonly message: string;
  /** Without arguments, where that differs. */
  readonly messageWithoutArguments?: string;
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
  readonly rules: readonly CommandRule[];
  /** What a line with this first word prints when no rule fits. */
  readonly usage?: { readonly word: string; readonly output: string };
}

export interface CommandRule {
  /** The words of the line; `<name>` stands for a skill's name. */
  readonly words: readonly string[];
  /** For the completion: what it does. */
  readonly detail: string;
  readonly does:
    | {
        readonly kind: "list";
        readonly heading: string;
        /** Printed instead when there is no skill. */
        readonly none: string;
        readonly marks: Readonly<Record<SkillState, string>>;
      }
    /** `{count}`: of the skills loaded before. */
    | { readonly kind: "reload"; readonly output: string }
    /** `{name}`. */
    | { readonly kind: "set-state"; readonly state: SkillState; readonly output: string; readonly unknown: string };
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
  /** A tool wrote a SKILL.md. */
  | "skill-write";
