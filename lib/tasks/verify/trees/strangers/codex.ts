import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const s = (name: string, description = `${name} skill`, more = "", body = `Body of ${name}.`) =>
  usualSkill(name, description, body, more);
const agents = "app/.agents/skills";
const config = "home/.codex/config.toml";
const git = (at: string) => ({
  [`${at}/.git/HEAD`]: "ref: refs/heads/main\n",
  [`${at}/.git/objects/`]: "",
  [`${at}/.git/refs/heads/`]: "",
});
function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `strangers-codex-${name}`, why, only: ["codex"], files, ...more };
}
const j = (value: unknown) => JSON.stringify(value, null, 2);
const three = skillsIn(agents, { a: s("a"), b: s("b"), c: s("c") });
const yaml = (at: string, text: string) => ({ [`${at}/agents/openai.yaml`]: text });
const cached = (market: string, name: string, files: Record<string, string>, manifest: unknown = { name }) =>
  below(`home/.codex/plugins/cache/${market}/${name}/local`, { ".codex-plugin/plugin.json": j(manifest), ...files });

/** Codex's own places, settings and mentions. */
export const strangerCodexTrees: readonly Tree[] = [
  tree("mentions", "several mentions in a sentence", three, { line: "Use $a and then $b, please. Not $d or \\$c." }),
  tree("mention-end", "mentions at ends and in code", three, { line: "($a) `$b` $c." }),
  tree("mention-link", "mentions as links", three, {
    line: "[$a](skill://{world}/app/.agents/skills/a/SKILL.md) and [$b]({world}/app/.agents/skills/b/SKILL.md) and [x](app://b)",
  }),
  tree(
    "mention-twice",
    "one name in two roots is mentioned",
    { ...three, ...skillsIn("home/.agents/skills", { a: s("a", "home a") }) },
    { line: "$a now" },
  ),
  tree(
    "mention-case",
    "mentions in other cases and with signs",
    skillsIn(agents, { "my-skill": s("my-skill"), My_Skill: s("My_Skill"), "a.b": s("a.b"), "ns:x": s("ns:x") }),
    { line: "$My-Skill $my-skill's $My_Skill $a.b $ns:x $ns" },
  ),
  tree(
    "mention-prefix",
    "names that begin with each other",
    skillsIn(agents, { pdf: s("pdf"), "pdf-tools": s("pdf-tools"), pdf2: s("pdf2") }),
    { line: "$pdf-tools, $pdf, $pdf2x, $pdf-" },
  ),
  tree("mention-blank", "a name with a blank", skillsIn(agents, { x: s("My Skill"), y: s("My") }), {
    line: "$My Skill please",
  }),
  tree(
    "mention-off",
    "a skill that is off, or not implicit, is mentioned",
    {
      ...three,
      ...yaml(`${agents}/b`, "policy:\n  allow_implicit_invocation: false\n"),
      [config]: '[[skills.config]]\npath = "{world}/app/.agents/skills/a/SKILL.md"\nenabled = false\n',
    },
    { line: "$a $b $c" },
  ),
  tree("policy", "policies in their forms", {
    ...three,
    ...yaml(
      `${agents}/a`,
      'interface:\n  display_name: "A skill"\n  short_description: "Short A"\npolicy:\n  allow_implicit_invocation: true\n',
    ),
    ...yaml(`${agents}/b`, "policy: {allow_implicit_invocation: false}\n"),
    ...yaml(`${agents}/c`, "{broken"),
  }),
  tree(
    "metadata",
    "short descriptions in metadata",
    skillsIn(agents, {
      a: s("a", "Long A", "metadata:\n  short-description: Short A"),
      b: s("b", "Long B", "metadata:\n  short-description: 7"),
      c: s("c", "Long C", "metadata: text"),
      d: s("d", "Long D", "metadata: [a]"),
      e: s("e", "Long E", "metadata:\n  short-description: |\n    Two\n    lines"),
    }),
  ),
  tree("config", "entries by name and path together", {
    ...three,
    ...skillsIn("home/.agents/skills", { a: s("a", "home a"), h: s("h") }),
    [config]:
      '[[skills.config]]\nname = "a"\nenabled = false\n\n[[skills.config]]\npath = "{world}/home/.agents/skills/a/SKILL.md"\nenabled = true\n\n[[skills.config]]\nname = "h"\nenabled = true\n',
  }),
  tree("config-inline", "entries inline, with comments and other tables", {
    ...three,
    [config]:
      '# my settings\nmodel_reasoning_effort = "low"\nskills.config = [ { name = "a", enabled = false }, { path = "{world}/app/.agents/skills/b", enabled = false } ]\n[features]\nskills = true\n',
  }),
  tree("config-project", "settings in the project", {
    ...three,
    ...git("app"),
    "app/.codex/config.toml": '[[skills.config]]\nname = "a"\nenabled = false\n',
  }),
  tree("config-trusted", "settings in a trusted project", {
    ...three,
    ...git("app"),
    [config]: '[projects."{world}/app"]\ntrust_level = "trusted"\n',
    "app/.codex/config.toml": '[[skills.config]]\nname = "a"\nenabled = false\n',
  }),
  tree("config-profile", "settings in a profile", {
    ...three,
    [config]:
      'profile = "p"\n[profiles.p]\nmodel_reasoning_effort = "low"\n[[skills.config]]\nname = "b"\nenabled = false\n',
  }),
  tree("config-features", "features and instructions", {
    ...three,
    [config]: "[features]\nskill_mcp_dependency_install = false\n[skills]\nbundled = { enabled = false }\n",
  }),
  tree("config-tilde", "a path with a tilde and a relative one", {
    ...three,
    ...skillsIn("home/.agents/skills", { h: s("h") }),
    [config]:
      '[[skills.config]]\npath = "~/.agents/skills/h/SKILL.md"\nenabled = false\n[[skills.config]]\npath = ".agents/skills/a/SKILL.md"\nenabled = false\n',
  }),
  tree(
    "nested",
    "AGENTS.md, .agents in three levels, started at the lowest",
    {
      ...git("app"),
      "app/AGENTS.md": "x",
      ...three,
      ...skillsIn("app/p/.agents/skills", { a: s("a", "p's a") }),
      ...skillsIn("app/p/q/.agents/skills", { a: s("a", "q's a"), z: s("z") }),
      ...skillsIn("app/p/.codex/skills", { cx: s("cx") }),
    },
    { cwd: "app/p/q", line: "$a $z" },
  ),
  tree("nested-from-root", "the same from the root", {
    ...git("app"),
    ...three,
    ...skillsIn("app/p/.agents/skills", { a: s("a", "p's a") }),
  }),
  tree("no-git-below", "no repository, started below", { ...three, "app/p/x": "" }, { cwd: "app/p" }),
  tree(
    "depth",
    "skills at depths one to eight",
    Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `${agents}/${Array.from({ length: i }, (_, k) => `g${k}`).join("/")}${i ? "/" : ""}d${i}/SKILL.md`,
        s(`d${i}`),
      ]),
    ),
  ),
  tree("inside", "skills in a skill and resources that look like skills", {
    ...three,
    [`${agents}/a/sub/SKILL.md`]: s("sub"),
    [`${agents}/a/examples/one/SKILL.md`]: s("one"),
    [`${agents}/a/references/SKILL.md`]: "text",
  }),
  tree(
    "links",
    "linked skills, one root twice, a loop",
    { ...skillsIn("shared", { x: s("x"), y: s("y") }), ...three },
    {
      links: { [`${agents}/x`]: "{world}/shared/x", [`${agents}/loop`]: "..", "home/.agents/skills": "{world}/shared" },
    },
  ),
  tree(
    "link-file",
    "SKILL.md is a link",
    { "shared/SKILL.md": s("linked"), ...three },
    { links: { [`${agents}/l/SKILL.md`]: "{world}/shared/SKILL.md" } },
  ),
  tree("warnings", "broken skills beside good ones", {
    ...three,
    ...skillsIn(agents, {
      bad: "---\nname: bad\n---\nx\n",
      worse: "no",
      yaml: "---\nname: [\n---\n",
      long: s("n".repeat(70)),
      empty: "",
    }),
  }),
  tree(
    "lengths",
    "descriptions around 1,024 characters",
    skillsIn(agents, {
      a: s("a", "x".repeat(1024)),
      b: s("b", "y".repeat(1025)),
      c: s("c", "é".repeat(1024)),
      d: s("d", "🚀".repeat(600)),
      e: s("e", `${"w ".repeat(600)}end`),
    }),
  ),
  tree(
    "names",
    "names with signs and lengths, or none",
    skillsIn(agents, {
      f: s("a".repeat(64)),
      g: s("b".repeat(65)),
      h: s("a/b"),
      i: s("A B C"),
      j: "---\ndescription: no name\n---\n",
      k: s('"quoted"'),
      l: s("'  padded  '"),
      m: "---\nname: ''\ndescription: empty name\n---\n",
      "x y": "---\ndescription: blank folder\n---\n",
    }),
    { line: "$a/b $A" },
  ),
  tree("budget", "200 skills over the budget in two roots", {
    ...skillsIn(
      agents,
      Object.fromEntries(
        Array.from({ length: 100 }, (_, i) => [`p${i}`, s(`p${i}`, `Project ${i} ${"more words ".repeat(20)}`)]),
      ),
    ),
    ...skillsIn(
      "home/.agents/skills",
      Object.fromEntries(
        Array.from({ length: 100 }, (_, i) => [`h${i}`, s(`h${i}`, `Home ${i} ${"and words ".repeat(10)}`)]),
      ),
    ),
  }),
  tree(
    "budget-few",
    "60 skills with descriptions of very different lengths",
    skillsIn(
      agents,
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`v${i}`, s(`v${i}`, `${"w".repeat(i * 17)} ${i}`)])),
    ),
  ),
  tree(
    "budget-wide",
    "wide characters over the budget",
    skillsIn(
      agents,
      Object.fromEntries(
        Array.from({ length: 50 }, (_, i) => [`v${i}`, s(`v${i}`, `第${i} ${"技能描述".repeat(60)}`)]),
      ),
    ),
  ),
  tree(
    "plugin",
    "a plugin in the cache, on",
    { ...three, ...cached("mk", "p", pskills("x", "y")), [config]: '[plugins."p@mk"]\nenabled = true\n' },
    { line: "$p:x $x $a" },
  ),
  tree("plugin-off", "plugins off, unset, on", {
    ...cached("mk", "p", pskills("x")),
    ...cached("mk", "q", pskills("y")),
    ...cached("mk", "r", pskills("z")),
    [config]: '[plugins."p@mk"]\nenabled = false\n[plugins."r@mk"]\nenabled = true\n',
  }),
  tree(
    "plugin-manifest",
    "a manifest with a path of skills and an interface",
    {
      ...cached(
        "mk",
        "p",
        { ...pskills("x"), "extra/e/SKILL.md": s("e") },
        {
          name: "p",
          version: "1.2.3",
          description: "P",
          skills: "./extra",
          interface: { displayName: "Pretty", shortDescription: "S" },
        },
      ),
      [config]: '[plugins."p@mk"]\nenabled = true\n',
    },
    { line: "$p:e $p:x" },
  ),
  tree("plugin-versions", "two versions of a plugin", {
    ...below("home/.codex/plugins/cache/mk/p", {
      "1.0.0/.codex-plugin/plugin.json": j({ name: "p" }),
      "1.0.0/skills/old/SKILL.md": s("old"),
      "2.0.0/.codex-plugin/plugin.json": j({ name: "p" }),
      "2.0.0/skills/new/SKILL.md": s("new"),
    }),
    [config]: '[plugins."p@mk"]\nenabled = true\n',
  }),
  tree("plugin-claude", "a plugin with Claude's manifest and commands", {
    ...below("home/.codex/plugins/cache/mk/p/local", {
      ".claude-plugin/plugin.json": j({ name: "p" }),
      "skills/x/SKILL.md": s("x"),
      "commands/c.md": "C\n",
    }),
    [config]: '[plugins."p@mk"]\nenabled = true\n',
  }),
  tree("market-repo", "a repository that is a marketplace for Codex", {
    ...git("app"),
    "app/.agents/plugins/marketplace.json": j({
      name: "mk",
      plugins: [{ name: "p", source: { source: "local", path: "./plugins/p" } }],
    }),
    "app/plugins/p/.codex-plugin/plugin.json": j({ name: "p" }),
    "app/plugins/p/skills/x/SKILL.md": s("x"),
    ...three,
  }),
  tree(
    "prompts",
    "prompts and rules beside skills",
    {
      ...three,
      "home/.codex/prompts/fix.md": "---\ndescription: F\n---\nFix $1\n",
      "home/.codex/AGENTS.md": "x",
      "app/AGENTS.md": "y",
    },
    { line: "/prompts:fix a" },
  ),
  tree(
    "system",
    "files in the folder of the program's own skills",
    {
      ...three,
      ...skillsIn("home/.codex/skills/.system", { mine: s("mine") }),
      ...skillsIn("home/.codex/skills", { u: s("u") }),
    },
    { line: "$mine $u" },
  ),
  tree(
    "yaml-flow",
    "flow maps, lists and signs",
    skillsIn(agents, {
      a: "---\n{name: a, description: Flow}\n---\n",
      b: s("b", "[x] starts"),
      c: s("c", "{x} starts"),
      d: s("d", "*x starts"),
      e: s("e", "? starts"),
      f: s("f", "!x starts"),
      g: s("g", "- starts"),
      h: s("h", "@x"),
      i: s("i", "`x`"),
      j: s("j", "%x"),
      k: s("k", "| x"),
      l: s("l", "> x"),
      m: s("m", "&x y"),
      n: s("n", "a: b: c"),
      o: s("o", "x #y"),
      p: s("p", "[?]"),
      q: s("q", "[*a]"),
      r: s("r", "[!x]"),
      t: s("t", "[-]"),
    }),
  ),
];
function pskills(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, s(name)]));
}
