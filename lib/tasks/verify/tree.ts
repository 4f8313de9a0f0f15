/** Where the trees stand in the jail: a folder of its own there, so that every machine has the same paths. */
export const world = "/mnt";

/** Folders of a harness, from the working folder or the home folder. Trees are written once for all harnesses. */
export interface Folders {
  /** `{project}` in a tree's paths: the skills folder of a project, below `app`. */
  readonly project: string;
  /** `{home}`: the person's, below `home`. */
  readonly home: string;
  /** `{own}`: the harness's own folder, in both. */
  readonly own: string;
}

/** A call of the harness's own tool: the skill's name, and arguments if any. */
export type Call = readonly [skill: string, args?: string];

/**
 * A tree on which program and engine are held against each other. Paths count from the world's folder: the project lies in
 * `app`, the person's home folder is `home`. What begins with `{project}/`, `{home}/` or `{own}/` stands for a harness's
 * folders.
 */
export interface Tree {
  readonly name: string;
  /** What it asks. */
  readonly why: string;
  /** Path → text. A path that ends in a slash is an empty folder. `{world}` in a text is the world's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Path → target. */
  readonly links?: Readonly<Record<string, string>>;
  /** The working folder; `app` where absent. */
  readonly cwd?: string;
  /** What the person types; without it a greeting. */
  readonly line?: string;
  /** Whether they type it in a terminal, for a program that takes a line otherwise there (`Program.inTerminal`). */
  readonly isTerminal?: true;
  /** Files that the model reads, then the skills that it calls. */
  readonly reads?: readonly string[];
  readonly calls?: readonly Call[];
  /** The model that is asked for, where that is not the program's usual one. */
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
  readonly calls: readonly Call[];
  readonly model?: string;
}

/** What a person says where a tree is not about that. */
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
    calls: tree.calls ?? [],
    ...(tree.model !== undefined && { model: tree.model }),
  };
}

/** A path with a harness's folders in it. */
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

/** A usual SKILL.md, with `more` lines in its frontmatter. */
export function usualSkill(name: string, description: string, body = `Body of ${name}.`, more = ""): string {
  return skillText(`name: ${name}\ndescription: ${description}${more === "" ? "" : `\n${more}`}`, body);
}

/** Texts by path, each below `root`. */
export function below(root: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${root}/${path}`, text]));
}

/** SKILL.md files by the name of their folders, in a root. */
export function skillsIn(root: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([folder, text]) => [`${root}/${folder}/SKILL.md`, text]));
}
