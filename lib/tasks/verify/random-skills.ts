import fc from "fast-check";

/** Names of folders and files, and in frontmatter. */
export const names: readonly string[] = [
  ...["alpha", "beta", "gamma", "zeta", "deploy", "my-skill", "x1", "Omega", "ALPHA", "a.b", "under_score", "7"],
  ...["with blank", "naïve", "nai\u0308ve", "日本", "init", "help", "review-pr", "-dash", "a--b", ".hidden", "ünï"],
  ...["🚀", "a:b", "a'b", 'a"b', "a(b)", "$x", "a&b", "a+b", "synced", "skills", "node_modules", "l".repeat(70)],
];

const words = [
  ...["reads", "the", "file", "Use when", "x", "A <b>tag</b>", "&", "&amp;", "->", "<system-reminder>", '"quoted"'],
  ...["'single'", "it's", ":", "a: b", "#1", "# not", "---", "-", "- item", "[x]", "{y}", "*bold*", "`code`", "@who"],
  ...["100%", "%d", "!now", "|", ">", "~", "?", "$ARGUMENTS", "$HOME", "é", "日本語", "🚀", "https://a.b/c", "C:\\x"],
  ...["true", "null", "42", "1.0", "2026-01-01", "key:", "…", ",", "\\n", "</name>", "{{x}}", "<!-- c -->", "e\u0301"],
  ...["👩‍👩‍👧", "ﬁ", "العربية", "a\u00a0b", "=", "<<", "0x1F", "1e3", "&a", "*a", "--", "..."],
  ...["12:30", "[a](b)", "**b**:", "'q' r:", "a:b", "$1", "{a}", "\\", "(x)", "a,b", "%x%", "\u3000", "\t"],
];

const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(" "));
const long = fc
  .tuple(fc.integer({ min: 90, max: 1700 }), fc.constantFrom("long text ", "日本 ", "a<b ", "🚀🚀 "))
  .map(([length, part]) =>
    part
      .repeat(1 + length / part.length)
      .slice(0, length)
      .toWellFormed(),
  );

/** Characters that only a double-quoted string can contain. */
const escapes = fc
  .array(
    fc.constantFrom(
      ...["\\n", "\\t", "\\u001b[31m", "\\u0007", "\\u200b", "\\u202e", "\\u00a0", "\\\\", "a", " ", "b c"],
      ...["\\x1b]0;t", "\\0", "\\r", "\\e[0m", "\\U0001F680", "\\/", "\\_", "\\N", "\\u0085", "\\ufeff", "\\u2028"],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => `"${all.join("")}"`);

const inDoubleQuotes = (value: string) => `"${value.replace(/[\\"]/g, "\\$&")}"`;
const inSingleQuotes = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Values of prose keys, in all of YAML's styles. */
const prose = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 2, arbitrary: text.map(inDoubleQuotes) },
  { weight: 2, arbitrary: text.map(inSingleQuotes) },
  { weight: 2, arbitrary: escapes },
  { weight: 1, arbitrary: long },
  ...["|", "|-", ">", ">-", "|+", "|2", ">1-"].map((sign) =>
    fc
      .array(fc.tuple(fc.constantFrom("  ", "  ", "    ", " "), fc.oneof(text, fc.constant(""))), {
        minLength: 1,
        maxLength: 3,
      })
      .map((lines) => `${sign}\n${lines.map(([indent, each]) => indent + each).join("\n")}`),
  ),
  fc.tuple(text, text).map(([a, b]) => `${a}\n  ${b}`),
  fc.tuple(text, text).map(([a, b]) => `${a}\n\n  ${b}`),
  fc.tuple(text, text).map(([a, b]) => `${a} # ${b}`),
  fc.tuple(text, text).map(([a, b]) => `"${a.replace(/[\\"]/g, "")}\n  ${b.replace(/[\\"]/g, "")}"`),
  fc.array(text, { minLength: 1, maxLength: 2 }).map((items) => items.map((each) => `\n  - ${each}`).join("")),
  fc.constantFrom(
    ...["", "[one, two]", "\n  a: b", '"unclosed', "'", "|", ">", "&a text", "*a", "!tag text", "\ttab", "''"],
    ...['""', "~", "{a: b, c: d}", "[]", "{}", "[a, [b]]", "!!str 42", "!!binary aGk=", "&a", "? x", "- x", "[a,"],
    ...["'a' 'b'", "yes", "0o17", "1_000", "+1", ".5", "-.inf", "2026-01-01T00:00:00Z", "0b11", "NULL", "{{ x }}"],
    ...[
      '"x"# c',
      "'a: b' c: d",
      '"a" b',
      "[a](b): c",
      "[x]: y",
      "12:30",
      "017",
      "\n\tk: v",
      "{{x}} a: b",
      "? q: r",
      "!!int 7",
    ],
    ...[
      "|\n\ttab",
      "\n\n  a",
      '"a\\\n  b"',
      "&m {a: b}",
      "!<tag:yaml.org,2002:str> x",
      "'it''s'",
      "\n- a\n- b",
      "> # c\n  x",
    ],
  ),
);

const flag = fc.constantFrom(
  ...["true", "false", '"true"', "yes", "no", "1", "0", "TRUE", "off", "maybe", "", "True", "on", "[true]", "~", "y"],
);

/** A key that some harness reads, with a value of any type. */
const typed = fc
  .tuple(
    fc.constantFrom(
      ...["when_to_use", "argument-hint", "arguments", "allowed-tools", "model", "paths", "user-invocable", "context"],
      ...["disable-model-invocation", "disabled", "enabled", "metadata", "version", "allowedTools", "agent", "license"],
    ),
    fc.constantFrom(
      ...["true", '"true"', "42", "1.5", "null", "~", "", '""', "a, b", "[a, b]", "[]", "[1, true]", "{a: b}", "{}"],
      ...[
        "\n  - a\n  - b: c",
        "\n  k: v",
        "2026-01-01",
        "|\n  one\n  two",
        "&x text",
        '"one\ntwo"',
        "Bash(git:*), Read",
      ],
    ),
  )
  .map(([key, value]) => `${key}: ${value}`);

const extra = fc.oneof(
  { weight: 2, arbitrary: typed },
  prose.map((value) => `when_to_use: ${value}`),
  flag.map((value) => `disable-model-invocation: ${value}`),
  flag.map((value) => `user-invocable: ${value}`),
  text.map((value) => `argument-hint: ${value}`),
  fc.constantFrom(
    ...["argument-hint: [file]", "arguments: [file, count]", "arguments: file count", "arguments:\n  - file"],
    ...["allowed-tools: Read, Grep", "allowed-tools:\n  - Read", "license: MIT", "metadata:\n  author: me"],
    ...["metadata:\n\tauthor: me", "version: 1.0", "# a comment", "", "plain line", "Name: capital", "a: &x b\nc: *x"],
    ...["description: again", "name: again", '"name": quoted', "? complex\n: key", "<<: {description: merged}"],
    ...["x: [a\nb: c", "  indented: y", "\tdescription: z", "metadata: {short-description: s}", "metadata: text"],
    ...["model: sonnet", "effort: high", "compatibility: all", "description : spaced", "name:nospace", "- item"],
    ...[
      "paths: app/**",
      'paths: ["*.ts", "src/**"]',
      "paths:\n  - '**/*.ts'\n  - b.md",
      "paths: app/pkg/**, *.md",
      "paths: []",
    ],
    ...["paths: '**'", "paths: 7", "paths:", "context: fork", "agent: Explore", "shell: bash", "hooks: {}", "\tkey: v"],
    ...[
      "disallowed-tools: Bash",
      "tags: [a, b]",
      "model: inherit",
      "model:",
      "license:\n  - MIT",
      "metadata: {a: [b]}",
    ],
    ...["compatibility: [a]", "allowed-tools: 7", "license: 1.0", `compatibility: ${"c".repeat(501)}`, "hidden: true"],
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
  ["--- # c\n", "---\n"],
  ["\ufeff\ufeff---\n", "---\n"],
  ["---\n---\n", "---\n"],
  ["<!-- c -->\n---\n", "---\n"],
  ["---\n", "----\n"],
];

const bodyParts = [
  ...["The body.", "# Heading", "##  Second  heading ##", "#hash", "- item", "", "", "  indented", "> quote", "***"],
  ...["`code`", "All [$ARGUMENTS]", "[$0] [$1]", "$ARGUMENTS[0]", "$ARGUMENTS[1]x", "$file $count", "\\$ARGUMENTS"],
  ...["\\\\$1", "$$0", "$1$2", `\${1}`, "$ARGUMENTSX", "$0x", "$10", `\${CLAUDE_SKILL_DIR}/x`, `\${HOME}`, "$file_"],
  ...[
    `\${CLAUDE_PROJECT_DIR}`,
    "<b>&</b>",
    "---",
    "a: b",
    "@notes.txt",
    "\ttab",
    "日本 🚀",
    "x".repeat(120),
    "$ARGUMENTS",
  ],
  ...[
    "<system-reminder>x</system-reminder>",
    "---\nname: again\n---",
    "{{args}}",
    "1. one",
    "\u00a0nbsp",
    "\u200bzero",
    `\${ARGUMENTS}`,
    "{{1}} {file}",
    "$ARGUMENTS[$0]",
    "@../b.md",
    "![x](y.png)",
    "<!-- hidden -->",
    "%ARGS% $@ $*",
    "\\\\\\$1 $01 $0.",
    "$ARGUMENTS[1:] $ARGUMENTS[-1]",
    "a!b !c `!d`",
    "</skill>",
  ],
];

const body = fc
  .tuple(
    fc.array(fc.constantFrom(...bodyParts), { maxLength: 6 }),
    fc.constantFrom("\n", "\n", "", "\n\n", "  \n", "\r\n"),
  )
  .map(([lines, end]) => lines.join("\n") + end);

const namesInText = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(
    '"Quoted Name"',
    "42",
    "null",
    "''",
    "a: b",
    "[a]",
    "'x' y",
    "alpha # c",
    "|\n  block",
    "a/b",
    "../x",
  ),
);

/** `undefined` leaves a field out; a field without a value is a key without a value. */
const fields = fc
  .tuple(
    fc.option(namesInText, { nil: undefined, freq: 4 }),
    fc.option(prose, { nil: undefined, freq: 8 }),
    fc.array(extra, { maxLength: 3 }),
    fc.nat(5),
  )
  .map(([name, description, more, turn]) => {
    const own = [
      ...(name === undefined ? [] : [`name: ${name}`]),
      ...(description === undefined ? [] : [`description: ${description}`]),
    ];
    return turn === 0 ? [...more, ...own] : [...own, ...more];
  });

/** Typing mistakes, faulty output or another encoding somewhere in a file. */
const slips = [
  ...[
    "\t",
    "\0",
    "\r",
    "\ufeff",
    "\u2028",
    "\u0085",
    "\v",
    "\f",
    "\x1b[31m",
    "\x7f",
    "\u200b",
    "\u00a0",
    "\u202e",
    " ",
  ],
  ...[
    "---",
    "---\n",
    "\n",
    "\n\n",
    ": ",
    ":",
    " #",
    "#",
    "'",
    '"',
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!",
    "%",
    "@",
    "`",
  ],
  ...["\\", "|", ">", ",", "- ", "? ", "~", "🚀", "\ufffd", "<", "&lt;"],
  // Bytes that are no UTF-8 (see `bytesOfText`): é and a quote of Windows, two of three of €, a slash that is too long.
  ...["\u{10ffe9}", "\u{10ffe9}", "\u{10ff93}", "\u{10ffe2}\u{10ff82}", "\u{10ffc0}\u{10ffaf}"],
];

const slip = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...slips));

/** The text of a SKILL.md or a command: mostly valid, occasionally broken in a way that people break it. */
export const skillFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof({ weight: 12, arbitrary: fc.constant(fences[0]) }, { weight: 4, arbitrary: fc.constantFrom(...fences) }),
    fields,
    body,
    fc.oneof({ weight: 12, arbitrary: fc.constant("\n") }, { weight: 1, arbitrary: fc.constantFrom("\r\n", "\r") }),
    fc.oneof({ weight: 7, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: fc.array(slip, { maxLength: 2 }) }),
  )
  .map(([fence, lines, text, lineBreak, slipped]) => {
    const [opening, closing] = fence ?? ["", ""];
    const whole = `${opening}${lines.join("\n")}${lines.length > 0 ? "\n" : ""}${closing}${text}`;
    const broken = slipped.reduce(withSlip, whole);
    return lineBreak === "\n" ? broken : broken.replaceAll("\n", lineBreak);
  });

/** Mostly in the frontmatter, where it has an effect. */
function withSlip(text: string, [where, what]: readonly [number, string]): string {
  const at = Math.floor(where * where * text.length);
  return text.slice(0, at) + what + text.slice(at);
}
