import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);

const skills: Readonly<Record<string, string>> = {
  ...skillsIn("{project}", {
    alpha: plain("alpha"),
    beta: plain("beta"),
    "a b": plain("a-b"),
    "group/deep": plain("deep"),
    "group/beta": plain("group-beta"),
    "group/more/deepest": plain("deepest"),
    "!loud": plain("loud"),
    "#hash": plain("hash"),
  }),
  "{project}/single.md": plain("single"),
  ...skillsIn("app/.agents/skills", { alpha: usualSkill("agents-alpha", "for all"), gamma: plain("gamma") }),
  ...skillsIn("{home}", { alpha: usualSkill("home-alpha", "at home"), delta: plain("delta") }),
};

/** Lines of an ignore file in a folder of skills. */
const lines: readonly string[] = [
  ...["alpha", "alpha/", "/alpha", "/deep", "deep", "group/deep", "/group/deep", "group/*", "group/**", "**/deep", "*"],
  ...["SKILL.md", "*.md", "alpha/SKILL.md", "single.md", "/single.md", "**/SKILL.md", "group/**/SKILL.md"],
  ...[
    "*\n!beta",
    "*\n!beta/",
    "*\n!beta\n!beta/SKILL.md",
    "group\n!group/deep",
    "group/*\n!group/deep",
    "*\n!*/\n!beta/**",
  ],
  ...["ALPHA", "Alpha/", "alph?", "[ab]*", "[!ab]*", "[a-c]*", "alpha[", "al**a", "**", "**/", "/"],
  ...[
    "# alpha",
    "#hash",
    "\\#hash",
    "!loud",
    "\\!loud",
    "\\!alpha",
    " alpha",
    "alpha ",
    "alpha\\ ",
    "a b",
    "a\\ b",
    "\talpha",
  ],
  ...[
    "alpha\r\nbeta\r\n",
    "alpha\rbeta",
    "\ufeffalpha",
    "",
    "\n\n",
    "alpha\n\nbeta",
    "./alpha",
    "../skills/alpha",
    "//alpha",
    "alpha//",
    "alpha\\",
  ],
  ...[
    "group/more",
    "more",
    "more/",
    "group/more/deepest",
    "/more",
    "*/deep",
    "*/*/deepest",
    "{alpha,beta}",
    "alpha/*",
    "alpha/**",
    "!alpha",
  ],
];

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `ignore-${name}`, why, only: ["pi"], files: { ...skills, ...files }, line: "/beta x", ...more };
}

/** What .gitignore, .ignore and .fdignore hide in a folder of skills. */
export const piIgnoreTrees: readonly Tree[] = [
  ...lines.map((text, index) => tree(`line-${index}`, JSON.stringify(text), { "{project}/.gitignore": text })),
  ...[".gitignore", ".ignore", ".fdignore", ".gitIgnore", ".piignore", ".rgignore"].map((file) =>
    tree(`file${file.replace(".", "-")}`, `a file ${file}`, { [`{project}/${file}`]: "alpha\n" }),
  ),
  tree("files-together", "one takes back what another hides", {
    "{project}/.gitignore": "alpha\nbeta\n",
    "{project}/.ignore": "!beta\n",
    "{project}/.fdignore": "!alpha\ndeep\n",
  }),
  tree("files-order", "the later file counts", {
    "{project}/.gitignore": "!alpha\n",
    "{project}/.fdignore": "alpha\n",
  }),
  ...["deep", "/deep", "beta", "deep/", "!deep", "*", "more/deepest", "/beta\n!/deep", "SKILL.md"].map((text, index) =>
    tree(`below-${index}`, `in a folder below: ${JSON.stringify(text)}`, { "{project}/group/.gitignore": text }),
  ),
  ...["!deep", "!group/deep", "!/deep"].map((text, index) =>
    tree(`back-${index}`, `a folder below takes back: ${text}`, {
      "{project}/.gitignore": "deep\n",
      "{project}/group/.gitignore": text,
    }),
  ),
  tree("in-skill", "in a skill's own folder", { "{project}/alpha/.gitignore": "SKILL.md\n" }),
  tree("in-skill-all", "in a skill's own folder, of all", { "{project}/alpha/.gitignore": "*\n" }),
  tree("above-root", "above the folder of skills", {
    "{own}/.gitignore": "skills/alpha\n",
    "app/.gitignore": ".pi\nalpha\n",
  }),
  tree("in-agents", "in the folder for all harnesses", { "app/.agents/skills/.gitignore": "alpha\n" }),
  tree("in-home", "in the person's folder", { "{home}/.gitignore": "alpha\n" }),
  tree("folder", "the ignore file is a folder", { "{project}/.gitignore/x": "alpha\n" }),
  tree("own-text", "a skill that is hidden, and below it another", {
    "{project}/alpha/.ignore": "/SKILL.md\n",
    "{project}/alpha/below/SKILL.md": plain("below"),
  }),
  tree("root-skill", "the folder's own SKILL.md is hidden", {
    "{project}/SKILL.md": plain("whole"),
    "{project}/.gitignore": "/SKILL.md\n",
  }),
  tree(
    "linked",
    "the ignore file is a link",
    { "shared/rules": "alpha\n" },
    { links: { "{project}/.gitignore": "{world}/shared/rules" } },
  ),
  tree(
    "linked-folder",
    "a folder that is a link",
    { "{project}/.gitignore": "one/\n", "shared/one/SKILL.md": plain("linked-one") },
    { links: { "{project}/one": "{world}/shared/one" } },
  ),
  tree(
    "linked-root",
    "the root is a link",
    { "shared/more/.gitignore": "x\n", "shared/more/x/SKILL.md": plain("x"), "shared/more/y/SKILL.md": plain("y") },
    {
      files: {
        "shared/more/.gitignore": "x\n",
        "shared/more/x/SKILL.md": plain("x"),
        "shared/more/y/SKILL.md": plain("y"),
      },
      links: { "{project}": "{world}/shared/more" },
    },
  ),
];
