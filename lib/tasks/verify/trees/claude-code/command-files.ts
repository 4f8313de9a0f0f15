import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const command = (text: string, body = "C $ARGUMENTS") => `---\ndescription: ${text}\n---\n${body}\n`;
const commands = "app/.claude/commands";

function tree(name: string, why: string, texts: Readonly<Record<string, string>>, more: Partial<Tree> = {}): Tree {
  return {
    name: `command-${name}`,
    why,
    only: ["claude-code"],
    ...more,
    files: {
      ...below(commands, texts),
      ...skillsIn("{project}", { beside: usualSkill("beside", "b") }),
      ...more.files,
    },
  };
}

const workflow = (name: string) =>
  `export const meta = { name: "${name}", description: "Flow.", whenToUse: "Use it." };\nphase("one");\n`;

/** Scripts that are listed among the skills. */
const workflowTrees: readonly Tree[] = [
  tree(
    "own",
    "a workflow of the project, and scripts that are none",
    {},
    {
      files: below("app/.claude/workflows", {
        "flow.js": workflow("flow"),
        "deeper/in.js": workflow("in"),
        "module.mjs": workflow("module"),
        "bare.js": "phase('one');\n",
      }),
    },
  ),
  tree(
    "of-home",
    "a workflow of the person",
    {},
    { files: below("home/.claude/workflows", { "flow.js": workflow("flow") }) },
  ),
  tree(
    "of-a-name",
    "a workflow with a skill's name, which stays",
    {},
    {
      files: below("app/.claude/workflows", { "flow.js": workflow("beside") }),
    },
  ),
].map((each) => ({ ...each, name: each.name.replace("command", "workflow") }));

/** Files that are commands. */
export const commandFileTrees: readonly Tree[] = [
  ...workflowTrees,
  tree(
    "root-skill",
    "a SKILL.md in the folder of commands",
    { "SKILL.md": command("rooty") },
    { calls: [["commands"]] },
  ),
  tree(
    "skill-and-others",
    "a SKILL.md beside other files of its folder",
    {
      "dir/SKILL.md": command("s"),
      "dir/a.md": command("a"),
      "dir/sub/b.md": command("b"),
      "dir/skill.md": command("l"),
    },
    { calls: [["dir"], ["dir:a"], ["dir:sub:b"], ["a"]] },
  ),
  tree(
    "lower-skill",
    "a skill.md and a Skill.MD",
    { "dir/skill.md": command("l"), "two/Skill.MD": command("m"), "two/x.md": command("x") },
    { calls: [["dir"], ["two"], ["two:x"]] },
  ),
  tree(
    "last-names",
    "commands in folders, with one last name",
    { "group/same.md": command("g"), "a/b/same.md": command("b"), "group/once.md": command("o") },
    {
      calls: [["same"], ["b:same"], ["once"], ["kit:mixed"], ["mixed"], ["lone"]],
      files: {
        ...below(commands, { "group/mixed.md": command("m") }),
        ...below("app/.claude/skills/kit", {
          ".claude-plugin/plugin.json": JSON.stringify({ name: "kit" }),
          "skills/mixed/SKILL.md": usualSkill("mixed", "of a plugin"),
          "skills/lone/SKILL.md": usualSkill("lone", "of a plugin"),
        }),
      },
    },
  ),
  tree(
    "without-text",
    "commands without a text, called with words and without",
    { "empty.md": "---\ndescription: e\n---\n" },
    { calls: [["empty", "a"], ["empty"], ["empty", "b"], ["empty", "c"]] },
  ),
  tree(
    "of-its-own",
    "a skill that is called in the conversation that it has for itself",
    {},
    {
      files: skillsIn("{project}", { own: usualSkill("own", "forked", "Body.", "context: fork") }),
      line: "/own x",
      calls: [["own"], ["beside"]],
    },
  ),
  tree(
    "hidden",
    "hidden files and folders",
    {
      ".hidden.md": command("h"),
      ".dir/a.md": command("a"),
      ".git/b.md": command("b"),
      "node_modules/c.md": command("c"),
    },
    { calls: [[".hidden"], [".dir:a"], [".git:b"], ["node_modules:c"]] },
  ),
  tree(
    "names",
    "names with signs",
    {
      "two words.md": command("w"),
      "dot.ted.md": command("d"),
      "UPPER.md": command("u"),
      "ünï.md": command("n"),
      "a:b.md": command("c"),
      "-dash.md": command("m"),
      "7.md": command("s"),
      ".md": command("none"),
      "x.md.md": command("twice"),
      "<b>.md": command("angles"),
      "a  b.md": command("two blanks"),
      " a.md": command("blank before"),
      "$x.md": command("dollar"),
      "日本.md": command("j"),
    },
    { line: "/two words x", calls: [["two words"], ["dot.ted"], ["upper"], ["a:b"], ["x.md"], ["日本"], [""]] },
  ),
  tree("many-folders", "a name of more than 256 characters", {
    [`${"f".repeat(90)}/${"g".repeat(90)}/${"h".repeat(90)}.md`]: command("long"),
    [`${"f".repeat(90)}/${"g".repeat(90)}/${"h".repeat(74)}.md`]: command("just so"),
  }),
  tree(
    "texts",
    "texts without descriptions",
    {
      "empty.md": "",
      "blank.md": "\n \n",
      "heading.md": "# Title\n\ntext\n",
      "fence.md": "---\n---\n",
      "only.md": "---\ndescription: only\n---",
      "open.md": "---\ndescription: open\n",
      "list.md": "---\n- a\n---\nL\n",
      "bad.md": "---\na: [\n---\nB\n",
      "named.md": "---\nname: another\ndescription: n\n---\nN\n",
      "paths.md": "---\ndescription: waits\npaths: src/*\n---\nP\n",
      "folder/SKILL.md": "---\ndescription: does not wait\npaths: src/*\n---\nP\n",
      "when.md": "---\nwhen_to_use: w\n---\nW\n",
      "hidden.md": "---\ndescription: h\nuser-invocable: false\n---\nH\n",
      "person.md": "---\ndescription: p\ndisable-model-invocation: true\n---\nM\n",
      "slash.md": "---\ndescription: s\nhide-from-slash-command-tool: true\n---\nS\n",
      "fallback.md": "---\ndescription: f\nfallback: true\n---\nF\n",
      "long.md": `${"long line ".repeat(20)}\n`,
      "mark.md": "\ufeff---\ndescription: marked\n---\nM\n",
      "crlf.md": "---\r\ndescription: c\r\n---\r\nC\r\n",
    },
    {
      line: "/named x",
      calls: [["another"], ["paths"], ["hidden"], ["person"], ["slash"], ["fallback"], ["empty"], ["mark"]],
    },
  ),
  tree(
    "same-names",
    "one name in all places",
    { "same.md": command("of the project"), "g/same.md": command("deeper"), "beside.md": command("like a skill") },
    {
      files: below("home/.claude/commands", {
        "same.md": command("of the person"),
        "beside.md": command("of the person"),
      }),
      line: "/same x",
      calls: [["same"], ["beside"], ["g:same"]],
    },
  ),
  tree(
    "links",
    "links to files, to folders, round",
    { "real.md": command("real") },
    {
      files: below("shared/more", {
        "one.md": command("one"),
        "SKILL.md": command("skill"),
        "deep/two.md": command("two"),
      }),
      links: {
        [`${commands}/again.md`]: "real.md",
        [`${commands}/far.md`]: "{world}/shared/more/one.md",
        [`${commands}/dir`]: "{world}/shared/more",
        [`${commands}/round`]: ".",
        [`${commands}/up`]: "..",
        [`${commands}/gone.md`]: "{world}/nowhere.md",
      },
      calls: [["again"], ["real"], ["far"], ["dir"], ["dir:one"], ["dir:deep:two"], ["round:real"]],
    },
  ),
  tree(
    "above",
    "commands in folders above and below",
    { "same.md": command("above"), "up.md": command("up") },
    {
      cwd: "app/pkg",
      files: {
        ...below("app/pkg/.claude/commands", { "same.md": command("here"), "low.md": command("low") }),
        ...below("app/pkg/web/.claude/commands", { "deep.md": command("deep") }),
        "app/pkg/web/a.ts": "a\n",
      },
      line: "/same x",
      reads: ["app/pkg/web/a.ts"],
      calls: [["same"], ["up"], ["low"], ["deep"]],
    },
  ),
  tree(
    "ignored",
    "commands that git ignores",
    { "a.md": command("a"), ".gitignore": "*\n", ".ignore": "*\n", ".rgignore": "*\n" },
    { calls: [["a"]] },
  ),
  tree("folder-as-file", "a folder named like a file", {
    "dir.md/x.md": command("x"),
    "dir.md/SKILL.md": command("s"),
  }),
  tree("own-names", "files named like the program's commands", {
    "init.md": command("i"),
    "help.md": command("h"),
    "clear.md": command("c"),
    "review.md": command("r"),
    "simplify.md": command("s"),
  }),
  tree(
    "reserved",
    "names that are reserved for an account's skills",
    {
      "anthropic-skills.md": command("r"),
      "anthropic-skills/x.md": command("x"),
      "Anthropic-Skills/y.md": command("y"),
    },
    {
      files: skillsIn("{project}", {
        "anthropic-skills": usualSkill("anthropic-skills", "r"),
        "anthropic-skills:z": usualSkill("z", "z"),
        named: usualSkill("anthropic-skills:n", "n"),
        synced: usualSkill("synced", "s"),
        Synced: usualSkill("other", "s2"),
        "synced.": usualSkill("dotted", "s3"),
      }),
      calls: [["anthropic-skills"], ["anthropic-skills:x"], ["named"], ["Synced"], ["synced."]],
    },
  ),
  tree(
    "synced-of-an-account",
    "skills in the folder of what claude.ai sends, by themselves and of an account",
    {},
    {
      files: skillsIn("{home}/synced", {
        x: usualSkill("x", "by itself"),
        "11111111-2222-4333-8444-555555555555_unbound/y": usualSkill("y", "of an account"),
      }),
      calls: [["x"], ["y"], ["synced"]],
    },
  ),
];
