import { skillsIn, type Tree, usualSkill } from "../tree.ts";

/** What follows a skill's name in a line. */
const rests = [
  ...[" 'it' \"is\"", ' "a\\"b" c', " 'a\\'b' c", " a\\ b c", ' a"b c"d e', ' "" x', " '' x", " “a b” c", " `a b` c"],
  ...[" $HOME $0 $ARGUMENTS", ` \${HOME}`, " ~/x", " *", " #x y", " a;b", " a|b", " a&&b", " a>b", " $(x) y", " {a,b}"],
  ...[" A=b c", " --x=y -z", " @notes.txt", " !ls", " /beta", " /beta x", " /beta/x", " a /beta b", " (a b) c"],
  ...["\u00a0x y", "\u3000x", "\r\nx y", "\nx\ny", "\n\nx", "  x   y  ", "\tx\ty", " x\\ny", " x\\", ' "x\ny" z'],
  ...[":x", ".", ",", "/", "/x", "?", "!", ")", "-", "_", "@x", "#x", "=x", "'s", "\\"],
  ...[
    " 日本 語",
    " é e\u0301",
    " 🚀 x",
    " <b>&amp;</b>",
    " </skill>",
    ` ${"long ".repeat(300)}end`,
    " 1 2 3 4 5 6 7 8 9 10 11 12",
  ],
];

/** Whole lines in which a name stands somewhere. */
const wholes = [
  ...[
    "//alpha x",
    "/ alpha x",
    " /alpha x",
    "\n/alpha x",
    "\t/alpha",
    "x /alpha y",
    "/alpha/beta x",
    "/alpha /alpha x",
  ],
  ...["/beta /alpha x", "/alpha\n/beta x", '"/alpha x"', "`/alpha x`", "(/alpha)", "> /alpha x", "\\/alpha x"],
  ...["/ALPHA x", "/Alpha x", "/alph x", "/alphaa x", "/a x", "/skills:alpha x", "/project:alpha x", "/user:alpha x"],
  ...["/skill:alpha x", "/skill alpha x", "/skills alpha", "/run alpha", "Use the skill alpha", "use /alpha and /beta"],
  ...[
    "/alpha-beta x",
    "/under_score x",
    "/dot.ted x",
    "/with blank x",
    '/"with blank" x',
    "/naïve x",
    "/日本 x",
    "/7 x",
  ],
  ...[
    "/a:b x",
    "/help alpha",
    "/init",
    "/clear",
    "/compact x",
    "/model x",
    "/",
    "/ ",
    "/?",
    "/1",
    "/..",
    "/etc/passwd",
  ],
  ...[
    "/-x",
    "/--help",
    "/!",
    "/#",
    "/mnt/app/notes.txt look",
    "\u200b/alpha x",
    "\ufeff/alpha x",
    "／alpha x",
    "$alpha x",
  ],
  ...["@alpha x", "#alpha x", "!alpha x", "alpha x", "alpha: x", "  ", " \n\t"],
];

const skills = {
  ...skillsIn("{project}", {
    alpha: usualSkill("alpha", "a", "A[$ARGUMENTS] 0[$0] 1[$1] 2[$2] 11[$11] f[$file]", "arguments: [file]"),
    "alpha-beta": usualSkill("alpha-beta", "ab", "AB"),
    under_score: usualSkill("under_score", "u", "U[$ARGUMENTS]"),
    "dot.ted": usualSkill("dot.ted", "d", "D[$ARGUMENTS]"),
    "with blank": usualSkill("with blank", "w", "W[$ARGUMENTS]"),
    naïve: usualSkill("naïve", "n", "N[$ARGUMENTS]"),
    日本: usualSkill("日本", "j", "J[$ARGUMENTS]"),
    "7": usualSkill("'7'", "s", "S[$ARGUMENTS]"),
    "a:b": usualSkill("'a:b'", "c", "C[$ARGUMENTS]"),
  }),
  ...skillsIn("{home}", { beta: usualSkill("beta", "b", "B of beta") }),
  "app/notes.txt": "the notes\n",
};

/** Lines for harnesses in which a sigil names skills anywhere. */
const mentions = [
  ...[
    "[$alpha](x)",
    "[$alpha]({world}/app/.agents/skills/alpha/SKILL.md)",
    "[$beta]({world}/app/.agents/skills/alpha/SKILL.md)",
  ],
  ...[
    "[$alpha](skill://{world}/app/.agents/skills/alpha/SKILL.md)",
    "[alpha]({world}/app/.agents/skills/alpha/SKILL.md)",
  ],
  ...[
    "[$alpha](.agents/skills/alpha/SKILL.md)",
    "[$alpha] ({world}/app/.agents/skills/alpha/SKILL.md)",
    "[ $alpha ](x)",
  ],
  ...[
    "[$with blank]({world}/app/.agents/skills/with blank/SKILL.md)",
    "[$alpha]({world}/home/.agents/skills/beta/SKILL.md)",
  ],
  ...[
    "[$alpha](app://x)",
    "[$alpha](mcp://x)",
    "[$alpha](plugin://x)",
    "[@alpha](plugin://x)",
    "$alpha's",
    "($alpha)",
    "$alpha-",
  ],
  ...[
    "$alpha:x",
    "$$alpha",
    "\\$alpha",
    "`$alpha`",
    "```\n$alpha\n```",
    '"$alpha"',
    "$Alpha",
    "$alpha$beta",
    "$alpha,$beta",
  ],
  ...[
    "$beta $alpha $beta",
    "x$alpha",
    "$alpha.",
    "$alpha/",
    "$alpha_x",
    "$alpha-beta",
    "$under_score",
    "$dot.ted",
    "$naïve",
  ],
  ...[
    "$日本",
    "$7",
    "$a:b",
    "$PATH $HOME",
    "US$5 $alpha",
    `\${alpha}`,
    "$ alpha",
    "$alpha\n$beta",
    `\${beta} $beta`,
    "$alpha\t$beta",
  ],
  ...["[x]($alpha)", "![$alpha](x)", "<$alpha>", "$alpha!", "#$alpha", "@$alpha", "$alpha=1", "日$alpha本", "$alpha日"],
];

function lineTree(kind: string, line: string, index: number, more: Partial<Tree> = {}): Tree {
  return { name: `line-${kind}-${index}`, why: JSON.stringify(line.slice(0, 80)), files: skills, line, ...more };
}

/** Programs that read `/name` outside of a terminal too, and those that are asked for it as in one. */
const [everywhere, inTerminals] = [
  ["claude-code", "codex", "qwen-code", "pi"],
  ["opencode", "kilo"],
];

/** What becomes of a line in which a skill is named. */
export const lineTrees: readonly Tree[] = [
  ...rests.map((rest, index) => lineTree("rest", `/alpha${rest}`, index, { only: everywhere })),
  ...rests
    .filter((rest) => rest.startsWith(" "))
    .map((rest, index) => lineTree("terminal", `/alpha${rest}`, index, { only: inTerminals, isTerminal: true })),
  ...wholes.map((line, index) => lineTree("whole", line, index, { only: everywhere })),
  ...mentions.map((line, index) => lineTree("mention", line, index, { only: ["codex"] })),
];
