import type { PluginFormat } from "#lib/skills/plugin-manifests.ts";
import type { ScopedPath } from "./places.ts";

/**
 * A path may hold one segment `*`. It stands for every folder there: each is a plugin's, and its name is the namespace
 * of the plugin's skills.
 */
export interface Root extends ScopedPath {
  /** The harness's own word for the place, where it has one (`project-plugin`). */
  readonly level?: string;
  /** Its word for the same root in a folder above the working folder; absent: the same. */
  readonly levelAbove?: string;
  /** What the catalog calls the place of its skills; absent: the level. */
  readonly says?: string;
  /** Its skills are told after those that the program brings along. */
  readonly followsOwn?: true;
  /**
   * With `*`: a file beside the plugins that lists them. Where it exists, it counts in place of the folders
   * (`plugins.ts`).
   */
  readonly manifest?: string;
  /** With `*`: plugins stand in it as `market/name/version`, and of each the last version counts (`plugins.ts`). */
  readonly isCache?: true;
  /** Of a project's root: further folders in which it is looked for, at the same path. */
  readonly alsoIn?: readonly FurtherFolders[];
  /** Of those folders and its own the topmost comes first; of several such roots one after the other all in that folder do. */
  readonly topFirst?: true;
  /** It is looked for in the folder that holds `.git`, the working folder or one above it, and not in the working folder. */
  readonly at?: "git-root";
  /** It counts only where there is no folder at this path of its scope. */
  readonly unless?: string;
  /** What links below lead to counts within the project alone: the folder that holds `.git`, the working folder or one above it, or else the working folder. */
  readonly staysInProject?: true;
  /** Whether the harness prints paths below as relative to the working folder. */
  readonly printsRelative?: true;
  /**
   * Folders directly in it that the harness keeps for itself: their names in lower case, compared in any case of
   * letters.
   */
  readonly reserves?: readonly string[];
  /** Whether the harness fills it with skills of its own: nothing of a person's is installed there. */
  readonly isBundled?: true;
  /** How it is searched, where that is not how the harness's other roots are. */
  readonly scan?: Scan;
  /** Its skills are named by their paths below it, the folders before the colons: `sub:deep`. */
  readonly namedBy?: "path";
  /** Where a root of less precedence is the same folder, that one counts. */
  readonly yields?: true;
  /**
   * The model is told only of those of its skills whose frontmatter says what they are for, or when to use them. `by-key`: of
   * those that have a description, and be it an empty one.
   */
  readonly tellsDescribed?: true | "by-key";
  /** It is read, but nothing is installed there: it is the administrator's, or deprecated. */
  readonly takesInstalls?: false;
  /**
   * The folder in it that skills are installed into. Absent: the root itself. For a harness that searches the whole
   * project.
   */
  readonly installAt?: string;
}

/** A root as it stands in a tree. */
export interface FoundRoot {
  readonly root: Root;
  /** As the harness's documentation writes it: `./.agents/skills`. */
  readonly label: string;
  readonly path: string;
  /** The plugin whose folder it is. */
  readonly namespace?: string;
  /** The folders and files in it that count; absent for all. */
  readonly only?: readonly string[];
  /** The folder below the working folder that it lies in, where it is one of `touched` (`FurtherFolders`). */
  readonly below?: string;
  /** It is not looked at yet: no file of that folder has been touched. */
  readonly isUntouched?: true;
}

/** Where a SKILL.md lies for a harness: recorded when it looks for skills, and read by who asks why. */
export interface Placement {
  /** The root that it was found in, or comes nearest to being found in. */
  readonly root?: FoundRoot;
  /** The rule that keeps the harness from it, by its code, with what that rule has met. Absent: it was found. */
  readonly broken?: { readonly rule: string; readonly values: object };
}

/**
 * `above`: each folder above the working folder, up to the nearest one that holds `.git`; none where there is no such
 * folder. `above-to-home`: the same, and where no folder holds `.git` up to the home folder. `above-to-top`: the same, and
 * where none does all of them. `git-root`: the folder above that holds `.git`, and none between. `added`: each that the person has added to the session. `touched`: each below the working folder that holds,
 * at any depth, a file that the model has read or changed; these roots come after all others.
 */
export type FurtherFolders = "above" | "above-to-home" | "above-to-top" | "git-root" | "added" | "touched";

/** How a harness that knows plugins keeps those that are installed. */
export interface PluginRules extends PluginFormat {
  /** Where they are kept, each in `cache/market/name/version`; `market`: the folder has no name in its list. */
  readonly home: ScopedPath;
  /** A file in `home` that lists them. Absent: those that are there count. */
  readonly registry?: string;
  /** The version of one that names none. Absent: the commit's first letters. */
  readonly version?: string;
  /**
   * Files that turn plugins off, each by `name@market`: the first that tells of one counts. `json`: `{key: {id: false}}`;
   * `toml`: `[key."id"]` with `enabled = false`.
   */
  readonly switches?: PluginSwitches;
  /**
   * A JSON file in `home` that lists the marketplaces: `{ market: { installLocation, source: { source } } }`. A plugin counts
   * where one of these lists it; where its `source` is a `directory` of this disk, it is read there, and not its copy. Absent:
   * marketplaces are kept in `marketplaces/market`, and need not be there.
   */
  readonly markets?: string;
  /** What names a plugin's skills. Absent: the name by which it was installed. `manifest`: the name in its manifest, if it has one. */
  readonly namedBy?: "manifest";
}

export interface PluginSwitches {
  readonly format: "json" | "toml";
  readonly key: string;
  readonly files: readonly ScopedPath[];
  /**
   * What becomes of a plugin that no file tells of. Absent: it is on. `off`: only `true` turns one on, and they are loaded in
   * the order in which the files name them, the last file first.
   */
  readonly unnamed?: "off";
}

/** How a root is searched. */
export interface Scan {
  /**
   * `one-level`: a skill is a folder directly in the root. `recursive`: a SKILL.md at any depth, also in the root
   * itself.
   */
  readonly depth: "one-level" | "recursive";
  readonly fileName: FileNameRule;
  /** With `one-level`: the root's own SKILL.md is a skill, too. */
  readonly takesRoot?: true;
  /** With `recursive`: a folder with a SKILL.md in it is not entered any further. */
  readonly stopsAtSkill?: true;
  /**
   * Files directly in the root whose names end so are skills. With `recursive`, unless it holds a SKILL.md; with `one-level` in any
   * case of letters and after the folders, but for a SKILL.md.
   */
  readonly rootFiles?: string;
  /** With `recursive`: how many folders below the root are entered on the way to a SKILL.md. */
  readonly maxDepth?: number;
  /** Names of folders that are passed over at any depth. */
  readonly skipFolders: readonly string[];
  /** Folders below the root whose names begin with a dot are skipped. */
  readonly skipHidden?: true;
  /** Which links are followed. Others are skipped. */
  readonly follows: { readonly roots: boolean; readonly folders: boolean; readonly files: boolean };
  /**
   * The order within a one-level root: by the bytes of the whole path (`a-b/` before `a/`), or of the folder's name.
   * `dictionary`: by the folder's name as a dictionary has it (alpha, Beta, zeta). With `recursive` it is always the folder's
   * name, level by level. `shallow-first`: with `recursive`, files of fewer folders first, as a dictionary has their paths. `folder-down`: with `one-level`, by the
   * folder's name from the last to the first, the root's own SKILL.md by its own: the last one read takes a name from those before.
   */
  readonly order: "path" | "folder" | "dictionary" | "shallow-first" | "folder-down";
  /** Roots are printed as what their links lead to; a link below one stays in the path. */
  readonly printsRealRoots?: true;
  /**
   * What comes of a root that exists and is no folder: it is passed over, or skills are off altogether (its `ReadDir`
   * fails).
   */
  readonly brokenRoot: "skip" | "feature-off";
}

export type FileNameRule =
  /** The first of these names that a folder holds. */
  | { readonly match: "exact"; readonly names: readonly string[] }
  /** Any spelling of the name in upper and lower case. */
  | { readonly match: "any-case"; readonly name: string }
  /** Any name that ends so, in any case of letters where it says so. */
  | { readonly match: "suffix"; readonly suffix: string; readonly anyCase?: true };

export interface Identity {
  /**
   * What the harness calls a skill. `namespaced`: the frontmatter's name, after its namespace. `folder`: its folder's.
   * Of both, the plugin's name and a colon stand before that of a plugin's skill, and where the plugin lists the skill's own
   * folder, its frontmatter names it.
   */
  readonly name: "frontmatter" | "folder" | "namespaced";
  /**
   * Manifests of plugins. The nearest one, in a skill's own folder or above, says which plugin the skill belongs to;
   * the skill's name then begins with the plugin's. Of several in one folder the first counts.
   */
  readonly manifests?: readonly string[];
  /**
   * The frontmatter's name calls the skill, too, where it is not the name, and is told beside it where it is one word that no
   * other skill found before has, and that is not another's name, nor one that is `taken`: names of the program's own.
   */
  readonly labels?: { readonly taken: readonly string[] };
  /** A skill whose name is no plain one (`isPlainName`) is left out, without a word. */
  readonly plainNames?: true;
  /** A skill whose name has more characters with its plugin's is left out. `reason`: what the harness says. */
  readonly longestWithPlugin?: { readonly limit: number; readonly reason: string };
  /** A skill that is a file by itself and has no name is called after the folder that it lies in, not after the file. */
  readonly filesAreFolders?: true;
  /** Characters that no name may have: each becomes `by`, or with `runs` several of them in a row do. */
  readonly replaces?: { readonly characters: string; readonly by: string; readonly runs?: true };
  /** Its name where the frontmatter has none and its folder neither, as at the root of a tree. */
  readonly nameless?: string;
  /** Said where the folder counts and the frontmatter has another name: `{name}`, `{folder}`. */
  readonly differingName?: string;
  /**
   * What no two skills may share: the first one found keeps it. `target` and `folder` are tested before a file is
   * parsed, `name` after.
   */
  readonly collisions: readonly Collision[];
  /** The order of the loaded skills: by the bytes of their names, or one of `SkillOrder`. */
  readonly order: SkillOrder;
}

/**
 * `name`: by the bytes of their names. `dictionary`: as a dictionary has their names. `found`: as found. `paths-last`: as found, and after these, as a dictionary has them,
 * those that are named by their paths (`Root.namedBy`), and last those of plugins, as found. `replacing`: from the root of the least precedence up; one that
 * has taken the name of another stands in that one's place. `path`: by the paths of their folders, in lower case.
 */
export type SkillOrder = "name" | "path" | "dictionary" | "found" | "paths-last" | "replacing" | LevelOrder;

/** Skills of these levels one after the other, within each in byte order of name and then of path. */
export interface LevelOrder {
  readonly levels: readonly string[];
}

export interface Collision {
  /** `target`: the file that links lead to. */
  readonly by: "folder" | "name" | "target";
  /** With `name`: a skill of a touched folder (`FurtherFolders`) stays, and its name begins with that folder. */
  readonly qualifies?: true;
  /** With `name`: one that its frontmatter keeps from the model holds its name for the person alone. The next is the model's. */
  readonly byAudience?: true;
  /** With `name`: names are compared in any case of letters. */
  readonly anyCase?: true;
  /** Not the first one found keeps it, but the one whose folder has the last path, in lower case. */
  readonly keeper?: "last-path";
  /** The line printed: `{folder}`, `{name}`, `{quoted}` (the name as Go quotes it), `{first}` (the winner's folder), `{file}`, `{firstFile}`. */
  readonly warning?: string;
}
