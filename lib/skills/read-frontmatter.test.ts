import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldText } from "./frontmatter.ts";
import { type Dialect, readFrontmatter, yamlOf } from "./read-frontmatter.ts";
import { maxFrontmatterLength } from "./split-frontmatter.ts";

const go: Dialect = { kind: "go-struct", types: { name: "text", description: "text", tools: "list" } };
const untyped: Dialect = { kind: "go-untyped" };
const strict: Dialect = { kind: "strict" };

function read(yaml: string, dialect: Dialect) {
  return readFrontmatter(`---\n${yaml}\n---\n`, "trimmed-lines", dialect);
}

describe("as Go's yaml.v3 fills a struct", () => {
  test.each([
    ["name: yes", "yes"],
    ["name: 1.0", "1.0"],
    ["name: !!str ~", "~"],
    ["name: 'it''s'", "it's"],
    ["name: &n x\ndescription: *n", "x"],
    ["name: x\ntools: [a, b]", "x"],
    ["name: x\n...\n@", "x"],
  ])("%j", (yaml, name) => {
    const result = read(yaml, go);
    expect(result.kind === "read" && fieldText(result.fields, "name")).toBe(name);
  });

  test.each([
    ["name: x\ndescription: [a", "yaml: line 1: did not find expected ',' or ']'"],
    ['name: x\ndescription: "a', "yaml: line 2: found unexpected end of stream"],
    ["name: x\nkey\nb: c", "yaml: line 2: could not find expected ':'"],
    ["name: x\ndescription: - a", "yaml: line 2: block sequence entries are not allowed in this context"],
    ["name: x\ndescription: 'a' b", "yaml: line 1: did not find expected key"],
    ["name: a\n  b: c", "yaml: line 2: mapping values are not allowed in this context"],
    ['name: "\\q"', "yaml: found unknown escape character"],
    ["name: *n", "yaml: unknown anchor 'n' referenced"],
    ["tools: text", "yaml: unmarshal errors:\n  line 1: cannot unmarshal !!str `text` into []string"],
    ["name: {a: b}", "yaml: unmarshal errors:\n  line 1: cannot unmarshal !!map into string"],
    ["text", "yaml: unmarshal errors:\n  line 1: cannot unmarshal !!str `text` into skills.frontmatter"],
    [
      "a: 1\na: 2\na: 3",
      'yaml: unmarshal errors:\n  line 2: mapping key "a" already defined at line 1\n  line 3: mapping key "a" already defined at line 1',
    ],
  ])("%j is an error in its words", (yaml, message) => {
    expect(read(yaml, go)).toMatchObject({ problem: "bad-yaml", detail: message });
  });
});

describe("as StrictYAML", () => {
  test("every scalar is text, no value the empty one", () => {
    const result = read("a: 1.0\nb: true\nc:\nd: ~", strict);
    expect(result.kind === "read" && ["a", "b", "c", "d"].map((key) => fieldText(result.fields, key))).toEqual([
      "1.0",
      "true",
      "",
      "~",
    ]);
  });

  test.each([
    "a: [b]",
    "a: {b: c}",
    "a: &x b",
    "a: !!str b",
    "a: 1\na: 2",
    "a:\n  b: 1\n  b: 2",
    "a: b\tc",
    "a:\tb",
    "a: b\n...\nc: d",
  ])("%j is an error", (yaml) => expect(read(yaml, strict)).toMatchObject({ problem: "bad-yaml" }));

  test.each(["", "# comment", "text", "- a"])("%j holds no fields", (yaml) => {
    expect(read(yaml, strict)).toMatchObject({ problem: "no-mapping" });
  });
});

describe("the styles that frontmatter is written in", () => {
  const yaml = [
    "# About it",
    "name: a-b",
    "description: >-",
    "  one",
    "  two",
    "",
    "  three",
    "metadata:",
    '  version: "1.0"',
    "  author: 'it''s me'",
    "allowed-tools:",
    "- Read",
    "- Bash(git:*)",
    "notes: one",
    "  two",
    "code: |",
    "  a: 1",
    "    b: 2",
  ].join("\n");

  test.each<Dialect>([go, untyped, strict, { kind: "lenient" }, { kind: "mended", mustBeText: ["name"] }])(
    "are one to $kind",
    (dialect) => {
      const result = read(yaml, dialect);
      const values =
        result.kind === "read" && Array.from(result.fields, ([key, field]) => [key, field.line, field.value]);
      expect(values).toEqual([
        ["name", 3, { kind: "text", text: "a-b" }],
        ["description", 4, { kind: "text", text: "one two\nthree" }],
        [
          "metadata",
          9,
          {
            kind: "map",
            entries: new Map([
              ["version", "1.0"],
              ["author", "it's me"],
            ]),
          },
        ],
        ["allowed-tools", 12, { kind: "list", items: ["Read", "Bash(git:*)"] }],
        ["notes", 15, { kind: "text", text: "one two" }],
        ["code", 17, { kind: "text", text: "a: 1\n  b: 2\n" }],
      ]);
    },
  );
});

test("lines count in the file", () => {
  const result = read("a: 1\nname: x", go);
  expect(result.kind === "read" && result.fields.get("name")?.line).toBe(3);
  expect(read("a: 1\nname: @x", go)).toMatchObject({ line: 3 });
  expect(readFrontmatter("---\nname: @x\n---", "next-dashes", strict)).toMatchObject({ line: 2 });
});

test("a frontmatter too long is not parsed", () => {
  expect(read("x".repeat(maxFrontmatterLength), go)).toMatchObject({ problem: "frontmatter-too-long" });
});

const piece = fc.constantFrom(
  ..."-:#[]{}&*!|>'\"%@`,?\\\t \nab1~".split(""),
  "\u2028",
  "🔧",
  "__proto__",
  "<<",
  "...\n",
);
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(piece).map((pieces) => pieces.join("")),
);

test.each([go, untyped, strict])("nothing written there makes $kind throw", (dialect) => {
  fc.assert(
    fc.property(hostile, (yaml) => {
      expect(["read", "problem"]).toContain(read(yaml, dialect).kind);
    }),
    { numRuns: 1_000 },
  );
  for (const deep of ["[", "- ", "{a: ", "? "]) {
    expect(["read", "problem"]).toContain(read(deep.repeat(16_000), dialect).kind);
  }
});

test("OpenCode mends colons only between bare lines of dashes", () => {
  const dialect: Dialect = { kind: "javascript", reader: "js-yaml-3", orElse: "colons-in-blocks" };
  const kind = (text: string) => readFrontmatter(text, "dashes-or-end", dialect).kind;
  expect(kind("---\ndescription: a: b\n---\n")).toBe("read");
  expect(kind("---\t\ndescription: a: b\n---\n")).toBe("problem");
  expect(yamlOf("---\ndescription: a: b\n---\n", "dashes-or-end")).toBe("description: a: b");
  expect(yamlOf("---\t\ndescription: a: b\n---\n", "dashes-or-end")).toBeUndefined();
});
