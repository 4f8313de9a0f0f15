import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string, where = `is ${name}`) => usualSkill(name, where);
const command = (where: string) => `---\ndescription: ${where}\n---\nText of ${where}.\n`;
const settings = "home/.copilot/settings.json";

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `copilot-${name}`,
    why,
    only: ["copilot-cli"],
    line: "Hello there",
    calls: [["nope"]],
    files,
    ...more,
  };
}

const more: Readonly<Record<string, string>> = {
  ...skillsIn("{project}", { alpha: plain("alpha", "of the project") }),
  ...skillsIn("{home}", { gamma: plain("gamma", "of the person") }),
  "app/.claude/commands/typed.md": command("a command"),
  ...skillsIn("shared/more", {
    one: plain("one"),
    alpha: plain("alpha", "of more"),
    gamma: plain("gamma", "of more"),
    typed: plain("typed", "of more"),
    "group/deep": plain("deep"),
  }),
  ...skillsIn("shared/two", { one: plain("one", "of two"), zwei: plain("zwei") }),
  ...skillsIn("app/tools", { tool: plain("tool") }),
  ...skillsIn("app/~/more", { tilde: plain("tilde") }),
  ...skillsIn("home/more", { three: plain("three") }),
  "shared/single/SKILL.md": plain("single"),
  ...skillsIn("shared/single", { below: plain("below") }),
};

/** What the list of further folders may be. */
const lists: readonly unknown[] = [
  ...[["{world}/shared/more"], ["{world}/shared/two", "{world}/shared/more"], ["tools", "~/more"], [" tools "], [""]],
  ...[
    ["."],
    ["../shared/two"],
    ["{world}/shared/single"],
    ["{world}/shared/single/SKILL.md"],
    ["tools", null],
    "tools",
  ],
  ...[["{world}/app/.github/skills"], ["{world}/none", "tools/"], 1, null],
];

function repository(at: string): Tree["files"] {
  const git = at === "" ? ".git" : `${at}/.git`;
  return { [`${git}/HEAD`]: "ref: refs/heads/main\n", [`${git}/objects/`]: "", [`${git}/refs/heads/`]: "" };
}

/** Skills and commands in each folder from the top down, the home folder among them. */
const everywhere: Tree["files"] = Object.assign(
  { "home/.copilot/skills/own/SKILL.md": plain("own"), "app/pkg/x": "x" },
  ...["", "home/", "home/deep/", "home/deep/er/", "app/", "app/pkg/"].map((at) => {
    const name = (root: string) => `${at.replaceAll("/", "-")}${root}`;
    const skill = (root: string) => ({ [`${at}.${root}/skills/${name(root)}/SKILL.md`]: plain(name(root)) });
    const commands = { [`${at}.claude/commands/${name("c")}.md`]: command(name("c")) };
    return { ...skill("github"), ...skill("agents"), ...skill("claude"), ...commands };
  }),
  { "app/.claude/commands/twice.md": command("above"), "app/pkg/.claude/commands/twice.md": command("below") },
);

const cwds: readonly (readonly [cwd: string, git?: string])[] = [
  ["home/deep/er"],
  ["home/deep/er", "home/deep"],
  ["home/deep/er", "home"],
  ["home/deep/er", ""],
  ["home"],
  ["home", ""],
  ["app/pkg"],
  ["app/pkg", "app"],
  ["app/pkg", "app/pkg"],
  ["app"],
];

/** Folders that its settings add, and those above the working folder. */
export const copilotAddedFolderTrees: readonly Tree[] = [
  ...lists.map((skillDirectories, index) => {
    const text = JSON.stringify({ skillDirectories, disabledSkills: ["zwei"] });
    return tree(`added-${index}`, text, { ...more, [settings]: text }, { calls: [["typed"], ["one"], ["tilde"]] });
  }),
  tree("added-former", "the key as it was written before", { ...more, [settings]: '{"skill_directories":["tools"]}' }),
  tree(
    "added-below",
    "from a folder below",
    { ...more, [settings]: '{"skillDirectories":["../tools"]}' },
    { cwd: "app/pkg" },
  ),
  ...cwds.map(([cwd, git], index) => {
    const files = { ...everywhere, ...(git !== undefined && repository(git)) };
    return tree(`above-${index}`, `${cwd}, .git in ${git ?? "none"}`, files, { cwd });
  }),
];
