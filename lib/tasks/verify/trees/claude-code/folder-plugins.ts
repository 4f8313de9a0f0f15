import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);

/** A plugin that lies in a folder of skills. */
const plugin = (at: string, manifest: string | undefined = '{"name":"pf"}') =>
  below(at, {
    ...(manifest === undefined ? {} : { ".claude-plugin/plugin.json": manifest }),
    "skills/inner/SKILL.md": plain("inner"),
    "commands/cmd.md": "---\ndescription: a command\n---\nC\n",
  });
const own = (at: string) => ({ [`${at}/SKILL.md`]: plain("own") });
const switches = (path: string, enabledPlugins: object) => ({ [path]: JSON.stringify({ enabledPlugins }) });

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `folder-plugin-${name}`,
    why,
    only: ["claude-code"],
    files: { ...files, ...skillsIn("{project}", { beside: plain("beside") }) },
    line: "/pf:inner x",
    calls: [["pf:inner"], ["inner"], ["pf"], ["pf:cmd"], ["own"], ["folder"]],
    ...more,
  };
}

const [ofHome, ofProject] = ["{home}/folder", "{project}/folder"];
const person = "home/.claude/settings.json";
const project = "app/.claude/settings.json";

/** Folders of skills that are plugins. */
export const folderPluginTrees: readonly Tree[] = [
  tree("home", "in the person's folder", plugin(ofHome)),
  tree("project", "in the project's folder", plugin(ofProject)),
  tree("with-skill", "beside a SKILL.md of its own", { ...plugin(ofHome), ...own(ofHome) }),
  tree("with-skill-of-project", "the same in a project", { ...plugin(ofProject), ...own(ofProject) }),
  tree("off", "turned off by name", {
    ...plugin(ofHome),
    ...own(ofHome),
    ...switches(person, { "pf@skills-dir": false }),
  }),
  tree("off-by-folder", "turned off by its folder's name", {
    ...plugin(ofHome),
    ...own(ofHome),
    ...switches(person, { "folder@skills-dir": false }),
  }),
  tree("off-without-manifest", "a skill without a manifest, turned off as a plugin", {
    ...own(ofHome),
    ...switches(person, { "folder@skills-dir": false }),
  }),
  tree("off-by-project", "turned off by the project", {
    ...plugin(ofHome),
    ...own(ofHome),
    ...switches(project, { "pf@skills-dir": false }),
  }),
  tree("off-in-project", "one of the project, turned off", {
    ...plugin(ofProject),
    ...own(ofProject),
    ...switches(person, { "pf@skills-dir": false }),
  }),
  tree("on", "turned on", { ...plugin(ofHome), ...switches(person, { "pf@skills-dir": true }) }),
  tree("on-in-project", "one of the project, turned on", {
    ...plugin(ofProject),
    ...switches(person, { "pf@skills-dir": true }),
  }),
  ...["{", "[]", "null", "{}", '{"name":""}', '{"name":7}', '{"name":"A b"}', '{"name":"folder"}'].map((text, index) =>
    tree(`manifest-${index}`, `a manifest ${text}`, { ...plugin(ofHome, text), ...own(ofHome) }),
  ),
  tree("bad-manifest-off", "a manifest that is no JSON, turned off by folder", {
    ...plugin(ofHome, "{"),
    ...own(ofHome),
    ...switches(person, { "folder@skills-dir": false }),
  }),
  tree("empty-folder", "an empty folder for a manifest, turned off", {
    ...own(ofHome),
    [`${ofHome}/.claude-plugin/`]: "",
    ...switches(person, { "folder@skills-dir": false }),
  }),
  tree("two", "two of one name", { ...plugin(ofHome), ...plugin("{home}/again") }),
  tree("both-roots", "one for the person, one of its name in the project", { ...plugin(ofHome), ...plugin(ofProject) }),
  tree(
    "below",
    "in a folder above the working folder",
    {
      ...plugin(ofProject),
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/.git/objects/": "",
      "app/.git/refs/heads/": "",
    },
    { cwd: "app/pkg" },
  ),
  tree("linked", "a link", plugin("shared/pf"), { links: { "{home}/folder": "{world}/shared/pf" } }),
  tree("deep", "a plugin in a folder of folders", plugin("{home}/group/folder")),
  tree("listing", "a manifest that lists skills and commands", {
    ...plugin(ofHome, '{"name":"pf","skills":"./more","commands":["./c.md"]}'),
    ...below(ofHome, { "more/x/SKILL.md": plain("x"), "c.md": "---\ndescription: listed\n---\nL\n" }),
  }),
  tree("root-skill", "a SKILL.md and nothing else", {
    ...own(ofHome),
    [`${ofHome}/.claude-plugin/plugin.json`]: '{"name":"pf"}',
  }),
];
