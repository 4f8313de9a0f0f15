import { basename, dirname } from "#lib/vfs/paths.ts";
import type { Placement } from "./discovery.ts";
import type { Notice } from "./notice.ts";

/** A skill as the harness knows it after loading. */
export interface Skill {
  /** What the harness calls it: the key of its state, the word after the slash. */
  readonly name: string;
  readonly description: string;
  /** What its frontmatter calls it, where that calls it, too; and whether that is told beside its name. */
  readonly label?: { readonly name: string; readonly isTold: boolean };
  /** The SKILL.md, by the path it was found at. */
  readonly location: string;
  /** The folder holding it. */
  readonly directory: string;
  /** It is a file by itself, and its directory is none of its own. */
  readonly singleFile?: true;
  /** The root it was found in, as the harness's documentation writes it (`./.agents/skills`). */
  readonly root: string;
  /** What the catalog calls the place of that root. */
  readonly level?: string;
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
  /** The names by which its text refers to its arguments. */
  readonly argumentNames?: readonly string[];
  /** The text below the frontmatter as it was when loaded. */
  readonly body?: string;
  /** Glob patterns of files, from the working folder: the model is told of it once one of them is touched. */
  readonly paths?: readonly string[];
  /** The folder below the working folder in whose root it lies, and its own name where that folder has become part of it. */
  readonly below?: { readonly folder: string; readonly qualifies?: string };
  /** It is named by its path below its root, as commands are (`Root.namedBy`). */
  readonly isCommand?: true;
  /** Its frontmatter says neither what it is for nor when to use it, and the harness tells of none such from its root. */
  readonly isUndescribed?: true;
  /** The person's skill of this name is another one, which is kept from the model (`Collision.byAudience`). */
  readonly isModelsOnly?: true;
  /** Who does not get to see it though it is on, by its frontmatter. */
  readonly hiddenFrom?: "model" | "person" | "both";
}

/** Names of the files directly in the standard's folders, in byte order, as they were when loaded. */
export interface SkillResources {
  readonly scripts: readonly string[];
  readonly references: readonly string[];
  readonly assets: readonly string[];
}

/** Whether a skill's frontmatter, or a file beside it, keeps it from the model or from the person. */
export function isHiddenFrom({ hiddenFrom }: Pick<Skill, "hiddenFrom">, whom: "model" | "person"): boolean {
  return hiddenFrom === whom || hiddenFrom === "both";
}

/** What became of one SKILL.md. Every one found is a candidate; none vanishes. */
export type Outcome =
  | { readonly kind: "loaded" }
  /** Another candidate of the same folder or name came first, or the same file by another path (`target`). */
  | { readonly kind: "shadowed"; readonly by: string; readonly rule: "folder" | "name" | "target" }
  /** A rule of the harness drops it; the candidate's notices say which. */
  | { readonly kind: "rejected" }
  /** A SKILL.md that lies where this harness never looks; `awaits`: before a file of that folder is touched. */
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
  /** The parsed skill: there when `loaded`, and when `shadowed` or `outside` if it parses. */
  readonly skill?: Skill;
  readonly notices: readonly Notice[];
}

/** What a harness found in a tree of files. */
export interface Discovery {
  /** Loaded skills in the harness's own order. */
  readonly skills: readonly Skill[];
  /** Every SKILL.md in the harness's order of discovery, then those outside its roots in byte order of path. */
  readonly candidates: readonly Candidate[];
  /** Where each of them lies, by location. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** The harness's own warnings, verbatim, in the order it prints them. */
  readonly warnings: readonly string[];
  /** The root whose error turned the whole feature off: then no skill is loaded. */
  readonly brokenRoot?: string;
}

/** What names a skill that does not name itself: its folder, or a file that is a skill by itself. */
export function ownName(location: string): string {
  const name = basename(location);
  return isSingleFile(location) ? name.slice(0, name.lastIndexOf(".")) : basename(dirname(location));
}

/** Whether a skill is a file by itself, such as `commands/deploy.md`, and not a folder with a SKILL.md. */
export function isSingleFile(location: string): boolean {
  return !/SKILL\.md$/i.test(location);
}
