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
