import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const skills = skillsIn("app/.agents/skills", {
  one: plain("one"),
  "group/two": plain("two"),
  bare: "---\ndescription: b\n---\nB\n",
});
const manifest = (at: string, text = '{"name":"pa"}', of = ".codex-plugin") => ({ [`${at}/${of}/plugin.json`]: text });

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `namespace-${name}`,
    why,
    only: ["codex"],
    files: { ...skills, ...files },
    line: "/pa:one and $one and $pa:two",
    ...more,
  };
}

/** What may stand behind the name in a manifest. */
const ofPlugins = [
  ...['"version":7', '"version":null', '"description":7', '"keywords":"x"', '"keywords":[7]', '"interface":7'],
  ...['"interface":{"x":7}', '"interface":{"screenshots":["a"]}', '"hooks":7'],
  ...['"skills":7', '"skills":"./"', '"skills":["./"]', '"skills":"./sk"', '"skills":["./sk","../x"]', '"apps":7'],
  ...['"author":7', '"\\ud800":1', '"x":"caf\u{10ffe9}"', '"skills":"./sk/../skills"'],
  ...['"interface":[7]', '"interface":["a",null,[]]', '"interface":{"logo":7}', '"interface":{"logo":null}'],
  ...['"interface":{"screenshots":null}', '"interface":{"capabilities":[7]}', '"interface":{"defaultPrompt":7}'],
];
const installed = (name: string, text: string) =>
  below(`home/.codex/plugins/cache/m/${name}/local`, {
    ".codex-plugin/plugin.json": `{"name":"${name}",${text}}`,
    "skills/one/SKILL.md": plain("one"),
    "sk/two/SKILL.md": plain("two"),
  });

/** Manifests of plugins in and around folders of skills. */
export const namespaceTrees: readonly Tree[] = [
  tree("project", "a manifest in the project", manifest("app")),
  tree("agents", "a manifest in the folder around", manifest("app/.agents")),
  tree("root", "a manifest in the folder of skills", manifest("app/.agents/skills")),
  tree("group", "a manifest in a group", manifest("app/.agents/skills/group")),
  tree("skill", "a manifest in a skill's folder", manifest("app/.agents/skills/one")),
  tree("above", "a manifest above the project", manifest(".")),
  tree("two", "manifests in the project and in a group", {
    ...manifest("app"),
    ...manifest("app/.agents/skills/group", '{"name":"pb"}'),
  }),
  tree("of-claude", "Claude Code's manifest", manifest("app", '{"name":"pa"}', ".claude-plugin")),
  tree("both", "manifests of both, with other names", {
    ...manifest("app"),
    ...manifest("app", '{"name":"pc"}', ".claude-plugin"),
  }),
  tree("bad-and-good", "one that is no JSON, and one of Claude Code", {
    ...manifest("app", "{"),
    ...manifest("app", '{"name":"pc"}', ".claude-plugin"),
  }),
  tree("bad-inside", "one that is no JSON in a group, a good one around", {
    ...manifest("app"),
    ...manifest("app/.agents/skills/group", "{"),
  }),
  ...[
    "{",
    "[]",
    "null",
    "{}",
    '{"name":""}',
    '{"name":" "}',
    '{"name":7}',
    '{"name":null}',
    '{"name":"a b"}',
    '{"name":"a:b"}',
  ]
    .concat([
      '{"name":" pa "}',
      '{"name":"PA"}',
      '{"name":"p.a_-1"}',
      '{"name":"é"}',
      '\ufeff{"name":"pa"}',
      '{"name":"pa",}',
    ])
    .concat([
      `{"name":"${"n".repeat(60)}"}`,
      `{"name":"${"n".repeat(61)}"}`,
      `{"name":"${"n".repeat(200)}"}`,
      '{"name":"a\\nb"}',
      '{"name":"a\\ud800"}',
      '{"name":"pa","\\ud800":1}',
      '{"name":"pa","x":"\\ud800"}',
      '{"name":"pa","x":"caf\u{10ffe9}"}',
      '{"name":"pa","name":"pb"}',
      '["pa"]',
    ])
    .map((text, index) => tree(`text-${index}`, `a manifest ${text.slice(0, 40)}`, manifest("app", text))),
  tree("of-person", "a manifest in the home folder", {
    ...skillsIn("home/.agents/skills", { three: plain("three") }),
    ...manifest("home"),
  }),
  tree(
    "linked",
    "a manifest that is a link",
    { "shared/plugin.json": '{"name":"pa"}', "app/.codex-plugin/x": "" },
    {
      links: { "app/.codex-plugin/plugin.json": "{world}/shared/plugin.json" },
    },
  ),
  tree(
    "linked-skills",
    "skills that are links into a plugin",
    {
      ...manifest("shared/plug", '{"name":"far"}'),
      ...below("shared/plug/skills", { "three/SKILL.md": plain("three"), "four/SKILL.md": plain("four") }),
    },
    {
      links: {
        "app/.agents/skills/three": "{world}/shared/plug/skills/three",
        "app/.agents/skills/all": "{world}/shared/plug/skills",
      },
    },
  ),
  tree("folder", "a folder named plugin.json", { "app/.codex-plugin/plugin.json/x": "" }),
  tree("empty", "an empty folder of a plugin", { "app/.codex-plugin/": "" }),
  tree("installed", "installed plugins, whose manifests have values of other kinds", {
    "home/.codex/config.toml": ofPlugins.map((_, at) => `[plugins."p${at + 10}@m"]\nenabled = true\n`).join(""),
    ...Object.assign({}, ...ofPlugins.map((text, at) => installed(`p${at + 10}`, text))),
  }),
  ...[
    "$out and $one",
    "[$out](/mnt/app/.agents/skills/out/SKILL.md)",
    "[$out](/mnt/shared/out/SKILL.md)",
    "[$out](skill:///mnt/shared/out/SKILL.md)",
  ].map((line, index) =>
    tree(
      `link-${index}`,
      `a skill that is a link, mentioned as ${line}`,
      { "shared/out/SKILL.md": plain("out") },
      { links: { "app/.agents/skills/out": "../../../shared/out" }, line },
    ),
  ),
  ...["$out", "[$out](/mnt/app/.agents/skills/out/SKILL.md)", "[$out](/mnt/shared/out/SKILL.md)"].map(
    (line, index): Tree => ({
      name: `namespace-linked-root-${index}`,
      why: `skills behind a link, mentioned as ${line}`,
      only: ["codex"],
      files: { "shared/out/SKILL.md": plain("out") },
      links: { "app/.agents/skills": "{world}/shared" },
      line,
    }),
  ),
];
