import fc from "fast-check";
import type { ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Settings } from "./random-settings.ts";
import { names, skillFile } from "./random-skills.ts";
import { type Folders, spelled, type Tree } from "./tree.ts";

/** Often one of a few, so that some are taken twice. */
const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom("alpha", "alpha", "beta", "ALPHA"));

type PlaceOf = (name: string) => string;

/** Where a skill may lie, by its folder's name. */
const places: readonly PlaceOf[] = [
  (folder) => `{project}/${folder}/SKILL.md`,
  (folder) => `{home}/${folder}/SKILL.md`,
];

const oddPlaces: readonly PlaceOf[] = [
  (folder) => `app/pkg/{folder}/${folder}/SKILL.md`,
  (folder) => `app/pkg/web/{folder}/${folder}/SKILL.md`,
  (folder) => `{folder}/${folder}/SKILL.md`,
  (folder) => `home/work/{folder}/${folder}/SKILL.md`,
  (folder) => `{project}/group/${folder}/SKILL.md`,
  (folder) => `{project}/alpha/${folder}/SKILL.md`,
  (folder) => `{project}/alpha/skills/${folder}/SKILL.md`,
  (folder) => `{project}/a/b/c/d/e/f/${folder}/SKILL.md`,
  (folder) => `{project}/.dot/${folder}/SKILL.md`,
  (folder) => `{project}/${folder}/skill.md`,
  (folder) => `{project}/${folder}/Skill.md`,
  (folder) => `{project}/${folder}/SKILL.mdx`,
  (folder) => `{project}/${folder}.md`,
  (folder) => `{project}/SKILL.md/${folder}`,
  () => "{project}/SKILL.md",
  (folder) => `{home}/${folder}/skill.md`,
  (folder) => `shared/${folder}/SKILL.md`,
  (folder) => `app/skills/${folder}/SKILL.md`,
  (folder) => `{own}/skills/${folder}/SKILL.md`,
  (folder) => `home/{own}/skills/${folder}/SKILL.md`,
];

const commands: readonly PlaceOf[] = [
  (file) => `{own}/commands/${file}.md`,
  (file) => `home/{own}/commands/${file}.md`,
  (file) => `{own}/commands/group/${file}.md`,
  (file) => `home/{own}/commands/a/b/${file}.md`,
  (file) => `{own}/commands/${file}.MD`,
  (file) => `{own}/commands/${file}/SKILL.md`,
];

/** Where the harness looks, as the paths of a tree: from the working folder, one below it, one above it, and at home. */
function foldersOf(roots: readonly ScopedPath[]): readonly string[] {
  return roots
    .filter(({ path, scope }) => !path.includes("*") && scope !== "machine")
    .flatMap(({ scope, path }) => (scope === "home" ? [`home/${path}`] : [`app/${path}`, `app/pkg/${path}`, path]));
}

function skillIn(roots: readonly string[]) {
  const folder = fc.constantFrom(...roots);
  const inRoot = fc.tuple(folder, fc.constantFrom("", "", "", "group/")).map(([root, group]): PlaceOf => {
    return (name) => `${root}/${group}${name}/SKILL.md`;
  });
  return fc
    .tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...places) },
        { weight: 6, arbitrary: inRoot },
        { weight: 4, arbitrary: fc.constantFrom(...oddPlaces) },
        { weight: 3, arbitrary: fc.constantFrom(...commands) },
      ),
      name,
      skillFile,
    )
    .map(([place, folder, text]) => [place(folder), text] as const);
}

/** One root is often a link to another, whole or by skills. */
function linkBetween(roots: readonly string[]) {
  const root = fc.constantFrom(...roots);
  return fc.oneof(
    fc.tuple(root, root).map(([from, to]) => [from, `{world}/${to}`] as const),
    fc.tuple(root, name, root, name).map(([from, a, to, b]) => [`${from}/${a}`, `{world}/${to}/${b}`] as const),
  );
}

const link = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("{project}", "{home}"),
      name,
      fc.constantFrom("shared", "nowhere", "app/skills", "home"),
      name,
    )
    .map(([root, from, to, folder]) => [`${root}/${from}`, `{world}/${to}/${folder}`] as const),
  fc.tuple(name, name).map(([from, to]) => [`{project}/${from}/SKILL.md`, `{world}/shared/${to}/SKILL.md`] as const),
  fc.constantFrom(
    ["{project}/loop", "."] as const,
    ["{project}/up", ".."] as const,
    ["{project}", "{world}/shared"] as const,
    ["{home}", "{world}/shared"] as const,
    ["{own}", "{world}/shared"] as const,
    ["{own}/commands", "{world}/shared"] as const,
    ["app/pkg/{own}", "{world}/app"] as const,
  ),
);

const args = fc.constantFrom(
  ...["", "", " one", " one two", ' "one two" three', "  a  b ", " $1 $ARGUMENTS", " 'it' \\x", " a\nb", "\nnext"],
  ...[" /beta x", " é 日本", " /beta", "\tone", ' "unclosed', " a;b", " --flag=x", " <b>", " $(x) `y`", " # c", "  "],
  ...[
    " it's fine",
    " don't say 'no'",
    " (a b) c",
    " `a b` c",
    " !ls",
    " $x y",
    " [a](b) c",
    " a\\ b",
    ' "a\\"b" c',
    " #12 x",
  ],
  ...[" a=b c", " a > f b", "\u00a0x", " f(x) y", " \\$0", ` \${x} y`, " a | b", " {a} b", ' "" x', " x\ty"],
);

/** Which of a tree's skills is named: mostly one of them, by its folder or by its frontmatter. */
const pick = fc.tuple(fc.nat(7), fc.boolean());

type Pick = readonly [index: number, isByFolder: boolean];

const line = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(pick, args).map(([picked, rest]) => ({ picked, rest })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ...["Hello /alpha there", "/", "/unknown-name x", "/alpah", "// x", "/Alpha x", "/group:alpha x", " /beta"],
        ...["/alpha/beta", "/alpha:", "/ALPHA", "Use alpha", "\n/alpha", "/alpha,beta", "/init", "/help"],
      )
      .map((rest) => ({ picked: undefined, rest })),
  },
);

const call = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(pick, fc.constantFrom(undefined, undefined, "", "one two", "$0 x", " x ")) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        "/alpha",
        "Alpha",
        "nope",
        "",
        "group:alpha",
        " beta",
        "alpha ",
        "//alpha",
        "help",
        "init",
        "alphas",
      )
      .map((name) => [name, "x"] as const),
  },
);

/** A skill's name by its path, or the first name in its text. */
function nameOf(files: readonly (readonly [path: string, text: string])[], [index, isByFolder]: Pick): string {
  const [path = "", text = ""] = files[index % files.length] ?? [];
  const named = /^name: (.+)$/m.exec(text)?.[1];
  // As programs read bytes that are no text.
  if (!isByFolder && named !== undefined) return named.toWellFormed().replace(/[\u{10ff80}-\u{10ffff}]/gu, "\ufffd");
  const parts = path.split("/");
  return (parts.at(-1)?.toLowerCase() === "skill.md" ? parts.at(-2) : parts.at(-1)?.replace(/\.md$/, "")) ?? "";
}

/** Long descriptions beside the others, so that the catalog's budget runs out. */
const filler = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 700 }));

const git: readonly Readonly<Record<string, string>>[] = [
  {},
  { "app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/objects/": "", "app/.git/refs/heads/": "" },
  { "app/.git": "gitdir: /nowhere\n" },
  { "app/pkg/.git/HEAD": "ref: refs/heads/main\n", "app/pkg/.git/objects/": "", "app/pkg/.git/refs/heads/": "" },
];

const ignored: readonly Readonly<Record<string, string>>[] = [
  { "app/.gitignore": "alpha\nbeta/\n*.md\n" },
  { "app/.gitignore": ".*\n" },
  { "app/.ignore": "alpha\n" },
  { "{project}/.gitignore": "*\n" },
  { "home/.gitignore": "*\n" },
];

const readable: Readonly<Record<string, string>> = {
  "app/pkg/web/a.ts": "export {};\n",
  "app/pkg/b.md": "text\n",
  "app/c.ts": "export {};\n",
  "shared/d.txt": "text\n",
};

/**
 * Trees of a few skills, as people might have them: few words in many combinations.
 * @param roots where the harness looks for skills
 */
export function randomTree(settings: Settings, folders: Folders, roots: readonly ScopedPath[]): fc.Arbitrary<Tree> {
  const found = foldersOf(roots);
  const links = fc.array(fc.oneof(link, linkBetween(found)), { minLength: 1, maxLength: 2 });
  return fc
    .record({
      skills: fc.array(skillIn(found), { minLength: 1, maxLength: 6 }),
      links: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, links),
      settings: fc.option(settings, { nil: [], freq: 2 }),
      filler: fc.option(filler, { nil: noFiller, freq: 2 }),
      git: fc.constantFrom(...git),
      ignores: fc.option(fc.constantFrom(...ignored), { nil: {}, freq: 2 }),
      cwd: fc.oneof({ weight: 4, arbitrary: fc.constant("app") }, fc.constantFrom(...furtherFolders)),
      line: fc.option(line, { nil: undefined }),
      reads: fc.option(fc.array(fc.constantFrom(...Object.keys(readable)), { minLength: 1, maxLength: 2 }), {
        nil: [],
      }),
      calls: fc.array(call, { maxLength: 4 }),
    })
    .map(({ skills, links, settings: written, filler: more, git, ignores, cwd, line: typed, reads, calls }) =>
      withoutClashes({
        name: "random",
        why: "made of chance",
        files: inPlace(folders, [
          ...skills,
          ...written,
          ...Object.entries({ ...git, ...ignores, ...fillers(more), ...readable }),
        ]),
        links: inPlace(folders, links),
        cwd,
        ...(typed && { line: typed.picked ? `/${nameOf(skills, typed.picked)}${typed.rest}` : typed.rest }),
        ...(reads.length > 0 && { reads }),
        calls: calls.map(([who, given]) => {
          const called = typeof who === "string" ? who : nameOf(skills, who);
          return given === undefined ? ([called] as const) : ([called, given] as const);
        }),
      }),
    );
}

function inPlace(folders: Folders, all: readonly (readonly [path: string, text: string])[]) {
  return Object.fromEntries(all.map(([path, text]) => [spelled(path, folders), text]));
}

/** Removes paths that are both a folder and a file or link, as no file system accepts those. */
function withoutClashes(tree: Tree): Tree {
  const files = Object.entries(tree.files).filter(
    ([path], index, all) => !all.slice(0, index).some(([other]) => isWithin(path, other) || isWithin(other, path)),
  );
  const links = Object.entries(tree.links ?? {}).filter(
    ([path], index, all) =>
      !files.some(([other]) => path === other || isWithin(path, other) || isWithin(other, path)) &&
      !all.slice(0, index).some(([other]) => isWithin(path, other) || isWithin(other, path)),
  );
  return { ...tree, files: Object.fromEntries(files), links: Object.fromEntries(links) };
}

function isWithin(path: string, other: string): boolean {
  return path.startsWith(other.endsWith("/") ? other : `${other}/`) && path !== other && !other.endsWith("/");
}

const noFiller = [0, 0] as const;
const furtherFolders = ["app/pkg/web", "home", "app/pkg", "home/work"];

function fillers([count, length]: readonly [number, number]): Record<string, string> {
  const one = (index: number) => {
    const folder = `filler-${index}`;
    const words = "fills the list ".repeat(50).slice(0, length).trim();
    return [`{home}/${folder}/SKILL.md`, `---\nname: ${folder}\ndescription: ${words}\n---\n\nBody.\n`] as const;
  };
  return Object.fromEntries(Array.from({ length: count }, (_, index) => one(index)));
}
