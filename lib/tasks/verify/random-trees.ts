import fc from "fast-check";
import { names, skillFile } from "./random-skills.ts";
import type { Tree } from "./tree.ts";

const name = fc.constantFrom(...names);

/** Where a skill may lie, by its folder's name. */
const places: readonly ((folder: string) => string)[] = [
  (folder) => `{project}/${folder}/SKILL.md`,
  (folder) => `{home}/${folder}/SKILL.md`,
];

const oddPlaces: readonly ((folder: string) => string)[] = [
  (folder) => `app/pkg/{folder}/${folder}/SKILL.md`,
  (folder) => `app/pkg/web/{folder}/${folder}/SKILL.md`,
  (folder) => `{folder}/${folder}/SKILL.md`,
  (folder) => `{project}/group/${folder}/SKILL.md`,
  (folder) => `{project}/${folder}/skill.md`,
  (folder) => `{project}/${folder}.md`,
  (folder) => `{project}/SKILL.md/${folder}`,
  () => "{project}/SKILL.md",
  (folder) => `shared/${folder}/SKILL.md`,
  (folder) => `app/skills/${folder}/SKILL.md`,
];

const commands: readonly ((file: string) => string)[] = [
  (file) => `{own}/commands/${file}.md`,
  (file) => `home/{own}/commands/${file}.md`,
  (file) => `{own}/commands/group/${file}.md`,
  (file) => `home/{own}/commands/a/b/${file}.md`,
];

const skill = fc
  .tuple(
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...places) },
      { weight: 3, arbitrary: fc.constantFrom(...oddPlaces) },
      { weight: 3, arbitrary: fc.constantFrom(...commands) },
    ),
    name,
    skillFile,
  )
  .map(([place, folder, text]) => [place(folder), text] as const);

/** Files of settings of a harness, with what may stand in them. */
export type Settings = fc.Arbitrary<readonly (readonly [path: string, text: string])[]>;

const link = fc
  .tuple(fc.constantFrom("{project}", "{home}"), name, fc.constantFrom("shared", "nowhere", "app/skills", "home"), name)
  .map(([root, from, to, folder]) => [`${root}/${from}`, `{world}/${to}/${folder}`] as const);

const args = fc.constantFrom(
  "",
  " one",
  " one two",
  ' "one two" three',
  "  a  b ",
  " $1 $ARGUMENTS",
  " 'it' \\x",
  " a\nb",
  "\nnext",
  " /beta x",
  " é 日本",
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
        "Hello /alpha there",
        "/",
        "/unknown-name x",
        "/alpah",
        "// x",
        "/Alpha x",
        "/group:alpha x",
        " /beta",
      )
      .map((rest) => ({ picked: undefined, rest })),
  },
);

const call = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(pick, fc.constantFrom(undefined, "", "one two", "$0 x")) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("/alpha", "Alpha", "nope", "", "group:alpha", " beta")
      .map((name) => [name, "x"] as const),
  },
);

/** What a skill is called by its path, or by the first name in its text. */
function nameOf(files: readonly (readonly [path: string, text: string])[], [index, isByFolder]: Pick): string {
  const [path = "", text = ""] = files[index % files.length] ?? [];
  const named = /^name: (.+)$/m.exec(text)?.[1];
  if (!isByFolder && named !== undefined) return named;
  const parts = path.split("/");
  return (parts.at(-1)?.toLowerCase() === "skill.md" ? parts.at(-2) : parts.at(-1)?.replace(/\.md$/, "")) ?? "";
}

/** Long ones beside the others, so that the room for all of them runs out. */
const filler = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 700 }));

/** Trees of a few skills, as people might come to have them. Few words, many ways to put them together. */
export function randomTree(settings: Settings): fc.Arbitrary<Tree> {
  return fc
    .record({
      skills: fc.array(skill, { minLength: 1, maxLength: 4 }),
      links: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.array(link, { minLength: 1, maxLength: 2 })),
      settings: fc.option(settings, { nil: [], freq: 1 }),
      filler: fc.option(filler, { nil: noFiller, freq: 1 }),
      git: fc.boolean(),
      cwd: fc.oneof({ weight: 4, arbitrary: fc.constant("app") }, fc.constantFrom(...furtherFolders)),
      line: fc.option(line, { nil: undefined }),
      isRead: fc.boolean(),
      calls: fc.array(call, { maxLength: 3 }),
    })
    .map(({ skills, links, settings: written, filler: more, git, cwd, line: typed, isRead, calls }) => ({
      name: "random",
      why: "made of chance",
      files: {
        ...Object.fromEntries(skills),
        ...Object.fromEntries(written),
        ...(git && { "app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/objects/": "", "app/.git/refs/heads/": "" }),
        ...fillers(more),
        "app/pkg/web/a.ts": "export {};\n",
      },
      links: Object.fromEntries(links),
      cwd,
      ...(typed && { line: typed.picked ? `/${nameOf(skills, typed.picked)}${typed.rest}` : typed.rest }),
      ...(isRead && cwd === "app" && { reads: ["app/pkg/web/a.ts"] }),
      calls: calls.map(([who, given]) => {
        const called = typeof who === "string" ? who : nameOf(skills, who);
        return given === undefined ? ([called] as const) : ([called, given] as const);
      }),
    }));
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
