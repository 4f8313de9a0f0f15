import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);

const skills = {
  ...skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta"), "group/deep": plain("deep") }),
  "{project}/single.md": plain("single"),
  ...skillsIn("app/.agents/skills", { gamma: plain("gamma"), other: plain("other") }),
  ...skillsIn("{home}", { delta: plain("delta"), alpha: usualSkill("home-alpha", "at home") }),
  ...skillsIn("home/.agents/skills", { epsilon: plain("epsilon") }),
};

/** Patterns in the list `skills`, by which skills are turned off. */
const lists: readonly (readonly string[])[] = [
  ...[
    ["!alpha"],
    ["!skills/alpha"],
    ["!**/alpha"],
    ["!alpha/SKILL.md"],
    ["!SKILL.md"],
    ["!*"],
    ["!**"],
    ["!skills/*"],
    ["!skills/**"],
  ],
  ...[
    ["!/mnt/app/.pi/skills/alpha"],
    ["!~/.pi/agent/skills/alpha"],
    ["!single.md"],
    ["!single"],
    ["!*.md"],
    ["!al*"],
    ["!ALPHA"],
  ],
  ...[
    ["-skills/alpha"],
    ["-skills/alpha/SKILL.md"],
    ["-alpha"],
    ["-./skills/alpha"],
    ["-skills/single.md"],
    ["-/mnt/app/.pi/skills/alpha"],
  ],
  ...[["-skills/group"], ["-skills/group/deep"], ["!group"], ["!deep"], ["!skills/group/**"], ["!group/*"]],
  ...[
    ["!**", "+skills/alpha"],
    ["!alpha", "+alpha"],
    ["!alpha", "+skills/alpha/SKILL.md"],
    ["!*", "+skills/alpha", "-skills/alpha"],
  ],
  ...[
    ["-../.agents/skills/gamma"],
    ["!../.agents/skills/gamma"],
    ["!gamma"],
    ["!.agents/**"],
    ["-.agents/skills/gamma"],
  ],
  ...[
    ["!{alpha,beta}"],
    ["![ab]*"],
    ["!alph?"],
    ["!!alpha"],
    ["!+(alpha|beta)"],
    ["!@(alpha)"],
    ["!"],
    ["-"],
    ["+"],
    ["!#alpha"],
    ["! alpha"],
  ],
  ...[["alpha*"], ["*"], ["?lpha"], ["!alpha", 1 as unknown as string]],
  ...[["!./skills/alpha"], ["!alpha/**"], ["!*/**"], ["skills/beta/SKILL.md"]],
];

const texts: readonly string[] = [
  '{"skills": "!alpha"}',
  '{"skills": {"!alpha": 1}}',
  '// c\n{"skills": ["!alpha"]}',
  '{"skills": ["!alpha"],}',
  "{",
  "[]",
  '\ufeff{"skills": ["!alpha"]}',
  '{"skills": {"customDirectories": ["!alpha"]}}',
  '{"enableSkillCommands": false}',
  '{"skills": null}',
  "null",
];

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `pi-off-${name}`, why, only: ["pi"], files: { ...skills, ...files }, line: "/alpha x", ...more };
}

const project = "app/.pi/settings.json";
const home = "home/.pi/agent/settings.json";

/** Patterns in its settings that turn skills off. */
export const piSettingsTrees: readonly Tree[] = [
  ...lists.flatMap((list, index) => [
    tree(`project-${index}`, JSON.stringify(list), { [project]: JSON.stringify({ skills: list }) }),
    ...(index % 2 === 0
      ? [tree(`home-${index}`, JSON.stringify(list), { [home]: JSON.stringify({ skills: list }) })]
      : []),
  ]),
  ...texts.map((text, index) => tree(`text-${index}`, text, { [project]: text })),
  tree("both", "both files", { [project]: '{"skills": ["!beta"]}', [home]: '{"skills": ["!delta", "!beta"]}' }),
  tree(
    "in-home",
    "started in the home folder",
    { [home]: '{"skills": ["-skills/delta"]}', "home/.pi/settings.json": '{"skills": ["!alpha"]}' },
    { cwd: "home" },
  ),
  tree("typed", "a skill that is off is called", { [project]: '{"skills": ["!alpha"]}' }),
  tree("twice", "of two of a name the first is off", {
    "app/.agents/skills/alpha/SKILL.md": usualSkill("alpha", "the second"),
    [project]: '{"skills": ["-skills/alpha"]}',
  }),
];
