import { skillText, type Tree } from "../tree.ts";

/** One skill with this text, which the model then calls, so that its body is told too. */
function ofText(name: string, text: string): Tree {
  return {
    name,
    why: JSON.stringify(text.slice(0, 60)),
    files: { "{project}/one/SKILL.md": text },
    calls: [["one", "a b"]],
  };
}

const descriptions = [
  ...[
    "Use when: the colon is bare",
    "a: b: c",
    "@who",
    "`code` first",
    "*bold* first",
    "{curly} first",
    "[x] first",
    "[x]",
  ],
  ...["{a: b}", "%percent", '"Use when: x" and y', "'q' rest", '"unclosed', "'unclosed", "it's", "- item", "-x", "? q"],
  ...[
    "!tag x",
    "&a x",
    "*x",
    "| x",
    "> x",
    "|",
    ">",
    "a # c",
    "a #c",
    "#c",
    "a\tb",
    "\ta",
    "a:",
    "https://a.b/c",
    "a, b",
  ],
  ...[
    '"a" "b"',
    "[a",
    "{a",
    "null",
    "~",
    '"a\\qb"',
    '"tab\there"',
    "é: x",
    "::",
    "a::b",
    "- a: b",
    "* a: b",
    "**b**: x",
  ],
  ...[
    "[a](b): c",
    "1: 2",
    '"x": y',
    "$ARGUMENTS: x",
    "[x]: y",
    '"x" # c',
    '"x"# c',
    ": x",
    ", x",
    "C: \\x",
    "a: b # c",
  ],
  ...["'a: b' c: d", "42", "1.50", "0x1F", "017", "-0", ".inf", "true", "TRUE", "yes", "2026-01-01", "12:30", "1_000"],
  ...["a -> b <c>", "Grüße 你好 🚀", "", "''", "one --- two"],
  ...["[a](b) [c]", "{{a}} b {{c}}", "[a} b]", "[a (b]", "[a]]"],
];

const frontmatters = [
  ...[
    "description: ok\nmetadata:\n\tkey: value",
    "description: ok\nplain line",
    "description: ok\n  more",
    "description: ok\n\tmore",
  ],
  ...[
    "description: one\ndescription: two",
    "description: ok\nx: [a",
    "description: ok\nx: @a",
    'description: ok\nx: "a" b',
  ],
  ...[
    "description: ok: y\n  x: y",
    "description: ok: y\nkey1: v: w",
    " description: indented",
    '"description": quoted',
  ],
  ...[
    "description:nocolonblank",
    "description: ok\n...\nx: y",
    "description: >\n one\n two: x\nother: @",
    "{description: flow}",
  ],
  ...[
    'description: "multi\n  line"',
    "description:\n  next line",
    "description: |\n  one\n  two",
    "description: >-\n  a\n   b\n  c",
  ],
  ...[
    "description: a\n\n\n  b",
    "description: a #\n  b",
    "description: ok # c\n# d",
    "Description: capital",
    "- a\n- b",
    "just text",
  ],
  ...[
    "name: one\ndescription: d\nwhen_to_use: on Mondays",
    "when_to_use: only when",
    "description: d\nwhen_to_use: [a, b]",
  ],
  ...["description: d\nallowed-tools: Read", "description: d\nargument-hint: [file]", "description: d\nlicense: MIT"],
];

const texts = [
  ...[
    "\ufeff---\ndescription: d\n---\nB\n",
    "---\r\ndescription: d\r\n---\r\nB\r\nC\r\n",
    "---\rdescription: d\r---\rB\r",
  ],
  ...["\n---\ndescription: d\n---\nB\n", "  ---\ndescription: d\n---\nB\n", "---  \ndescription: d\n---\t\nB\n"],
  ...[
    "----\ndescription: d\n----\nB\n",
    "---\ndescription: d\n...\nB\n",
    "---\ndescription: d\n",
    "---\ndescription: d\n---",
  ],
  ...[
    "---\ndescription: d\n--- text\nB\n",
    "---\n\n\ndescription: d\n---\n\n\n  B\n",
    "---\n---\nB\n",
    "---\n---",
    "------\nB\n",
  ],
  ...[
    "",
    "\n \n",
    "# Heading\n\ntext\n",
    "#Heading\ntext\n",
    "## Two ##\ntext\n",
    "# \ntext\n",
    "  indented\n",
    "- item\n",
  ],
  ...[
    `${"x".repeat(100)}\n`,
    `${"x".repeat(101)}\n`,
    `${"🚀".repeat(60)}\n`,
    "one\rtwo\n",
    "<!-- c -->\n",
    "\u00a0\nnbsp\n",
  ],
  ...["---\n\ufeffname: one\ndescription: d\n---\n", "---\n\ufeffdescription: d\n---\n"],
  ...["|2\n \t\n  a", "|\n  a\n \t\n  b", "|\n  a\n \t", ">\n  a\n\t\nlicense: MIT"].map(
    (block) => `---\nname: one\ndescription: ${block}\n---\n`,
  ),
];

/** Characters that only a double-quoted escape can write. */
const escapes = [
  ...[
    "a\\u001b[31mb",
    "a\\u001b]0;t\\u0007b",
    "a\\u001bb",
    "a\\u0007b",
    "a\\u200bb",
    "a\\u202eb",
    "a\\u00a0b",
    "a\\n\\n\\nb",
  ],
  ...["a \\n b", "\\u200ba", "a\\u3000b", "a\\ufe0fb", "a\\ue000b", "<<a>>&lt;&", "\\ud83d", "a\\r\\nb"],
];

const long = [
  ...[1023, 1024, 1025, 1535, 1536, 1537].map((length) => "x".repeat(length)),
  ...[512, 513, 1024, 1025].map((length) => "🚀".repeat(length)),
  ...[341, 342, 1024, 1025].map((length) => "日".repeat(length)),
].map((text) => skillText(`description: ${text}`));

/** Bodies that a program may use as a description if there is none. */
const bodies = [
  ...["One.\nTwo.\n\nThree.\n", "# Head\nText.\n", "# Head\n\nText one.\nmore\n", "# A\n\n## B\n\nText\n", "# A #\n"],
  ...["- a\n- b\n\nc\n", "  indented\n\ttab\n", "> quote\nmore\n", "```\ncode\n```\n\nafter\n", "<!-- c -->\nText\n"],
  ...[
    "1. a\n2. b\n",
    "| a | b |\n|--|--|\n",
    "**bold** _text_ `code`\n",
    "a  \nb\n",
    "a\\\nb\n",
    "Head\n====\n\ntext\n",
  ],
  ...[
    `${"x".repeat(1025)}\n`,
    `${"word ".repeat(300)}\n`,
    `${"one\n".repeat(600)}`,
    "\n \n",
    "a\n \nb\n",
    "#no head\ntext\n",
  ],
  ...["![i](x.png)\n", "[link](x) text\n", "***\n\ntext\n", "a\tb   c\n", "<b>x</b> & y\n", "# Head  \n\n\n\n  text\n"],
];

/** White space around and in values. */
const spaced = [
  ...[
    'description: "  a  "',
    'description: " "',
    'description: "\\u00a0"',
    'description: "\\ta\\n"',
    "description: a  ",
  ],
  ...[
    "description: |\n  one\n  two\nlicense: x",
    "description: |+\n  one\n\nlicense: x",
    "description: >\n  a\n  b\nlicense: x",
  ],
  ...['name: " one "\ndescription: d', "name: |\n  one\ndescription: d", 'name: "\\u00a0one"\ndescription: d'],
];

/** Fences around a value that is no YAML, as it contains a colon. */
const fencedColons = [
  ...[
    "---\t\n@\n---\nB\n",
    "---  \n@\n---\nB\n",
    "---yaml\n@\n---\nB\n",
    "---\n@\n",
    "---\n@\n--- x\nB\n",
    "---\n\n@\n---",
  ],
  ...["---\r\n@\r\n---\r\nB\r\n", "\ufeff---\n@\n---\nB\n", "---\n@\n---\t\nB\n", "---\n@\n---yaml\nB\n"],
];

/** Skills of one tree: many harnesses want a name, and these have one. */
function namedSkills(name: string, texts: readonly string[]): Tree {
  const files = texts.map((text, index) => [
    `{project}/skill-${index}/SKILL.md`,
    text.replace("@", `name: skill-${index}`),
  ]);
  const calls = texts.map((_, index) => [`skill-${index}`] as const);
  return { name, why: "what becomes of each of these skills", files: Object.fromEntries(files), calls };
}

/** Equal parts of a list, but for the last. */
function partsOf<Item>(all: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** Blocks that end with lines of blanks. */
const blocks = [
  ...[">1-\n    \n ", ">1-\n  x\n    \n  ", ">1\n  x\n   ", "|2\n  x\n   ", "|2-\n  x\n   ", ">2\n  x\n   \n\n  y"],
  ...["|1\n   \n  ", ">-\n  x\n    ", "|1+\n   \n   ", "|1-\n x\n  y\n   \n", ">1\n     \nlicense: MIT"],
];

/** Blocks of nothing but blanks and line breaks. */
const emptyBlocks = [">1-\n    \n  \t\nlicense: MIT", "|+\n  ", "|+\n\n", ">+\n  \n", "|\n  ", "|+\n  \nlicense: MIT"];

/** Keys in the line of a value that ends before them, which some loaders read. */
const keysBehind = ["{x} ... a: b", "{x} --- a: b", "{x} - a: b", "[x] a: b", "'x' # a: b", '"x" a: b', "&a 'x' b: c"];

/** Contents of a SKILL.md: one text per tree, or several with a name. */
export const contentTrees: readonly Tree[] = [
  ...descriptions.map((each, index) => ofText(`description-${index}`, skillText(`description: ${each}`))),
  ...frontmatters.map((each, index) => ofText(`frontmatter-${index}`, skillText(each))),
  ...texts.map((each, index) => ofText(`text-${index}`, each)),
  ...escapes.map((each, index) => ofText(`escape-${index}`, skillText(`description: "${each}"`))),
  ...bodies.map((each, index) => ofText(`body-${index}`, `---\nlicense: MIT\n---\n\n${each}`)),
  ...spaced.map((each, index) => ofText(`spaced-${index}`, skillText(each))),
  ...long.map((each, index) => ofText(`long-${index}`, each)),
  ...partsOf(fencedColons, 4).map((part, index) =>
    namedSkills(
      `fenced-colons-${index}`,
      part.map((each) => each.replace("@", "@\ndescription: a: b")),
    ),
  ),
  ...partsOf(descriptions, 12).map((part, index) =>
    namedSkills(
      `descriptions-named-${index}`,
      part.map((each) => skillText(`@\ndescription: ${each}`)),
    ),
  ),
  namedSkills(
    "blanks-in-blocks",
    blocks.map((each) => skillText(`@\ndescription: ${each}`)),
  ),
  namedSkills(
    "empty-blocks",
    emptyBlocks.map((each) => skillText(`@\ndescription: ${each}`)),
  ),
  namedSkills(
    "keys-behind-values",
    keysBehind.map((each) => skillText(`@\ndescription: d\nargument-hint: ${each}`)),
  ),
  ...partsOf(frontmatters, 8).map((part, index) =>
    namedSkills(
      `frontmatters-named-${index}`,
      part.map((each) => skillText(each.startsWith("name:") || /^[{-]|^just/.test(each) ? each : `@\n${each}`)),
    ),
  ),
];
