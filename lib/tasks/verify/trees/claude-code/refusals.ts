import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const many = Object.fromEntries(
  Array.from({ length: 45 }, (_, index) => [`p${index}`, usualSkill(`p${index}`, "y".repeat(800))]),
);
const models = [
  ...["gpt-5", "my-model[1m]", "opusplan", "claude-2.1", "claude-3-haiku-20240307", "claude-3-5-sonnet-20241022"],
  ...["claude-opus-4-1-20250805", "claude-sonnet-4-20250514", "claude-opus-6", "claude-sonnet-6", "CLAUDE-OPUS-4-6"],
  "us.anthropic.claude-opus-4-6-v1",
];

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree>): Tree {
  return { name: `refused-${name}`, why, only: ["claude-code"], files, ...more };
}

/** What the program does not take: names, commands that fail, models that it does not know. */
export const refusalTrees: readonly Tree[] = [
  tree(
    "names",
    "how a model may write a name",
    skillsIn("{project}", {
      alpha: usualSkill("alpha", "a"),
      "two words": usualSkill("two words", "t"),
      Beta: usualSkill("Beta", "b"),
    }),
    {
      calls: [
        ...["/alpha", " alpha ", "ALPHA", "beta", "two words", "two-words", "alpha one", "alpha:", ""],
        ...["skill:alpha", "alph", "gamma-nothing-like-it"],
      ].map((name) => [name] as const),
    },
  ),
  tree(
    "commands",
    "a command that fails behind some that do not",
    skillsIn("{project}", { sh: usualSkill("sh", "x", "1 !`pwd`\n2 !`ls -a`\n3 !`cat a.txt`\n4 !`git status`") }),
    { line: "/sh" },
  ),
  tree(
    "command",
    "a command that fails",
    skillsIn("{project}", { sh: usualSkill("sh", "x", "A !`cat nothing-here.txt` B") }),
    { line: "/sh", calls: [["sh"]] },
  ),
  tree(
    "asking",
    "a mode in which nobody is asked",
    {
      ...skillsIn("{project}", {
        alpha: usualSkill("alpha", "a", "b", "allowed-tools: Bash"),
        beta: usualSkill("beta", "b"),
      }),
      "home/.claude/settings.json": JSON.stringify({ permissions: { defaultMode: "dontAsk" } }),
    },
    { calls: [["alpha"], ["beta"]] },
  ),
  tree(
    "asking-signs",
    "skills with tools whose names are no rule's, one called by its label",
    {
      ...skillsIn("{project}", { "🚀": usualSkill("42", "r", "b", "allowed-tools: Bash") }),
      'app/.claude/commands/a"b.md': "---\nallowed-tools: Bash\n---\nC\n",
    },
    { calls: [["42"], ['a"b']] },
  ),
  ...models.map((model) =>
    tree(`model-${model}`, `asked for ${model}`, skillsIn("{project}", { alpha: usualSkill("alpha", "a"), ...many }), {
      model,
    }),
  ),
];
