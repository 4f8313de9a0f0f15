import { skillsIn, skillText, type Tree } from "../tree.ts";

/** A value of each type of YAML, and each way to write a text. */
const values = [
  ...["true", "false", '"true"', "yes", "Off", "0", "42", "1.5", "null", "~", "", '""', "' '", "text", "two words"],
  ...["a, b", "'a: b'", "[a, b]", "[]", "[1, true, null]", "{a: b}", "{}", "\n  - a\n  - b: c", "\n  k: v\n  l: [m]"],
  ...["2026-01-01", "|\n  one\n  two", ">-\n  one\n  two", "&x text", "*", "Bash(git:*), Read", "[Bash(a, b), Read]"],
];

/** Keys that some harness reads, and keys that people write. */
const keys = [
  ...["when_to_use", "when-to-use", "whenToUse", "argument-hint", "arguments", "allowed-tools", "allowedTools"],
  ...["disallowed-tools", "tools", "model", "effort", "agent", "paths", "globs", "user-invocable", "user_invocable"],
  ...["disable-model-invocation", "disableModelInvocation", "disabled", "enabled", "hidden", "hooks", "shell"],
  ...["license", "compatibility", "metadata", "version", "tags", "dependencies", "keywords", "triggers", "priority"],
  ...["id", "title", "author", "category", "mode", "color", "alwaysApply", "short-description", "slash", "namespace"],
];

function namedAfter(key: string): string {
  return key.replace(/\W|_/g, "-").toLowerCase();
}

/** Each field with each value, in one skill each; the model calls some of them. */
const valueTrees = keys.map((key): Tree => {
  const skills = values.map((value, index) => [
    `v${index}`,
    skillText(`name: v${index}\ndescription: number ${index}\n${key}: ${value}`, "A[$ARGUMENTS] 0[$0] a[$a] b[$b]"),
  ]);
  return {
    name: `values-${namedAfter(key)}-${key.includes("_") ? "low" : /[A-Z]/.test(key) ? "joined" : "usual"}`,
    why: `${key} with values of all types`,
    files: skillsIn("{project}", Object.fromEntries(skills)),
    calls: [0, 8, 13, 17, 22, 26].map((index) => [`v${index}`, "one two"] as const),
  };
});

/** Names and descriptions of all types, with the other field as people write it. */
const typed = (["name", "description"] as const).map((key): Tree => {
  const other = key === "name" ? "description: usual" : "";
  const skills = values.map((value, index) => [
    `t${index}`,
    skillText(`${key === "name" ? "" : `name: t${index}\n`}${key}: ${value}${other && `\n${other}`}`),
  ]);
  return {
    name: `values-of-${key}`,
    why: `${key} with values of all types`,
    files: skillsIn("{project}", Object.fromEntries(skills)),
    calls: [["t6"], ["t13"], ["t17"], ["two words"]],
  };
});

/** What a tag makes of a plain scalar: some make it text. */
const tagged: Tree = {
  name: "values-tagged",
  why: "descriptions with tags",
  files: skillsIn(
    "{project}",
    Object.fromEntries(
      [
        ...[
          "!now 1e3",
          "!x 0x1F",
          "!x true",
          "!x ~",
          "!x",
          '!x "q"',
          "!x a text",
          "! 1e3",
          "!!str 1e3",
          "!!str",
          "!!str ~",
        ],
        ...["!!int 0x1F", "!!bool TRUE", "!!null", "&a !x 1e3", "|\n  1e3", "!x |\n  1e3"],
      ].map((value, index) => [`g${index}`, skillText(`name: g${index}\ndescription: ${value}`)]),
    ),
  ),
};

const frontmatters: Readonly<Record<string, string>> = {
  "anchor-and-alias": "description: &d shared text\nwhen_to_use: *d",
  "merge-key": "base: &b\n  description: merged\n<<: *b",
  "duplicate-name": "name: first\nname: second\ndescription: d",
  "duplicate-field": "description: d\nlicense: a\nlicense: b",
  comments: "# first\nname: comments # after\n# between\ndescription: d # after\n# last",
  "comment-only": "# nothing here",
  "blank-lines": "\n\nname: blank-lines\n\n\ndescription: d\n\n",
  "quoted-keys": "\"name\": quoted-keys\n'description': d",
  "upper-keys": "NAME: upper-keys\nDESCRIPTION: d",
  "spaced-keys": "name : spaced-keys\ndescription : d",
  "flow-mapping": "{name: flow-mapping, description: d}",
  "flow-lines": "{\n  name: flow-lines,\n  description: d\n}",
  "document-start": "--- \nname: document-start\ndescription: d",
  directive: "%YAML 1.2\n---\nname: directive\ndescription: d",
  "two-documents": "name: two-documents\ndescription: d\n---\nname: again\ndescription: e",
  "long-key": `${"k".repeat(1000)}: v\nname: long-key\ndescription: d`,
  "deep-nesting": `name: deep-nesting\ndescription: d\nmetadata: ${"{a: ".repeat(30)}x${"}".repeat(30)}`,
  "tabs-inside": "name:\ttabs-inside\ndescription:\td\te",
  "tab-before": "name: tab-before\ndescription: d\n\tlicense: x",
  "no-blank": "name:no-blank\ndescription:d",
  "many-colons": "name: many-colons\ndescription: a: b: c: d\nwhen_to_use: e: f",
  "dash-list": "name: dash-list\ndescription:\n- one\n- two",
  "block-end": "name: block-end\ndescription: |-\n  one\n\n\n  two\n\n\nlicense: x",
  "block-deeper": "name: block-deeper\ndescription: |\n    four\n  two\nlicense: x",
  "block-comment": "name: block-comment\ndescription: >\n  text # no comment\n  # neither\nlicense: x",
  "quote-lines": "name: quote-lines\ndescription: 'one\n  two\n\n  three'",
  "quote-at-margin": 'name: quote-at-margin\ndescription: "one\ntwo"',
  "plain-lines": "name: plain-lines\ndescription: one\n  two\n  three: four",
  "plain-list": "name: plain-list\ndescription: one\n  - two\n  - three",
  emoji: "name: emoji\ndescription: 🚀 Use 👩‍👩‍👧 when: x",
  "wide-text": "name: wide-text\ndescription: 「日本語」、：全角",
  "non-breaking": "name: non-breaking\ndescription:\u00a0text",
  "curly-quotes": "name: “curly”\ndescription: “Use when: x”",
  "html-text": "name: html-text\ndescription: <p>Use &amp; see</p> <!-- c -->",
  templates: `name: templates\ndescription: {{name}} and \${x} and $1 and %s`,
  markdown: "name: markdown\ndescription: **Use** `x` [y](z) - #tag",
  version: "name: version\ndescription: d\nversion: 1.0.0\nmetadata:\n  version: 1.10",
  "crlf-inside": "name: crlf-inside\r\ndescription: |\r\n  one\r\n  two\r\nlicense: x\r",
  "cr-inside": "name: cr-inside\rdescription: d",
  "line-separator": "name: line-separator\ndescription: a\u2028b",
  "null-byte": "name: null-byte\ndescription: a\0b",
  "control-sign": "name: control-sign\ndescription: a\x07b",
};

/** Ways to write a whole frontmatter. */
const wholes = Object.entries(frontmatters).map(([name, text]) => [name, skillText(text)] as const);
const inTens = Array.from({ length: Math.ceil(wholes.length / 10) }, (_, at) => wholes.slice(at * 10, (at + 1) * 10));

export const fieldTrees: readonly Tree[] = [
  ...valueTrees,
  ...typed,
  tagged,
  ...inTens.map(
    (part, index): Tree => ({
      name: `written-${index}`,
      why: `frontmatter: ${part.map(([name]) => name).join(", ")}`,
      files: skillsIn("{project}", Object.fromEntries(part)),
      calls: part.map(([name]) => [name] as const),
    }),
  ),
  ...["", "A [$ARGUMENTS]", "---\nname: inner\n---\nB"].map(
    (body, index): Tree => ({
      name: `bare-${index}`,
      why: "no frontmatter but a heading and a body",
      files: skillsIn("{project}", { one: `# One\n\n${body}\n`, two: `${body}\n`, three: `\n\n${body}` }),
      line: "/one x",
      calls: [["one", "x"], ["two"], ["three"]],
    }),
  ),
];
