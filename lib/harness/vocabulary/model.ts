import type { Notice } from "#lib/skills/notice.ts";
import type { Files } from "#lib/vfs/files.ts";

/** Where a harness runs: its working folder and its user's home, both absolute. */
export interface Place {
  readonly cwd: string;
  readonly home: string;
}

/** A skill as the harness knows it after loading. */
export interface Skill {
  /** What the harness calls it: the key of its state, the word after the slash. */
  readonly name: string;
  readonly description: string;
  /** The SKILL.md, by the path it was found at. */
  readonly location: string;
  /** The folder holding it. */
  readonly directory: string;
  /** The root it was found in, as the harness's documentation writes it (`./.agents/skills`). */
  readonly root: string;
  /** The folder as this harness prints it, where that is not its path. */
  readonly printedDirectory?: string;
  /** The SKILL.md as this harness prints it, where that is not its location. */
  readonly printedLocation?: string;
  readonly namespace?: string;
  readonly argumentHint?: string;
  readonly allowedTools?: readonly string[];
  /** What its frontmatter asks for as its state, in the harness's word. */
  readonly initialState?: string;
  readonly resources?: SkillResources;
  /** When the frontmatter says to use it, told beside the description. */
  readonly whenToUse?: string;
  /** What its text calls its arguments. */
  readonly argumentNames?: readonly string[];
  /** The text below the frontmatter as it was when loaded. */
  readonly body?: string;
  /** Whom its frontmatter keeps it from, though it is on. */
  readonly hiddenFrom?: "model" | "person" | "both";
}

/** Names of the files directly in the standard's folders, in byte order, as they were when loaded. */
export interface SkillResources {
  readonly scripts: readonly string[];
  readonly references: readonly string[];
  readonly assets: readonly string[];
}

/** What became of one SKILL.md. Every one found is a candidate; none vanishes. */
export type Outcome =
  | { readonly kind: "loaded" }
  /** Another candidate of the same folder or name came first, or the same file by another path (`target`). */
  | { readonly kind: "shadowed"; readonly by: string; readonly rule: "folder" | "name" | "target" }
  /** A rule of the harness drops it; the candidate's notices say which. */
  | { readonly kind: "rejected" }
  /** A SKILL.md that lies where this harness never looks. */
  | { readonly kind: "outside" };

export interface Candidate {
  /** Path of the SKILL.md. */
  readonly location: string;
  /** Name of its folder. */
  readonly folder: string;
  /** The root it lies in; absent when the outcome is `outside`. */
  readonly root?: string;
  readonly outcome: Outcome;
  /** The parsed skill: there when `loaded`, and when `shadowed` or `outside` if it parses. */
  readonly skill?: Skill;
  readonly notices: readonly Notice[];
}

export interface Discovery {
  /** Loaded skills in the harness's own order. */
  readonly skills: readonly Skill[];
  /** Every SKILL.md in the harness's order of discovery, then those outside its roots in byte order of path. */
  readonly candidates: readonly Candidate[];
  /** The harness's own warnings, verbatim, in the order it prints them. */
  readonly warnings: readonly string[];
  /** The root whose error turned the whole feature off: then no skill is loaded. */
  readonly brokenRoot?: string;
}

/** Whether a skill is offered: on/off harnesses use two of these, GenCode all three. */
export type SkillState = "off" | "on" | "active";

export interface CatalogRow {
  readonly skill: string;
  readonly location: string;
  /** Character range of the skill's row in `Catalog.text`. */
  readonly start: number;
  readonly end: number;
}

/** What the model is told of the skills before it reads any. */
export interface Catalog {
  /** Where in the request it stands. */
  readonly channel: "system" | "reminder" | "tool";
  /** Exactly as the harness writes it; empty when the harness would add nothing. */
  readonly text: string;
  readonly rows: readonly CatalogRow[];
}

/** A change that a command makes to a real file. `text: null` deletes. */
export interface FileWrite {
  readonly path: string;
  readonly text: string | null;
}

/** What a harness makes of a line typed by a person. */
export type LineResult =
  /** Goes to the model as typed. */
  | { readonly kind: "text" }
  /** A skill invoked by name: `message` goes to the model in place of the line. */
  | {
      readonly kind: "invocation";
      readonly skill: Skill;
      /** Further ones, where a line can name several. */
      readonly others?: readonly Skill[];
      readonly message: string;
      /** What the conversation shows. */
      readonly display: string;
    }
  /** A command of the harness: prints `output`, writes `writes`, reloads when `reload`. Nothing goes to the model. */
  | {
      readonly kind: "command";
      readonly output: string;
      readonly writes: readonly FileWrite[];
      readonly reload: boolean;
      /** The states that a harness has in hand now, if it keeps them beside its files. */
      readonly states?: States;
      /** Whether a new conversation begins. */
      readonly newChat?: true;
    };

export interface Completion {
  /** What stands in the box after accepting, without a final blank. */
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
}

export type Operation = "read" | "write";

export interface GuardDecision {
  readonly permission: "granted" | "pending" | "denied";
  /** Why, as one clause for the person who is asked or the model that is refused. */
  readonly reason: string;
}

/** The state of each loaded skill by its location: some harnesses keep two of one name. */
export type States = ReadonlyMap<string, SkillState>;

/** What a running harness has in hand, and the tree as it is now. */
export interface Session {
  readonly files: Files;
  readonly place: Place;
  /** As of the last (re)load; commands and invocation look names up here. */
  readonly discovery: Discovery;
  readonly states: States;
  /** Whether the whole feature is off: by a setting, a switch at start or a broken root. */
  readonly isOff: boolean;
}

/** What decides the states when a harness starts. */
export interface Launch {
  readonly files: Files;
  readonly place: Place;
  readonly discovery: Pick<Discovery, "skills" | "brokenRoot">;
  /** Whether it is started with its switch that turns skills off. */
  readonly noSkills?: boolean;
}

/** Why a harness offers no skill at all. */
export type FeatureOff =
  /** It is started with its switch of this name. */
  | { readonly kind: "switch"; readonly name: string }
  /** The section of this file turns it off. */
  | { readonly kind: "setting"; readonly path: string; readonly section: string }
  /** It cannot decode the section, and says this. */
  | { readonly kind: "undecodable"; readonly path: string; readonly message: string }
  /** What stands here should be a folder. */
  | { readonly kind: "broken-root"; readonly path: string };

/** A wish: the state of a loaded skill. */
export interface StateSetting {
  readonly skill: Skill;
  readonly state: SkillState;
  /** Which of several state files to write to; by itself the one of the scope in which the skill lies. */
  readonly file?: number;
}
