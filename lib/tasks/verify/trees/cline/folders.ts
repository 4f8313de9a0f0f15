import { below, skillsIn, skillText, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const skills = skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta") });

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `cline-${name}`,
    why,
    only: ["cline"],
    files: { ...skills, ...files },
    calls: [["alpha"], ["one"], ["nope"]],
    ...more,
  };
}

/** A skill of which only the name matters. */
const named = (name: string) => skillText(`name: ${JSON.stringify(name)}\ndescription: d`, `Body of ${name}.`);

const colons: readonly (readonly [names: readonly string[], calls: readonly string[]])[] = [
  [["A:One"], ["A:One", "a:one", "one", "One", ":one", "b:one"]],
  [
    ["a:one", "b:one"],
    ["one", "a:one", "b:one", "x:one"],
  ],
  [
    ["a:one", "one"],
    ["one", "a:one", "x:one"],
  ],
  [["a:b:c"], ["c", "b:c", "a:b:c", "x:c"]],
  [["One"], ["a:one", "a:One", "/ONE", "//one", " one "]],
  [["one:"], ["one:", "one", ""]],
];

const managed = {
  "app/.cline/team/managed.json": "{}",
  "app/.cline/team/skills/one/SKILL.md": plain("one"),
};

const schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
const plugin = (manifest: unknown, more: Readonly<Record<string, string>> = {}, at = "home/.agents/plugins/kit") =>
  below(at, {
    "plugin.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest),
    "skills/one/SKILL.md": plain("one"),
    ...more,
  });

/** Where Cline looks besides its usual folders, and names with colons. */
export const clineFolderTrees: readonly Tree[] = [
  ...colons.map(([names, calls], index) =>
    tree(
      `colon-${index}`,
      names.join(),
      skillsIn("{project}", Object.fromEntries(names.map((name, at) => [`s${at}`, named(name)]))),
      {
        calls: calls.map((name) => [name] as const),
      },
    ),
  ),
  tree("bare-name", "calls of no name", {}, { calls: [["/"], [" "], [" // "], ["/ /"], ["/ alpha"]] }),
  tree("managed", "a managed folder", managed),
  tree("managed-list", "its file is a list", { ...managed, "app/.cline/team/managed.json": "[]" }),
  tree("managed-broken", "its file is no JSON", { ...managed, "app/.cline/team/managed.json": "{" }),
  tree("managed-null", "its file is null", { ...managed, "app/.cline/team/managed.json": "null" }),
  tree("managed-home", "a managed folder of the person", {
    "home/.cline/team/managed.json": "{}",
    "home/.cline/team/skills/one/SKILL.md": plain("one"),
  }),
  tree("managed-same", "a managed skill of a project skill's name", {
    ...managed,
    "app/.cline/team/skills/alpha/SKILL.md": usualSkill("alpha", "managed", "Managed."),
  }),
  tree("managed-two", "two managed folders", {
    ...managed,
    "app/.cline/crew/managed.json": "{}",
    "app/.cline/crew/skills/two/SKILL.md": plain("two"),
    "app/.cline/crew/skills/one/SKILL.md": usualSkill("one", "of crew"),
  }),
  tree("agent-plugin", "a plugin for all agents", plugin({ $schema: schema, name: "kit" }), {
    calls: [["kit:one"], ["one"], ["alpha"]],
  }),
  tree("agent-plugin-no-schema", "a plugin without a schema", plugin({ name: "kit" })),
  tree(
    "agent-plugin-project",
    "a plugin of the project",
    plugin({ $schema: schema, name: "kit" }, {}, "app/.agents/plugins/kit"),
  ),
  tree(
    "agent-plugin-strict",
    "skills of a plugin that break the standard",
    plugin(
      { $schema: schema, name: "kit" },
      {
        "skills/two/SKILL.md": plain("other"),
        "skills/three/SKILL.md": skillText("name: three\ndescription: d\ncolor: red"),
        "skills/four/SKILL.md": "Text.\n",
      },
    ),
  ),
  tree(
    "agent-plugin-same",
    "a plugin's skill and a project's of one name",
    plugin({ $schema: schema, name: "kit" }, { "skills/alpha/SKILL.md": plain("alpha") }),
    { calls: [["alpha"], ["kit:alpha"]] },
  ),
  tree(
    "plugin-own",
    "a plugin of its own",
    below("app/.cline/plugins/kit", {
      "package.json": JSON.stringify({ name: "kit", cline: { plugins: [{ paths: ["./index.js"] }] } }),
      "index.js": "export default {};\n",
      "skills/one/SKILL.md": plain("one"),
    }),
  ),
  tree(
    "plugin-own-home",
    "a plugin of its own, of the person",
    below("home/.cline/plugins/kit", {
      "package.json": JSON.stringify({ name: "kit", cline: { skills: ["./skills"] } }),
      "index.js": "export default {};\n",
      "skills/one/SKILL.md": plain("one"),
    }),
  ),
  tree("documents", "a folder among the person's documents", {
    "home/Documents/Cline/Skills/one/SKILL.md": plain("one"),
  }),
  tree("rules-folder", "in .clinerules", { "app/.clinerules/skills/one/SKILL.md": plain("one") }),
  tree("rules-file", ".clinerules is a file", { "app/.clinerules": "Rules.\n" }),
  tree(
    "workflow",
    "a workflow of the skill's name",
    { "app/.clinerules/workflows/alpha.md": "Do it.\n" },
    { line: "/alpha x" },
  ),
  tree(
    "off-and-on",
    "disabled and enabled together",
    skillsIn("{project}", {
      a: skillText("name: a\ndescription: d\ndisabled: true\nenabled: true"),
      b: skillText("name: b\ndescription: d\ndisabled: false\nenabled: false"),
      c: skillText("name: c\ndescription: d\nenabled: false"),
      d: skillText("name: d\ndescription: d\ndisabled: true"),
    }),
    { calls: [["a"], ["b"], ["c"], ["d"], ["x:d"]] },
  ),
  tree(
    "off-hides",
    "one that is off, and one of its name behind it",
    {
      ...skillsIn("{project}", { same: skillText("name: same\ndescription: d\ndisabled: true") }),
      ...skillsIn("{home}", { same: usualSkill("same", "at home") }),
    },
    { calls: [["same"]] },
  ),
];
