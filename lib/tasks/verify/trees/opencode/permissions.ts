import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const skills = {
  ...skillsIn("{project}", {
    alpha: usualSkill("alpha", "a"),
    beta: usualSkill("beta", "b"),
    "alpha-two": usualSkill("alpha-two", "a2"),
  }),
  ...skillsIn("{home}", { gamma: usualSkill("gamma", "c") }),
};

interface Written {
  readonly [path: string]: string | object;
}

/** Paths of settings, as both programs have them. */
const files = {
  opencode: {
    project: "app/opencode.json",
    commented: "app/opencode.jsonc",
    own: "app/.opencode/opencode.json",
    above: "opencode.json",
    package: "app/pkg/opencode.json",
    person: "home/.config/opencode/opencode.jsonc",
  },
  kilo: {
    project: "app/kilo.json",
    commented: "app/kilo.jsonc",
    own: "app/.kilo/kilo.json",
    above: "kilo.json",
    package: "app/pkg/kilo.json",
    person: "home/.config/kilo/kilo.jsonc",
  },
} as const;

type Place = keyof (typeof files)["opencode"];

/** What settings say of skills, by the file that says it. */
const settings: readonly (readonly [name: string, written: Readonly<Partial<Record<Place, string | object>>>])[] = [
  [
    "agent-and-mode",
    {
      project: {
        mode: { build: { tools: { "*": false, skill: true } } },
        agent: { build: { permission: { skill: { alpha: "deny" } } } },
      },
    },
  ],
  ["one-sign", { project: { permission: { skill: { "alph?": "deny" } } } }],
  ["blank-and-star", { project: { permission: { skill: { "alpha *": "deny" } } } }],
  ["last-counts", { project: { permission: { skill: { alpha: "deny", "*": "allow" } } } }],
  ["last-denies", { project: { permission: { skill: { "*": "allow", alpha: "deny" } } } }],
  ["case", { project: { permission: { skill: { ALPHA: "deny" } } } }],
  ["part", { project: { permission: { skill: { alph: "deny" } } } }],
  ["brackets", { project: { permission: { skill: { "[ab]*": "deny", "alpha.two": "deny" } } } }],
  ["all-tools", { project: { permission: { "*": "allow", skill: { alpha: "deny" } } } }],
  ["all-tools-behind", { project: { permission: { skill: { alpha: "deny" }, "*": "allow" } } }],
  ["pattern-of-tool", { project: { permission: { "sk*": { alpha: "deny" } } } }],
  ["other-tool", { project: { permission: { edit: "deny", skill: { beta: "deny" } } } }],
  ["all-by-text", { project: { permission: "deny" } }],
  ["some-of-all", { project: { permission: { "*": { alpha: "deny" } } } }],
  ["tool-on", { project: { tools: { skill: true } } }],
  ["tool-off-and-allowed", { project: { tools: { skill: false }, permission: { skill: { alpha: "allow" } } } }],
  ["tool-off-and-all-allowed", { project: { tools: { skill: false }, permission: { skill: "allow" } } }],
  ["other-tool-off", { project: { tools: { write: false } } }],
  ["of-agent", { project: { agent: { build: { permission: { skill: "deny" } } } } }],
  [
    "of-agent-back",
    { project: { permission: { skill: "deny" }, agent: { build: { permission: { skill: { beta: "allow" } } } } } },
  ],
  ["of-other-agent", { project: { agent: { plan: { permission: { skill: "deny" } } } } }],
  ["commented", { commented: '{\n  // no\n  "permission": { "skill": { "alpha": "deny", }, },\n}\n' }],
  [
    "commented-beside",
    { project: { permission: { skill: { alpha: "deny" } } }, commented: { permission: { skill: { beta: "deny" } } } },
  ],
  ["own", { own: { permission: { skill: { alpha: "deny" } } } }],
  [
    "own-over-project",
    {
      project: { permission: { skill: { alpha: "deny", beta: "deny" } } },
      own: { permission: { skill: { alpha: "allow" } } },
    },
  ],
  [
    "own-text-over-project",
    { project: { permission: { skill: { alpha: "deny" } } }, own: { permission: { skill: "allow" } } },
  ],
  [
    "project-over-text",
    { project: { permission: { skill: "deny" } }, own: { permission: { skill: { alpha: "allow" } } } },
  ],
  ["above", { above: { permission: { skill: { alpha: "deny" } } } }],
  [
    "above-and-project",
    {
      above: { permission: { skill: { alpha: "deny", "*": "allow" } } },
      project: { permission: { skill: { beta: "deny" } } },
    },
  ],
  ["person", { person: { permission: { skill: { alpha: "deny" } } } }],
  [
    "person-and-project",
    {
      person: { permission: { skill: { alpha: "deny", beta: "deny" } } },
      project: { permission: { skill: { beta: "allow", "alpha-two": "deny" } } },
    },
  ],
  ["unknown-key", { project: { permission: { skill: { alpha: "deny" } }, nonsense: 1 } }],
  ["wrong-word", { project: { permission: { skill: { alpha: "never" } } } }],
  ["wrong-form", { project: { permission: { skill: ["alpha"] } } }],
  ["empty", { project: "" }],
  ["list", { project: "[]" }],
];

function tree(only: "opencode" | "kilo", name: string, written: Written, more: Partial<Tree> = {}): Tree {
  const texts = Object.entries(written).map(([path, value]) => [
    path,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return {
    name: `permission-${name}-${only}`,
    why: `settings: ${texts
      .map(([path, text]) => `${path}: ${text}`)
      .join(", ")
      .slice(0, 140)}`,
    only: [only],
    calls: [["alpha"], ["beta"], ["alpha-two"], ["gamma"], ["nope"]],
    ...more,
    files: { ...skills, ...Object.fromEntries(texts) },
  };
}

const each = (["opencode", "kilo"] as const).flatMap((only) => [
  ...settings.map(([name, written]) =>
    tree(
      only,
      name,
      Object.fromEntries(Object.entries(written).map(([place, value]) => [files[only][place as Place], value])),
    ),
  ),
  tree(only, "in-package", { [files[only].package]: { permission: { skill: { alpha: "deny" } } } }, { cwd: "app/pkg" }),
  tree(
    only,
    "from-package",
    {
      [files[only].project]: { permission: { skill: { alpha: "deny" } } },
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/.git/objects/": "",
      "app/.git/refs/heads/": "",
    },
    { cwd: "app/pkg" },
  ),
  tree(only, "in-agent-file", {
    "{own}/agent/build.md": "---\ndescription: b\npermission:\n  skill:\n    alpha: deny\n---\nYou build.\n",
  }),
  tree(
    only,
    "typed",
    { [files[only].project]: { permission: { skill: { alpha: "deny" } } } },
    { isTerminal: true, line: "/alpha x" },
  ),
  tree(
    only,
    "typed-all",
    { [files[only].project]: { permission: { skill: "deny" } } },
    { isTerminal: true, line: "/alpha x" },
  ),
]);

export const openCodePermissionTrees: readonly Tree[] = each;
