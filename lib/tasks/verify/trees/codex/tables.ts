import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const skills = {
  ...skillsIn("app/.agents/skills", { alpha: usualSkill("alpha", "a"), beta: usualSkill("beta", "b") }),
  ...skillsIn("home/.agents/skills", { gamma: usualSkill("gamma", "c"), alpha: usualSkill("alpha", "of the person") }),
};
const config = "home/.codex/config.toml";

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `table-${name}`,
    why,
    only: ["codex"],
    files: { ...skills, ...files },
    line: "/alpha $beta $gamma",
    ...more,
  };
}

const tables = [
  '[skills]\nconfig = "alpha"\n',
  "[skills]\nconfig = []\n",
  '[skills]\nconfig = [{ name = "beta", enabled = false }]\nunknown = 1\n',
  '[[skills.config]]\nname = "beta"\n',
  '[[skills.config]]\nname = "beta"\nenabled = 0\n[[skills.config]]\nname = "gamma"\nenabled = false\n',
  '[[skills.config]]\nenabled = false\n[[skills.config]]\nname = "gamma"\nenabled = false\n',
  '[[skills.config]]\nname = ""\nenabled = false\n',
  '[[skills.config]]\nname = "beta"\npath = "{world}/x"\nenabled = false\n',
  '[[skills.config]]\nname = "beta"\nenabled = false\n[[skills.config]]\nname = "beta"\nenabled = true\n',
  '[[skills.config]]\nname = "alpha"\nenabled = false\n[[skills.config]]\npath = "{world}/home/.agents/skills/alpha/SKILL.md"\nenabled = true\n',
  '[[skills.config]]\npath = "{world}/home/.agents/skills/alpha/SKILL.md"\nenabled = false\n',
  '[[skills.config]]\npath = "{world}/app/.agents/skills/./alpha//SKILL.md"\nenabled = false\n',
  '[[skills.config]]\npath = "$HOME/.agents/skills/gamma/SKILL.md"\nenabled = false\n',
  '[[skills.config]]\npath = "~"\nenabled = false\n',
  '[[skills.config]]\npath = ""\nenabled = false\n',
  '[[skills.config]]\npath = "skills/gamma/SKILL.md"\nenabled = false\n',
  '[[skills.config]]\npath = "../.agents/skills/gamma/SKILL.md"\nenabled = false\n',
  "skills = 7\n",
  '[[skills]]\nname = "beta"\n',
  '[[skills.config]]\nname = "beta"\nenabled = false\n\n[[skills.config]]\nname = "be',
  '[[skills.config]]\r\nname = "beta"\r\nenabled = false\r\n',
  '\ufeff[[skills.config]]\nname = "beta"\nenabled = false\n',
  "[[skills.config]]\nname = 'beta'\nenabled = false # off\n",
  '[[skills.config]]\n"name" = """beta"""\nenabled = false\n',
  '[[skills.config]]\nname = "b\\u0065ta"\nenabled = false\n',
  '[profiles.x.skills]\nconfig = [{ name = "beta", enabled = false }]\n[profiles.x]\n',
  'profile = "x"\n[profiles.x]\nskills = { config = [{ name = "beta", enabled = false }] }\n',
  '[features]\nskills = false\n[[skills.config]]\nname = "beta"\nenabled = false\n',
  'project_root_markers = [".hg"]\n',
  'project_root_markers = "x"\n',
  "project_doc_max_bytes = -1\n",
  "[skills]\nbundled = false\n",
  "[skills.bundled]\nenabled = false\n",
];

const yaml: Readonly<Record<string, string>> = {
  "Agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
  "agents/OpenAI.yaml": "policy:\n  allow_implicit_invocation: false\n",
  "agents/openai.yml": "policy:\n  allow_implicit_invocation: false\n",
  "openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
  "agents/openai.yaml/x": "",
};
const texts = [
  "policy:\n  allow_implicit_invocation: null\n",
  "policy:\n  allow_implicit_invocation: ~\n",
  "policy:\n",
  "policy: []\n",
  "policy: false\n",
  "policy:\n  allow_implicit_invocation: FALSE\n",
  "policy:\n  allow_implicit_invocation: off\n",
  "policy:\n  allow_implicit_invocation: 0\n",
  "policy:\n  allow_implicit_invocation: false\n  allow_implicit_invocation: true\n",
  "policy:\n  allow_implicit_invocation: false\npolicy:\n  products: []\n",
  "policy:\n  allow_implicit_invocation: false\ninterface: 7\n",
  "policy:\n  allow_implicit_invocation: false\ninterface:\n  display_name: [x]\n",
  "policy:\n  allow_implicit_invocation: false\ndependencies:\n  tools: x\n",
  "policy:\n  allow_implicit_invocation: false\ndependencies:\n  tools: null\n",
  "policy:\n  products: [CODEX, chatgpt]\n",
  "policy:\n  products: [unknown]\n  allow_implicit_invocation: false\n",
  "policy:\n  products: codex\n  allow_implicit_invocation: false\n",
  "policy:\n  products: null\n  allow_implicit_invocation: false\n",
  "policy:\n  products: []\n  allow_implicit_invocation: false\n",
  "policy:\n  products: [atlas]\n",
  "---\npolicy:\n  allow_implicit_invocation: false\n",
  "---\npolicy:\n  allow_implicit_invocation: false\n---\n",
  "# only a comment\n",
  "policy:\n  allow_implicit_invocation: false\r\n",
  "\ufeffpolicy:\n  allow_implicit_invocation: false\n",
  "{policy: {allow_implicit_invocation: false}}",
  '"policy":\n  "allow_implicit_invocation": false\n',
  "policy: &p\n  allow_implicit_invocation: false\n",
  "base: &p\n  allow_implicit_invocation: false\npolicy: *p\n",
  "base: &p\n  allow_implicit_invocation: false\npolicy:\n  <<: *p\n",
  "policy: !!map\n  allow_implicit_invocation: false\n",
  "policy:\n  allow_implicit_invocation: !!bool false\n",
  "policy:\n  allow-implicit-invocation: false\n",
  "policy:\n  allow_implicit_invocation: false\n\0",
  "interface:\n  display_name: Shown\n  short_description: S\n  brand_color: '#fff'\n  icon_small: ../x.png\n  default_prompt: P\n",
];
const inTens = Array.from({ length: Math.ceil(texts.length / 9) }, (_, at) => texts.slice(at * 9, (at + 1) * 9));
const environment = [
  "PATH",
  "home",
  "User",
  "TMP",
  "lang",
  "path-x",
  "EDITOR",
  "XDG_CONFIG_HOME",
  "0",
  "-a",
  "_b",
  "é",
];

/** Tables of its settings, files beside its skills, and names that a line cannot have. */
export const tableTrees: readonly Tree[] = [
  ...tables.map((text, index) => tree(`text-${index}`, text.slice(0, 100), { [config]: text })),
  tree("yaml-places", "files about skills under other names", {
    ...Object.assign(
      {},
      ...Object.entries(yaml).map(([path, text], index) =>
        below(`app/.agents/skills/y${index}`, {
          "SKILL.md": usualSkill(`y${index}`, path.toLowerCase()),
          [path]: text,
        }),
      ),
    ),
  }),
  ...inTens.map((some, index) =>
    tree(
      `yaml-${index}`,
      "files about skills",
      {
        ...Object.assign(
          {},
          ...some.map((text, at) =>
            below(`app/.agents/skills/y${at}`, {
              "SKILL.md": usualSkill(`y${at}`, `number ${at}`),
              "agents/openai.yaml": text,
            }),
          ),
        ),
      },
      { line: "/y1 $y2 $y3" },
    ),
  ),
  tree(
    "yaml-linked",
    "a file about a skill that is a link, a folder that is one",
    {
      "shared/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
      "shared/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
    },
    {
      links: {
        "app/.agents/skills/alpha/agents/openai.yaml": "{world}/shared/openai.yaml",
        "app/.agents/skills/beta/agents": "{world}/shared/agents",
      },
    },
  ),
  tree(
    "environment",
    "skills named like variables of a shell",
    {
      ...skillsIn(
        "app/.agents/skills",
        Object.fromEntries(environment.map((name) => [`e-${name}`, usualSkill(JSON.stringify(name), "e")])),
      ),
    },
    { line: environment.map((name) => `$${name}`).join(" ") },
  ),
  tree(
    "linked-mention",
    "links to files of skills that are off, of the person, through links",
    {
      [config]: '[[skills.config]]\nname = "beta"\nenabled = false\n',
    },
    {
      line: "/[$x]({world}/app/.agents/skills/beta/SKILL.md) [$alpha]({world}/home/.agents/skills/alpha/SKILL.md) [$y](skill://{world}/home/.agents/skills/gamma/SKILL.md)",
    },
  ),
  tree(
    "two-of-a-name",
    "a name that two skills have, and one of them by its path",
    {},
    {
      line: "/alpha [$alpha]({world}/app/.agents/skills/alpha/SKILL.md)",
    },
  ),
  tree("deep", "folders of seven levels, hidden ones, many", {
    ...skillsIn("app/.agents/skills", {
      "1/2/3/4/5/6": usualSkill("six", "6"),
      "1/2/3/4/5/6/7": usualSkill("seven", "7"),
      ".hidden/x": usualSkill("hidden", "h"),
      "a/.hidden/x": usualSkill("deeper", "h"),
      ".dot": usualSkill("dot", "d"),
    }),
    "app/.agents/skills/.SKILL.md": usualSkill("file", "f"),
    "app/.agents/skills/SKILL.md": usualSkill("rooty", "r"),
  }),
];
