import type { ScopedPath } from "./places.ts";

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
  /** Names of folders directly in it, in any case of letters, that the harness keeps for itself; in lower case here. */
  readonly reserves?: readonly string[];
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

export interface Identity {
  /**
   * What the harness calls a skill. `namespaced`: the frontmatter's name, after its namespace. `folder`: its folder's.
   * `folder-or-plugin`: that, and in a plugin the frontmatter's name after the plugin's.
   */
  readonly name: "frontmatter" | "folder" | "namespaced" | "folder-or-plugin";
  /**
   * Files of which the nearest, in a skill's own folder or above, tells the plugin it belongs to: its name then begins
   * with the plugin's. Of several in one folder the first.
   */
  readonly manifests?: readonly string[];
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
