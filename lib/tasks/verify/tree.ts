/** Folder of the trees in the jail, so that every machine has the same paths. */
export const world = "/mnt";
/** Begins the paths in it that are not of a tree. */
export const keptOfWorld = `${world}/.kept-`;

/** A harness's folders, relative to the working folder or the home folder. Trees are written once for all harnesses. */
export interface Folders {
  /** `{project}` in a tree's paths: the project's skills folder, below `app`. */
  readonly project: string;
  /** `{home}`: the person's skills folder, below `home`. */
  readonly home: string;
  /** `{own}`: the harness's own folder, in both. */
  readonly own: string;
}

/** A call of the harness's own tool: the skill's name, and arguments if any. */
export type Call = readonly [skill: string, args?: string];

/**
 * A tree on which program and engine are compared. Paths are relative to the world's folder: the project is in `app`, the person's home
 * folder is `home`. Paths that begin with `{project}/`, `{home}/` or `{own}/` are in a harness's folders.
 */
export interface Tree {
  readonly name: string;
  /** The question that it asks. */
  readonly why: string;
  /** Path → text (`bytesOfText`). A path that ends with a slash is an empty folder. `{world}` in a text is the world's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Path → target. */
  readonly links?: Readonly<Record<string, string>>;
  /** The working folder; absent: `app`. */
  readonly cwd?: string;
  /** What the person types; absent: a greeting. */
  readonly line?: string;
  /** Whether they type it in a terminal, for a program that treats lines differently there (`Program.inTerminal`, `Program.screen`). */
  readonly isTerminal?: true;
  /** Files that the model reads, then the skills that it calls. */
  readonly reads?: readonly string[];
  /** Whether it is about which of these files the program lets its model read, without the flags that allow everything. */
  readonly isGuarded?: true;
  readonly calls?: readonly Call[];
  /** The model to run with, if not the program's usual one. */
  readonly model?: string;
  /** Harnesses that it is for; absent: all. */
  readonly only?: readonly string[];
}

/** A tree for one harness, with absolute paths. */
export interface PlacedTree {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly home: string;
  readonly line?: string;
  readonly isTerminal?: true;
  readonly reads: readonly string[];
  readonly isGuarded?: true;
  readonly calls: readonly Call[];
  readonly model?: string;
}

/** What a person types if a tree is not about that. */
export const greeting = "Hello there";

export function placeTree(tree: Tree, folders: Folders): PlacedTree {
  const place = (path: string) => `${world}/${spelled(path, folders)}`;
  const fill = (text: string) => text.replaceAll("{world}", world);
  const mapped = (byPath: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(byPath).map(([path, text]) => [place(path), fill(text)]));
  return {
    name: tree.name,
    files: mapped(tree.files),
    links: mapped(tree.links),
    cwd: place(tree.cwd ?? "app"),
    home: `${world}/home`,
    ...(tree.line !== undefined && { line: fill(tree.line) }),
    ...(tree.isTerminal && { isTerminal: true }),
    reads: (tree.reads ?? []).map(place),
    ...(tree.isGuarded && { isGuarded: true }),
    calls: tree.calls ?? [],
    ...(tree.model !== undefined && { model: tree.model }),
  };
}

/** Replaces a harness's folders in a path. */
export function spelled(path: string, { project, home, own }: Folders): string {
  return path
    .replace(/^\{project\}/, `app/${project}`)
    .replace(/^\{home\}/, `home/${home}`)
    .replace(/^\{own\}/, `app/${own}`)
    .replace("{folder}", project)
    .replace("{own}", own);
}

/** A SKILL.md with this frontmatter. */
export function skillText(frontmatter: string, body = "The body."): string {
  return `---\n${frontmatter}\n---\n\n${body}\n`;
}

/** A typical SKILL.md, with `more` lines in its frontmatter. */
export function usualSkill(name: string, description: string, body = `Body of ${name}.`, more = ""): string {
  return skillText(`name: ${name}\ndescription: ${description}${more === "" ? "" : `\n${more}`}`, body);
}

/** Texts by path, each below `root`. */
export function below(root: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${root}/${path}`, text]));
}

/** SKILL.md files in a root, by folder name. */
export function skillsIn(root: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([folder, text]) => [`${root}/${folder}/SKILL.md`, text]));
}
