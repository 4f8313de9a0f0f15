import { skillsIn, type Tree, usualSkill } from "../tree.ts";

const bodies: Readonly<Record<string, string>> = {
  effort: `e[\${CLAUDE_EFFORT}] E[$CLAUDE_EFFORT] p[\${CLAUDE_PROJECT_DIR}]`,
  session: `s[\${CLAUDE_SESSION_ID}]`,
  user: `u[\${user_config.name}] U[\${user_config}]`,
  bang: "a!`$0` b `$0`! c !$1 d\n!$0",
  signs: "0[$0]1[$1]A[$ARGUMENTS]",
  names: "f[$file]c[$count]x[$FILE]",
  gemini: "{{args}} @{notes.txt} !{echo hi} {{ args }}",
  percent: "%0 %s %d %%",
};
/** Words that a call may bring, with signs that some program escapes. */
const words = [
  ...["!`echo hi`", "`!x`", "a !b", "!a", "x!`", "$0 $1", "$ARGUMENTS", "\\$0", `\${CLAUDE_SKILL_DIR}`, "$&", "$1$$"],
  ...["a\nb", "\ta\t", "a\u00a0b", "a\u3000b", "'a b' c", '"a b" c', "a\\ b c", "a\\\\b", "'", '"', "''", '""', "a''b"],
  ...[
    "(a b) c",
    "a(b c)d",
    "`a b` c",
    "$(a b) c",
    "a > b c",
    "a >b",
    "2>&1 a",
    "a << b",
    "a | b",
    "a & b",
    "a; b",
    "a && b",
  ],
  ...[
    "# a b",
    "a #b",
    "a#b",
    "*",
    "?",
    "[a]",
    "~ a",
    "a=b c",
    "{a,b} c",
    "!! a",
    "!1",
    "é e\u0301",
    "🚀 x",
    "\u200bx y",
  ],
  ...["<b>", "</command-args>", "&lt;", "\u0007x", "\u001b[31mx", "--", "-x", "a  b   c", " a b ", "日本 語"],
];
const files = {
  ...skillsIn(
    "{project}",
    Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [
        name,
        usualSkill(name, `is ${name}`, body, "arguments: [file, count]"),
      ]),
    ),
  ),
  "app/notes.txt": "notes\n",
};
const inTens = Array.from({ length: Math.ceil(words.length / 6) }, (_, at) => words.slice(at * 6, (at + 1) * 6));

/** Names for arguments, and how a text refers to them. */
const argumentNames = [
  ...[
    "[file-name, count]",
    "file-name count",
    "[a.b, c]",
    "[$x, y]",
    "[1a, 2]",
    "[0, name]",
    "[ä, 日]",
    "[a, ab, abc]",
    "[abc, ab, a]",
  ],
  ...[
    "[a, a]",
    "[ARGUMENTS, b]",
    '["with blank", b]',
    "[a b, c]",
    `[${"n".repeat(64)}, b]`,
    `[${"n".repeat(65)}, b]`,
    "[a, null, b]",
  ],
  ...["{a: b}", "7", "true", "'a, b'", '"a  b"', "[a\\, b]", "[.*, b]", "[__proto__, constructor]"],
];
const named = Object.fromEntries(
  argumentNames.map((names, index) => [
    `n${index}`,
    usualSkill(
      `n${index}`,
      names.slice(0, 40).replace(/[^\w ]/g, ""),
      `$file-name|$count|$a.b|$c|$$x|$y|$1a|$2|$0|$name|$ä|$日|$a|$ab|$abc|$ARGUMENTS|$b|$with blank|$${"n".repeat(64)}|$.*|$__proto__|$constructor`,
      `arguments: ${names}`,
    ),
  ]),
);

const efforts = [
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
  "auto",
  "5",
  "0",
  "50",
  "200",
  "LOW",
  "none",
  "1.5",
  "''",
  "[low]",
  "med",
];
const withEfforts = Object.fromEntries(
  efforts.map((effort, index) => [
    `e${index}`,
    usualSkill(`e${index}`, "e", `e[\${CLAUDE_EFFORT}]`, `effort: ${effort}`),
  ]),
);

/** What is filled into a skill's text. */
export const fillTrees: readonly Tree[] = [
  ...["claude-opus-4-6", "claude-sonnet-4-6", "claude-haiku-4-5", "claude-opus-5"].map(
    (model, index): Tree => ({
      name: `fills-efforts-${index}`,
      why: `efforts of skills, asked for ${model}`,
      files: skillsIn("{project}", { ...withEfforts, bare: usualSkill("bare", "b", `e[\${CLAUDE_EFFORT}]`) }),
      only: ["claude-code"],
      model,
      calls: [["bare"], ...efforts.map((_, at) => [`e${at}`] as const)],
    }),
  ),
  ...[{ effortLevel: "low" }, { env: { CLAUDE_CODE_EFFORT_LEVEL: "medium" } }].map(
    (settings, index): Tree => ({
      name: `fills-effort-set-${index}`,
      why: JSON.stringify(settings),
      files: { ...files, "app/.claude/settings.json": JSON.stringify(settings) },
      only: ["claude-code"],
      calls: [["effort"]],
    }),
  ),
  ...[0, 1, 2].map(
    (third): Tree => ({
      name: `fills-names-${third}`,
      why: "names of arguments with signs",
      files: skillsIn("{project}", named),
      only: ["claude-code"],
      calls: Object.keys(named)
        .filter((_, index) => index % 3 === third)
        .map((name) => [name, "one two three"] as const),
    }),
  ),
  ...[1999, 2000, 2001, 10_000].map(
    (length): Tree => ({
      name: `fills-long-${length}`,
      why: `arguments of ${length} characters`,
      files,
      only: ["claude-code"],
      calls: [["signs", `"a b" c ${"x".repeat(length - 8)}`]],
    }),
  ),
  ...Object.keys(bodies).map(
    (name): Tree => ({
      name: `fills-${name}`,
      why: `${bodies[name]} filled in`,
      files,
      line: `/${name} one two`,
      calls: [[name, "x y"]],
    }),
  ),
  ...inTens.map(
    (some, index): Tree => ({
      name: `fills-words-${index}`,
      why: `calls with ${some.map((each) => JSON.stringify(each)).join(", ")}`,
      only: ["claude-code", "qwen-code", "copilot-cli", "cline"],
      files,
      calls: some.map((each) => ["signs", each] as const),
    }),
  ),
  ...words.flatMap((each, index): readonly Tree[] =>
    index % 3 === 0
      ? [
          {
            name: `fills-line-${index}`,
            why: `typed with ${JSON.stringify(each)}`,
            only: ["claude-code", "pi", "qwen-code"],
            files,
            line: `/names ${each}`,
          },
        ]
      : [],
  ),
];
