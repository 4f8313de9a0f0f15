import { skillsIn, skillText, type Tree, usualSkill } from "../../tree.ts";

const only = ["opencode", "kilo"];

/** Bodies as `/alpha` sends them: each is a template of a command, in which files are named and commands run. */
const bodies: readonly (readonly [name: string, body: string, line?: string])[] = [
  ["file", "See @notes.md for more."],
  ["file-twice", "See @notes.md and @notes.md, then @more/deep.txt."],
  ["file-of-skill", "See @references/a.md and @./references/a.md."],
  ["file-of-home", "See @~/own.txt."],
  ["file-absolute", "See @/mnt/app/notes.md."],
  ["file-absent", "See @absent.md and `@notes.md`."],
  ["file-in-code", "```\n@notes.md\n```\n"],
  ["file-behind-word", "Write to me@notes.md or (@notes.md)."],
  ["file-with-point", "See @notes.md. Then @notes.md, and @notes.md: so."],
  ["file-folder", "See @more and @more/."],
  ["file-above", "See @../shared/d.txt and @pkg/../notes.md."],
  ["agent", "Ask @general or @explore."],
  ["agent-unknown", "Ask @nobody."],
  ["file-in-arguments", "Take $ARGUMENTS.", "/alpha @notes.md"],
  ["file-appended", "Take it.", "/alpha @notes.md now"],
  ["shell", "Today: !`echo one`."],
  ["shell-twice", "A !`echo one` b !`printf 'x\\ny\\n'` c"],
  ["shell-fails", "A !`false` b !`no-such-command` c"],
  ["shell-behind-word", "A word!`echo one`, ! `echo two`"],
  ["shell-in-block", "```!\necho one\n```\n"],
  ["shell-in-arguments", "Take $ARGUMENTS.", "/alpha !`echo two`"],
  ["shell-with-number", "Say !`echo $1`.", "/alpha one two"],
  ["dollars", "Take $ARGUMENTS.", "/alpha a $$ b $& c"],
  ["dollars-before", "Take $ARGUMENTS.", "/alpha a $` b $' c"],
  ["dollars-of-number", "Take $1.", "/alpha $$ $&"],
  ["dollars-appended", "Take it.", "/alpha $$ $&"],
  ["image", "Take $1 and $2.", "/alpha [Image 1] two"],
  ["quotes", "Take $1 and $2.", `/alpha "one two" 'three'four five`],
  ["quote-open", "Take $1 and $2.", `/alpha "one two`],
  ["number-gap", "Take $3.", "/alpha one"],
  ["number-zero", "Take $0 and $1.", "/alpha one two"],
  ["number-long", "Take $12 and $1.", "/alpha one two"],
  ["number-brought", "Take $1 and $2.", "/alpha $2 x"],
  ["arguments-brought", "Take $1.", "/alpha $ARGUMENTS x"],
  ["blank-line", "One\n\n\n  Two  \n"],
  ["blanks-typed", "Take $ARGUMENTS!", "/alpha   a   b  "],
];

const around = {
  "app/notes.md": "A note.\n",
  "app/more/deep.txt": "deep\n",
  "app/pkg/x.ts": "export {};\n",
  "shared/d.txt": "text\n",
  "home/own.txt": "mine\n",
  "{project}/alpha/references/a.md": "A reference.\n",
};

const bodyTrees = bodies.map(
  ([name, body, line = "/alpha"]): Tree => ({
    name: `template-${name}`,
    why: `a skill that a person calls: ${JSON.stringify(body)} by ${JSON.stringify(line)}`,
    only,
    isTerminal: true,
    line,
    files: { ...skillsIn("{project}", { alpha: skillText("name: alpha\ndescription: a", body) }), ...around },
    calls: [["alpha"]],
  }),
);

/** Names that the program has for commands, or JavaScript for what every object has. */
const names = [
  "init",
  "review",
  "constructor",
  "toString",
  "__proto__",
  "hasOwnProperty",
  "1",
  "name",
  "a/b",
  "a b",
  "é",
  "customize-opencode",
];

const nameTrees = names.map(
  (name): Tree => ({
    name: `called-${name.replace(/\W/g, "-")}`,
    why: `a skill called ${name}`,
    only,
    isTerminal: true,
    line: `/${name} x`,
    files: skillsIn("{project}", { one: usualSkill(JSON.stringify(name), "d"), alpha: usualSkill("alpha", "a") }),
    // A command of the program may be run by another agent, before which these calls would come.
    ...(!["init", "review"].includes(name) && { calls: [[name], ["alpha"], ["nope"]] }),
  }),
);

const commandFile = "---\ndescription: a command\n---\nDo $ARGUMENTS.\n";

const besideCommands = [
  "{own}/command/alpha.md",
  "{own}/commands/alpha.md",
  "{own}/command/deep/alpha.md",
  "home/.config/opencode/command/alpha.md",
  ".claude/commands/alpha.md",
].map(
  (path, index): Tree => ({
    name: `beside-command-${index}`,
    why: `a command in ${path} has the skill's name`,
    only,
    isTerminal: true,
    line: "/alpha x y",
    files: {
      ...skillsIn("{project}", { alpha: usualSkill("alpha", "a") }),
      [path.replace(/^\.claude/, "app/.claude")]: commandFile,
    },
    calls: [["alpha"]],
  }),
);

export const openCodeLineTrees: readonly Tree[] = [...bodyTrees, ...nameTrees, ...besideCommands];
