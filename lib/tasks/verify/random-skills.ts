import fc from "fast-check";

/** Names of folders, of files and in frontmatter. */
export const names = [
  ...["alpha", "beta", "gamma", "zeta", "deploy", "my-skill", "x1", "Omega", "ALPHA", "a.b", "under_score"],
  ...["with blank", "naïve", "日本", "init", "help", "review-pr", "-dash", "a--b"],
];

const words = [
  ...["reads", "the", "file", "Use when", "x", "A <b>tag</b>", "&", "&amp;", "->", "<system-reminder>", '"quoted"'],
  ...["'single'", "it's", ":", "a: b", "#1", "# not", "---", "-", "- item", "[x]", "{y}", "*bold*", "`code`", "@who"],
  ...["100%", "%d", "!now", "|", ">", "~", "?", "$ARGUMENTS", "$HOME", "é", "日本語", "🚀", "https://a.b/c", "C:\\x"],
  ...["true", "null", "42", "1.0", "2026-01-01", "key:", "…", ","],
];

const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(" "));
const long = fc.integer({ min: 90, max: 1700 }).map((length) => "long text ".repeat(200).slice(0, length));
/** Characters that only a text in double quotes can hold. */
const escapes = fc
  .array(
    fc.constantFrom("\\n", "\\t", "\\u001b[31m", "\\u0007", "\\u200b", "\\u202e", "\\u00a0", "\\\\", "a", " ", "b c"),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((all) => `"${all.join("")}"`);

const inDoubleQuotes = (value: string) => `"${value.replace(/[\\"]/g, "\\$&")}"`;
const inSingleQuotes = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** What stands behind a key that holds prose, in all of YAML's ways. */
const prose = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 2, arbitrary: text.map(inDoubleQuotes) },
  { weight: 2, arbitrary: text.map(inSingleQuotes) },
  { weight: 2, arbitrary: escapes },
  { weight: 1, arbitrary: long },
  ...["|", "|-", ">", ">-", "|+"].map((sign) =>
    fc
      .array(text, { minLength: 1, maxLength: 3 })
      .map((lines) => `${sign}\n${lines.map((each) => `  ${each}`).join("\n")}`),
  ),
  fc.tuple(text, text).map(([a, b]) => `${a}\n  ${b}`),
  fc.tuple(text, text).map(([a, b]) => `${a}\n\n  ${b}`),
  fc.array(text, { minLength: 1, maxLength: 2 }).map((items) => items.map((each) => `\n  - ${each}`).join("")),
  fc.constantFrom(
    "",
    "[one, two]",
    "\n  a: b",
    '"unclosed',
    "'",
    "|",
    ">",
    "&a text",
    "*a",
    "!tag text",
    "\ttab",
    "''",
    '""',
    "~",
  ),
);

const flag = fc.constantFrom("true", "false", '"true"', "yes", "no", "1", "0", "TRUE", "off", "maybe", "");

const extra = fc.oneof(
  prose.map((value) => `when_to_use: ${value}`),
  flag.map((value) => `disable-model-invocation: ${value}`),
  flag.map((value) => `user-invocable: ${value}`),
  text.map((value) => `argument-hint: ${value}`),
  fc.constantFrom(
    "argument-hint: [file]",
    "arguments: [file, count]",
    "arguments: file count",
    "arguments:\n  - file",
    "allowed-tools: Read, Grep",
    "allowed-tools:\n  - Read",
    "license: MIT",
    "metadata:\n  author: me",
    "metadata:\n\tauthor: me",
    "version: 1.0",
    "# a comment",
    "",
    "plain line",
    "Name: capital",
    "description: again",
    "model: sonnet",
    "effort: high",
  ),
);

const fences: readonly (readonly [opening: string, closing: string])[] = [
  ["---\n", "---\n"],
  ["\ufeff---\n", "---\n"],
  ["\n---\n", "---\n"],
  ["  ---\n", "---\n"],
  ["---  \n", "---\n"],
  ["---\t\n", "---  \n"],
  ["----\n", "----\n"],
  ["---\n", "...\n"],
  ["---\n", ""],
  ["---\n", "--- text\n"],
  ["---\n", "---"],
  ["---\n", "  ---\n"],
  ["--- \n\n", "\n---\n\n"],
  ["", ""],
  ["+++\n", "+++\n"],
  ["---yaml\n", "---\n"],
];

const bodyParts = [
  ...[
    "The body.",
    "# Heading",
    "##  Second  heading ##",
    "#hash",
    "- item",
    "",
    "",
    "  indented",
    "> quote",
    "***",
    "`code`",
  ],
  ...[
    "All [$ARGUMENTS]",
    "[$0] [$1]",
    "$ARGUMENTS[0]",
    "$ARGUMENTS[1]x",
    "$file $count",
    "\\$ARGUMENTS",
    "\\\\$1",
    "$$0",
    "$1$2",
  ],
  ...[
    `\${1}`,
    "$ARGUMENTSX",
    "$0x",
    "$10",
    `\${CLAUDE_SKILL_DIR}/x`,
    `\${CLAUDE_PROJECT_DIR}`,
    `\${HOME}`,
    "$file_",
    "<b>&</b>",
  ],
  ...["---", "a: b", "@notes.txt", "\ttab", "日本 🚀", "x".repeat(120)],
];

const body = fc
  .tuple(fc.array(fc.constantFrom(...bodyParts), { maxLength: 6 }), fc.constantFrom("\n", "\n", "", "\n\n", "  \n"))
  .map(([lines, end]) => lines.join("\n") + end);

/** A field that has no value says nothing of whether the key is there: `undefined` leaves it out. */
const fields = fc
  .tuple(
    fc.option(fc.oneof(fc.constantFrom(...names), fc.constantFrom('"Quoted Name"', "42", "null", "''", "a: b")), {
      nil: undefined,
    }),
    fc.option(prose, { nil: undefined, freq: 8 }),
    fc.array(extra, { maxLength: 2 }),
  )
  .map(([name, description, more]) => [
    ...(name === undefined ? [] : [`name: ${name}`]),
    ...(description === undefined ? [] : [`description: ${description}`]),
    ...more,
  ]);

/** The text of a SKILL.md or of a command: mostly in order, now and then broken in one of the ways that people break it. */
export const skillFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof({ weight: 12, arbitrary: fc.constant(fences[0]) }, { weight: 4, arbitrary: fc.constantFrom(...fences) }),
    fields,
    body,
    fc.oneof({ weight: 12, arbitrary: fc.constant("\n") }, { weight: 1, arbitrary: fc.constantFrom("\r\n", "\r") }),
  )
  .map(([fence, lines, text, lineBreak]) => {
    const [opening, closing] = fence ?? ["", ""];
    const whole = `${opening}${lines.join("\n")}${lines.length > 0 ? "\n" : ""}${closing}${text}`;
    return lineBreak === "\n" ? whole : whole.replaceAll("\n", lineBreak);
  });
