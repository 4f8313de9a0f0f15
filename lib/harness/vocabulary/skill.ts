import { basename, dirname } from "#lib/vfs/paths.ts";
import type { Placement } from "./discovery.ts";
import type { Notice } from "./notice.ts";

/** A skill as the harness knows it after loading. */
export interface Skill {
  /** The harness's name for the skill: the key of its state, and the word after the slash. */
  readonly name: string;
  readonly description: string;
  /** The frontmatter's name, if it also calls the skill; and whether it is told beside the name. */
  readonly label?: { readonly name: string; readonly isTold: boolean };
  /** The path at which its SKILL.md was found. */
  readonly location: string;
  /** The folder of its SKILL.md. */
  readonly directory: string;
  /** The skill is a single file, and its folder is not its own. */
  readonly singleFile?: true;
  /** The root in which it was found, as the harness's documentation writes it (`./.agents/skills`). */
  readonly root: string;
  /** The catalog's name for the place of that root. */
  readonly level?: string;
  /** The folder as the harness prints it, if that differs from its path. */
  readonly printedDirectory?: string;
  /** The SKILL.md as the harness prints it, if that differs from its location. */
  readonly printedLocation?: string;
  readonly namespace?: string;
  /** The folder of its plugin. */
  readonly pluginFolder?: string;
  readonly argumentHint?: string;
  readonly allowedTools?: readonly string[];
  /** The state that its frontmatter asks for, in the harness's word. */
  readonly initialState?: string;
  readonly resources?: SkillResources;
  /** The frontmatter's text on when to use the skill, told beside the description. */
  readonly whenToUse?: string;
  /** The names by which its text refers to its arguments. */
  readonly argumentNames?: readonly string[];
  /** How hard the model is to think, if the frontmatter has one of the harness's words for that. */
  readonly effort?: string;
  /** The text below the frontmatter, as it was when loaded. */
  readonly body?: string;
  /** Glob patterns of files, relative to the working folder: the model is told of the skill once a matching file is touched. */
  readonly paths?: readonly string[];
  /** The same in lower case, for a harness that reads them as lines of a .gitignore. */
  readonly ignoring?: readonly string[];
  /**
   * The folder below the working folder whose root contains the skill, and the skill's own name if that folder has become part of the name;
   * `isShared`: only skills of other such folders have that name.
   */
  readonly below?: { readonly folder: string; readonly qualifies?: string; readonly isShared?: true };
  /** The skill is named by its path below its root, as commands are (`Root.namedBy`). */
  readonly isCommand?: true;
  /** Its frontmatter says neither what it is for nor when to use it, and the harness does not tell of such skills in its root. */
  readonly isUndescribed?: true;
  /** For the person, this name belongs to another skill, which is hidden from the model (`Collision.byAudience`). */
  readonly isModelsOnly?: true;
  /** Who the frontmatter hides the skill from although it is on. */
  readonly hiddenFrom?: "model" | "person" | "both";
  /** What hides it, as its file says it, if that is neither `disable-model-invocation` nor `user-invocable`. */
  readonly hiddenBy?: string;
}

/** The frontmatter's name of a plugin's skill, by which it can be called without the plugin's name. */
export function shortNameOf({ name, label, namespace }: Skill): string | undefined {
  return namespace === undefined ? undefined : label?.name.slice(name.lastIndexOf(":") + 1);
}

/** Names of the files directly in the standard's folders, in byte order, as they were when loaded. */
export interface SkillResources {
  readonly scripts: readonly string[];
  readonly references: readonly string[];
  readonly assets: readonly string[];
}

/** Whether a skill's frontmatter, or a file beside it, hides it from the model or from the person. */
export function isHiddenFrom({ hiddenFrom }: Pick<Skill, "hiddenFrom">, whom: "model" | "person"): boolean {
  return hiddenFrom === whom || hiddenFrom === "both";
}

/** What became of one SKILL.md. Every one found is a candidate; none vanishes. */
export type Outcome =
  | { readonly kind: "loaded" }
  /** Another candidate with the same folder or name came first, or with the same file by another path (`target`). */
  | { readonly kind: "shadowed"; readonly by: string; readonly rule: "folder" | "name" | "target" }
  /** A rule of the harness rejects it; the candidate's notices say which. */
  | { readonly kind: "rejected" }
  /** The harness never looks there; `awaits`: not before a file of that folder is touched. */
  | { readonly kind: "outside"; readonly awaits?: string };

/** A SKILL.md that was found, and what became of it. */
export interface Candidate {
  /** Path of the SKILL.md. */
  readonly location: string;
  /** Name of its folder. */
  readonly folder: string;
  /** The root it lies in; absent when the outcome is `outside`. */
  readonly root?: string;
  readonly outcome: Outcome;
  /** The parsed skill: present if `loaded`, and if `shadowed` or `outside` when it parses. */
  readonly skill?: Skill;
  readonly notices: readonly Notice[];
}

/** What a harness found in a tree of files. */
export interface Discovery {
  /** Loaded skills in the harness's own order. */
  readonly skills: readonly Skill[];
  /** Every SKILL.md in the harness's order of discovery, then those outside its roots in byte order of path. */
  readonly candidates: readonly Candidate[];
  /** The placement of each candidate, by location. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** The harness's own warnings, verbatim, in the order it prints them. */
  readonly warnings: readonly string[];
  /** The root whose error turned the whole feature off: then no skill is loaded. */
  readonly brokenRoot?: string;
}

/** The default name of a skill: that of its folder, or of the file if the skill is a single file. */
export function ownName(location: string): string {
  const name = basename(location);
  return isSingleFile(location) ? name.slice(0, name.lastIndexOf(".")) : basename(dirname(location));
}

/** Whether a skill is a single file, such as `commands/deploy.md`, instead of a folder with a SKILL.md. */
export function isSingleFile(location: string): boolean {
  return !/SKILL\.md$/i.test(location);
}
