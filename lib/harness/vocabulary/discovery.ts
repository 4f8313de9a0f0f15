import type { Shape } from "#lib/skills/json-shape.ts";
import type { PluginFormat } from "#lib/skills/plugin-manifests.ts";
import type { ScopedPath } from "./places.ts";
import type { LayeredSettings } from "./settings.ts";

/**
 * A folder in which a harness looks for skills. The path may have one segment `*`, which stands for every folder there: each belongs to a
 * plugin, and its name is the namespace of the plugin's skills.
 */
export interface Root extends ScopedPath {
  /** The harness's own word for the place, if it has one (`project-plugin`). */
  readonly level?: string;
  /** The harness's word for the same root in a folder above the working folder; absent: the same word. */
  readonly levelAbove?: string;
  /** The catalog's name for the place of these skills; absent: the level. */
  readonly says?: string;
  /** A folder of this path in the home folder is none of a project. */
  readonly avoidsHome?: true;
  /** These skills are listed after the program's own. */
  readonly followsOwn?: true;
  /** With `*`: a file beside the plugins that lists them. If it exists, the list counts instead of the folders (`plugins.ts`). */
  readonly manifest?: string;
  /** With `*`: a folder is a plugin if it holds this file, JSON with the plugin's `name`; the last of them comes first. */
  readonly named?: string;
  /**
   * With `named`: the marketplace in such plugins' ids, by which switches turn them off (`PluginSwitches`). They also
   * turn off the skill that the plugin's own folder is. The first of a name counts.
   */
  readonly market?: string;
  /** With `*`: the plugins' names do not precede their skills'. */
  readonly bareNames?: true;
  /** With `named`: the plugins are extensions. */
  readonly extensions?: ExtensionRules;
  /** With `*`: plugins are stored as `market/name/version`, and the last version of each counts (`plugins.ts`). */
  readonly isCache?: true;
  /** For a root of the project: further folders that have this root at the same path. */
  readonly alsoIn?: readonly FurtherFolders[];
  /** The topmost of these folders comes first. With several such roots in a row, all roots in the topmost folder come first. */
  readonly topFirst?: true;
  /** The root is in the folder that holds `.git` (the working folder or one above it) instead of the working folder. */
  readonly at?: "git-root";
  /** The root counts only if there is no folder at this path of its scope. */
  readonly unless?: string;
  /**
   * Links below the root count only if they lead into the project (the folder that holds `.git`, the working folder or one above it, or else
   * the working folder), or into the plugin to which the root belongs.
   */
  readonly staysIn?: "project" | "plugin";
  /** Whether the harness prints paths below the root relative to the working folder. */
  readonly printsRelative?: true;
  /** Names of direct subfolders that the harness reserves for itself, in lower case, compared ignoring case. */
  readonly reserves?: readonly string[];
  /** Whether the harness fills the root with its own skills: nothing of a person's is installed there. */
  readonly isBundled?: true;
  /** How the root is searched, if it differs from the harness's other roots. */
  readonly scan?: Scan;
  /** Its skills are named by their paths below the root, with colons between the segments: `sub:deep`. */
  readonly namedBy?: "path";
  /** If a root of lower precedence is the same folder, that root counts instead. */
  readonly yields?: true;
  /**
   * The model is told only of skills in this root whose frontmatter says what they are for, or when to use them. `by-key`: of skills with
   * the key `description`, even if it is empty.
   */
  readonly tellsDescribed?: true | "by-key";
  /** The root is read, but nothing is installed there, because it belongs to the administrator or is deprecated. */
  readonly takesInstalls?: false;
  /** The subfolder that skills are installed into. Absent: the root itself. Needed for a harness that searches the whole project. */
  readonly installAt?: string;
}

/** Folders that settings add to the roots. */
export interface AddedRoots extends LayeredSettings {
  /**
   * Nested keys of the list: absolute paths, with `~/` for the home folder, or relative to the working folder. The keys behind the first are
   * other places where it may stand.
   */
  readonly keys: readonly (readonly string[])[];
  /**
   * `last`: of the last file that has a list, the last entry first, before all roots. `each`: of each file, relative to its folder and before
   * the other roots of its scope; an entry with a sign in front, or with `*` or `?`, is none. `all`: of all files, after all roots, except those whose
   * skills follow the program's own.
   */
  readonly counts: "last" | "each" | "all";
  /** `~` is a name like others. */
  readonly plainTilde?: true;
  /** With `staysIn`, what a file of the project names has to be in the project, too. */
  readonly like: Omit<Root, keyof ScopedPath>;
}

/** Which folders with a manifest (`Root.named`) are extensions, and which of these count. */
export interface ExtensionRules {
  /** A regular expression for names. */
  readonly names: string;
  /** Of a manifest. */
  readonly shape: Shape;
  /** A JSON file beside the extensions: `{ name: { overrides: [rule] } }`. A rule is a path with a slash at its end, `*` for anything, and `!` for off. */
  readonly switches: string;
  /** Whether case is ignored in its names. */
  readonly anyCase?: true;
  /** A JSON file in an extension's folder: with `type: "link"`, the extension is read in the folder `source`. */
  readonly installed?: string;
}

/** A root in a tree of files. */
export interface FoundRoot {
  readonly root: Root;
  /** The root as the harness's documentation writes it: `./.agents/skills`. */
  readonly label: string;
  readonly path: string;
  /** The plugin that the folder belongs to. */
  readonly namespace?: string;
  /** The plugin's folder. */
  readonly pluginFolder?: string;
  /** Names of the folders and files in the root that count; absent for all. */
  readonly only?: readonly string[];
  /** The folder below the working folder that contains the root, if it is one of `touched` (`FurtherFolders`). */
  readonly below?: string;
  /** The root is not looked at yet, because no file of that folder has been touched. */
  readonly isUntouched?: true;
}

/** Where a SKILL.md lies for a harness: recorded by discovery, and read by explanations. */
export interface Placement {
  /** The root in which the file was found, or came nearest to being found. */
  readonly root?: FoundRoot;
  /** Code of the rule because of which the harness does not find the file, and what the rule recorded. Absent: the file was found. */
  readonly broken?: { readonly rule: string; readonly values: object };
}

/**
 * `above`: each folder above the working folder, up to the nearest one that holds `.git`; none if there is no such folder. `above-to-home`:
 * the same, but up to the home folder if no folder holds `.git`. `above-and-home`: the same, with the home folder itself. `above-to-top`: the same, but all of them if no folder holds `.git`.
 * `git-root`: only the folder above that holds `.git`. `added`: each folder that the person has added to the session. `touched`: each
 * folder below the working folder that contains, at any depth, a file that the model has read or changed; these roots come after all
 * others.
 */
export type FurtherFolders =
  | "above"
  | "above-to-home"
  | "above-and-home"
  | "above-to-top"
  | "git-root"
  | "added"
  | "touched";

/** How a harness that knows plugins stores installed ones. */
export interface PluginRules extends PluginFormat {
  /** The folder in which each plugin is stored as `cache/market/name/version`; `market` is the folder's name if its list has no name. */
  readonly home: ScopedPath;
  /** A file in `home` that lists the plugins. Absent: every plugin that is stored counts. */
  readonly registry?: string;
  /**
   * A plugin counts only where it is installed for the person, or for the project whose folder is the working folder. A list in which one
   * install does not say for whom it is, or has a value of another type, lists nothing.
   */
  readonly perProject?: true;
  /** The version of a plugin that states none. Absent: the beginning of the commit id. */
  readonly version?: string;
  /**
   * Files that turn plugins off, each by `name@market`; the first file that mentions a plugin counts. `json`: `{key: {id: false}}`; `toml`:
   * `[key."id"]` with `enabled = false`.
   */
  readonly switches?: PluginSwitches;
  /**
   * A JSON file in `home` that lists the marketplaces: `{ market: { installLocation, source: { source } } }`. A plugin counts only if one
   * of them lists it; if the `source` is a `directory` on this disk, the plugin is read there instead of from its copy. Absent:
   * marketplaces are stored in `marketplaces/market`, and need not be there.
   */
  readonly markets?: {
    readonly file: string;
    /** Of each entry: with one of another shape, no plugin is read on this disk. */
    readonly known: Shape;
    /** Of a marketplace's own file: one of another shape lists nothing. */
    readonly market: Shape;
  };
  /**
   * What names a plugin's skills. Absent: the name by which the plugin was installed. `manifest`: the name in its manifest, if it has one.
   */
  readonly namedBy?: "manifest";
  /** Files that the harness tells its model of as well, its own and a plugin's, and that are not read here. */
  readonly leftOut?: readonly [own: string, ofPlugins: string];
}

export interface PluginSwitches {
  readonly format: "json" | "toml";
  readonly key: string;
  readonly files: readonly ScopedPath[];
  /**
   * How a plugin counts that no file mentions. Absent: it is on. `off`: only `true` turns a plugin on, and plugins are loaded in the order
   * of the files' entries, the last file first, unless `order` is given.
   */
  readonly unnamed?: "off";
  /** A file of another shape counts as one that says nothing. */
  readonly shape?: Shape;
  /** In which order they are loaded: by the bytes of their ids. */
  readonly order?: "id";
}

/** How a root is searched. */
export interface Scan {
  /**
   * `one-level`: a skill is a folder directly in the root. `recursive`: a SKILL.md at any depth, also in the root
   * itself.
   */
  readonly depth: "one-level" | "recursive";
  readonly fileName: FileNameRule;
  /** With `one-level`: a SKILL.md directly in the root is a skill, too. */
  readonly takesRoot?: true;
  /** With `recursive`: the search does not enter subfolders of a folder with a SKILL.md. */
  readonly stopsAtSkill?: true;
  /** With `stopsAtSkill`: the root itself is not entered either if it has a folder called SKILL.md. */
  readonly rootStopsAtAny?: true;
  /** Of a folder with a SKILL.md, in any case of letters, no other file counts. */
  readonly skillAlone?: true;
  /**
   * Suffix of files directly in the root that are skills. With `recursive`, unless the root holds a SKILL.md; with `one-level`, ignoring
   * case, after the folders, and except a SKILL.md.
   */
  readonly rootFiles?: string;
  /** With `recursive`: the greatest depth below the root of a folder that is searched. */
  readonly maxDepth?: number;
  /** With `recursive`: how many folders of a root are searched, the root included, those at a smaller depth first. */
  readonly maxFolders?: number;
  /** Names of folders that are skipped at any depth. */
  readonly skipFolders: readonly string[];
  /** Folders below the root whose names begin with a dot are skipped. */
  readonly skipHidden?: true;
  /**
   * With `recursive` and links to folders that are followed: names of ignore files. Their lines exclude paths from the
   * search as in a .gitignore, but ignore case and give a leading slash no meaning.
   */
  readonly ignoreFiles?: readonly string[];
  /** Which links are followed. Others are skipped. */
  readonly follows: { readonly roots: boolean; readonly folders: boolean; readonly files: boolean };
  /**
   * The order within a one-level root: by the bytes of the whole path (`a-b/` before `a/`), or of the folder's name. `dictionary`: by the
   * folder's name in dictionary order (alpha, Beta, zeta); `plain-dictionary`: with the name's signs replaced (`plainInPlugins`). With `recursive` it is always by the folder's name, level by level.
   * `shallow-first`: with `recursive`, files at a smaller depth first, then in dictionary order of path. `folder-down`: with `one-level`,
   * by the folder's name from the last to the first, and the root's own SKILL.md by the root's name; a skill that is read later takes a
   * name from earlier ones.
   */
  readonly order: "path" | "folder" | "dictionary" | "plain-dictionary" | "shallow-first" | "folder-down";
  /** Roots are printed with their links resolved; a link below a root stays in the path. */
  readonly printsRealRoots?: true;
  /** The effect of a root that exists and is no folder: it is skipped, or skills are off altogether (the harness's `ReadDir` fails). */
  readonly brokenRoot: "skip" | "feature-off";
}

export type FileNameRule =
  /** The first of these names that exists in the folder. */
  | { readonly match: "exact"; readonly names: readonly string[] }
  /** The name, ignoring case. */
  | { readonly match: "any-case"; readonly name: string }
  /** Any name with this suffix; with `anyCase`, ignoring case. */
  | { readonly match: "suffix"; readonly suffix: string; readonly anyCase?: true };

export interface Identity {
  /**
   * The harness's name for a skill. `frontmatter`: the one in the frontmatter. `namespaced`: the frontmatter's name after its namespace.
   * `folder`: that of its folder. With the latter two, the plugin's name and a colon precede the name of a plugin's skill; and if the
   * plugin lists the skill's own folder, the frontmatter names the skill.
   */
  readonly name: "frontmatter" | "folder" | "namespaced";
  /**
   * Paths of plugin manifests. The nearest one, in a skill's folder or above, says which plugin the skill belongs to; the skill's name then
   * begins with the plugin's. Of several in one folder the first counts.
   */
  readonly manifests?: readonly string[];
  /**
   * If the frontmatter's name differs from the skill's, it can also be used to call the skill. It is told beside the name if it is one word
   * that no skill found before has, that is no other skill's name and that is not in `taken`, the names of the program's own.
   */
  readonly labels?: { readonly taken: readonly string[] };
  /**
   * In the name of a plugin's skill, every character other than ASCII letters, digits, `-` and `_` becomes `-`. Where the frontmatter names
   * it, the plugin's name and a colon at its beginning are left out first.
   */
  readonly plainInPlugins?: true;
  /** A skill whose name is not plain (`isPlainName`) is left out without a message. */
  readonly plainNames?: true;
  /** Prefix of names that are the program's own: no skill may have it, or this and a colon before its name. In lower case. */
  readonly reservedPrefix?: string;
  /** A skill is left out if its name with its plugin's has more characters. `reason`: the harness's message. */
  readonly longestWithPlugin?: { readonly limit: number; readonly reason: string };
  /** A skill that is a single file without a name is named after its folder, not after the file. */
  readonly filesAreFolders?: true;
  /** Characters that names may not have: each is replaced by `by`, or with `runs` each run of them. */
  readonly replaces?: { readonly characters: string; readonly by: string; readonly runs?: true };
  /** The name of a skill if neither its frontmatter nor its folder has one, as at the root of a tree. */
  readonly nameless?: string;
  /** Message if the folder names the skill and the frontmatter has another name: `{name}`, `{folder}`. */
  readonly differingName?: string;
  /** What no two skills may share: the first one found keeps it. `target` and `folder` are tested before a file is parsed, `name` after. */
  readonly collisions: readonly Collision[];
  /** The order of the loaded skills. */
  readonly order: SkillOrder;
}

/**
 * `name`: byte order of names. `dictionary`: dictionary order of names. `found`: as found. `paths-last`: as found; then, in dictionary
 * order, skills named by their paths (`Root.namedBy`); those of plugins, as found; and last, in dictionary order, those that wait for a file
 * (`Skill.ignoring`) or are in a folder that a file was touched in. `replacing`: from the root of the lowest
 * precedence up; a skill that takes the name of another takes its position. `path`: by the paths of their folders, in lower case.
 * `runs`: as found, those in a row from roots of one level by name.
 */
export type SkillOrder = "name" | "path" | "dictionary" | "found" | "paths-last" | "replacing" | "runs" | LevelOrder;

/** Skills grouped by these levels, within each in byte order of name and then of path. */
export interface LevelOrder {
  readonly levels: readonly string[];
}

export interface Collision {
  /** `target`: the file that links lead to. */
  readonly by: "folder" | "name" | "target";
  /**
   * With `name`: a skill of a touched folder (`FurtherFolders`) stays, and its name begins with that folder. It stays, too, where it is a
   * file that was found elsewhere.
   */
  readonly qualifies?: true;
  /**
   * With `name`: a skill that its frontmatter hides from the model holds its name only for the person; the next one of that name is the
   * model's.
   */
  readonly byAudience?: true;
  /** With `name`: case is ignored. */
  readonly anyCase?: true;
  /** Instead of the first one found, the skill whose folder has the last path, in lower case, keeps it. */
  readonly keeper?: "last-path";
  /**
   * The line that is printed: `{folder}`, `{name}`, `{quoted}` (the name as Go quotes it), `{first}` (the winner's folder), `{file}`,
   * `{firstFile}`.
   */
  readonly warning?: string;
}
