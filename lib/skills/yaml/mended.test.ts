import { expect, test } from "vitest";
import { fieldText, printedField } from "../frontmatter.ts";
import { readMendedYaml } from "./mended.ts";
import { quoteProse } from "./mended-parse.ts";

const strict = ["name", "description"];

function textOf(yaml: string, mustBeText: readonly string[] = []) {
  const result = readMendedYaml(yaml, { mustBeText, mustBeMap: { metadata: "Metadata" } });
  return result.kind === "fields" ? fieldText(result.fields, "description") : result;
}

test.each([
  ["description: Build for AWS: ECS\n", "Build for AWS: ECS"],
  ["name: a\ndescription: it's for: x # why\n", "it's for: x"],
  ["description: @mention first\n", "@mention first"],
  ["x: |\n  a: b: c\ndescription: d: e\n", "d: e"],
  ["description: 5\n", "5"],
  ["description: null\n", undefined],
])("%j is forgiven", (yaml, text) => {
  expect(textOf(yaml)).toBe(text);
});

test.each([
  ["description: {a: b}", "{a: b}"],
  ["description: [x]: y", "[x]: y"],
  ["description: [a", "[a"],
  ["description: [a](b) [c]", "[a](b) [c]"],
  ["description: {{a}} b {{c}}", "{{a}} b {{c}}"],
  ["description: [a} b]", "[a} b]"],
  ['description: "x"# c', "x"],
  ['description: "one\ntwo"', "one two"],
  ["description: d\nhint: >\n  \n # c", "d"],
])("%j is mended as Rust's loader mends it", (yaml, text) => {
  expect(textOf(`${yaml}\n`, strict)).toBe(text);
});

test("a key in a map may have to be a text, too", () => {
  const read = (value: string) => textOf(`description: d\nmetadata:\n  short: ${value}\n`, ["metadata.short"]);
  expect(read("s")).toBe("d");
  for (const value of ["[a]", "\n    a: b"]) expect(read(value)).toMatchObject({ kind: "bad-yaml" });
});

test.each([
  ["description: a\x07b", /^control characters are not allowed/],
  ["description: a\u2028b", /^could not find expected ':'/],
  ["description: a\nmetadata:\n  : b", /^did not find expected key/],
  ["description: a\n? : b", /^did not find expected key/],
  ['description: a\n? "b" c', /^did not find expected key/],
  ["%YAML 1.2", /^could not find expected ':'/],
  ["\r\ufeff---\ndescription: a", /^could not find expected ':'/],
  ["description: a\nhint: b: \u3000", /^mapping values are not allowed/],
  ["description: a\nmetadata: [b]", /^metadata: invalid type: sequence, expected struct Metadata/],
  ["description: a\nmetadata: null", /^metadata: invalid type: .*, expected struct Metadata/],
])("%j is refused as Rust's loader refuses it", (yaml, message) => {
  expect(textOf(`${yaml}\n`, strict)).toMatchObject({ kind: "bad-yaml", message: expect.stringMatching(message) });
});

test("a map that is left out is no error", () => {
  expect(textOf("description: a\nmetadata:\n", strict)).toBe("a");
});

test("what quotes do not mend is told as it first failed", () => {
  expect(textOf('name: a\ndescription: "open\n')).toMatchObject({
    kind: "bad-yaml",
    message: expect.stringMatching(/^found unexpected end of stream at line \d+ column \d+$/),
  });
});

test.each([
  ["description: 5", "description: invalid type: integer `5`, expected a string at line 1 column 14"],
  ["description: true", "description: invalid type: boolean `true`, expected a string at line 1 column 14"],
  ["description: [a (b]", "description: invalid type: sequence, expected a string at line 1 column 14"],
  ["name: [a]", "name: invalid type: sequence, expected a string at line 1 column 7"],
  ["name: a\nname: b", "duplicate field `name` at line 2 column 1"],
  ["name: %percent", "found character that cannot start any token at line 1 column 7"],
  [
    "name: a\n...\nb: c",
    "deserializing from YAML containing more than one document is not supported at line 1 column 1",
  ],
  ['name: "\\ud83d"', "found invalid Unicode character escape code at line 1 column 8"],
  ["metadata: 5", "metadata: invalid type: integer `5`, expected struct Metadata at line 1 column 11"],
  ["metadata: ''", 'metadata: invalid type: string "", expected struct Metadata at line 1 column 11'],
  ["just text", 'invalid type: string "just text", expected struct SkillFrontmatter at line 1 column 1'],
])("%j is refused where text must stand", (yaml, message) => {
  expect(textOf(`${yaml}\n`, strict)).toMatchObject({ kind: "bad-yaml", message });
});

test("quoted numbers and words such as yes are text, other keys may be anything", () => {
  expect(textOf("description: yes\nlevel: 3\ntags: [a]\n", strict)).toBe("yes");
  expect(textOf("description: '5'\n", strict)).toBe("5");
  expect(textOf("description: d\nmetadata:\n", strict)).toBe("d");
  expect(textOf("description: d\nmetadata:\n  a: 1\n", strict)).toBe("d");
});

test("a byte order mark is a blank: what follows on its line is indented", () => {
  expect(textOf("\ufeffdescription: d\n", strict)).toBe("d");
  expect(textOf("\ufeffname: a\ndescription: d\n", strict)).toMatchObject({ kind: "bad-yaml" });
});

test("nothing but a comment holds no fields", () => {
  expect(textOf("# c\n")).toEqual({ kind: "no-mapping" });
});

test("values that hold a colon or begin with a special character are quoted, their comments not", () => {
  expect(quoteProse("a: \u3000 @me")).toBe("a: \u3000 '@me'");
  expect(quoteProse("a: x: it's # why\n  b: @me\nc: [1\nd: plain")).toBe(
    "a: 'x: it''s' # why\n  b: '@me'\nc: '[1'\nd: plain",
  );
});

test("quoted values and block scalars stay", () => {
  const yaml = "a: \"x: y\nb: 'x: y'\nc: |\n  k: v: w\n\n  k: v: w\nd: >-\n  k: v: w";
  expect(quoteProse(yaml)).toBe(yaml);
});

/** As Claude Code 2.1.330 was seen to read them. */
test.each([
  ["description: *bold* starts", "*bold* starts"],
  ["description: *x", "*x"],
  ['description: "Use when: x" and y', '"Use when: x" and y'],
  ["description: [a](b): c # d", "[a](b): c # d"],
  ["description: , x", ", x"],
  ["description: - a: b", "- a: b"],
  ["description: C: \\x", "C: \\x"],
  ["description: ok: y\nmetadata:\n\tkey: value", "ok: y"],
  ["description: ok: y\nlist:\n  - a: b", "ok: y"],
  ["description: ok # why", "ok"],
  ["description: 0x1F", "31"],
  ["description: -0", "0"],
  ["description: 1.50", "1.5"],
  ["description: TRUE", "true"],
  ["description: 017", "17"],
  ["description: 1_000", "1_000"],
  ["description: '42.0'", "42.0"],
  ["description: .inf", "Infinity"],
  ["description: [a](b) [c]", "[a](b) [c]"],
  ["description: [a]: b]", "[a]: b]"],
  ["description: |\n  a\n \t", "a\n"],
  ["description: >\n  a\n\t\nlicense: MIT", "a\n"],
])("with signs in quotes, %j is read", (yaml, text) => {
  const result = readMendedYaml(yaml, { mustBeText: [], quotes: "signs", scalars: "javascript" });
  expect(result.kind === "fields" && fieldText(result.fields, "description")).toBe(text);
});

test.each([
  "description: [a](b)\n  :\n# c",
  'description: ok\nx: "a" b',
  "description: ok: y\n  x: y",
  "description: ok: y\nkey1: v: w",
  "description: ok: y\r\nname: a\r",
  "description: ok\n...\nx: y",
  "description: '",
])("signs in quotes do not mend %j", (yaml) => {
  expect(readMendedYaml(yaml, { mustBeText: [], quotes: "signs", scalars: "javascript" })).toMatchObject({
    kind: "bad-yaml",
  });
});

// As Claude Code 2.1.330 was seen to read these.
test.each([
  ["name: [a, [b, null]]", "name", "a,b,"],
  ["name: [a]\ndescription: x: y", "name", "a"],
  ["description: {x: y}\nfoo: @b", "description", "{x: y}"],
  ["description: |-\nw: [x] : y", "description", "|-"],
  ["when: {a: b}", "when", "[object Object]"],
  ["list:\n  - , x\ndescription: d", "description", "d"],
  ["a: !!binary aGk=", "a", "aGk="],
  ["a: !now 1e3", "a", "1e3"],
  ["a: &b , {c}", "a", ", {c}"],
  ["a: [!now 1e3, !!str TRUE, 1e3]", "a", "1e3,TRUE,1000"],
  ["a: !!str ~", "a", "~"],
  ["<<: {description: merged}", "description", "merged"],
  ["<<: [{description: m1}, {description: m2, name: zz}]", "name", "zz"],
  ["base: &b {description: from}\n<<: *b", "description", "from"],
  ["description: own\n<<: {description: merged}", "description", "own"],
  ["w: >1-\n    ~ é\n  \n  ", "w", "   ~ é\n \n "],
  ["w: |1\n a\n  \nb: c", "w", "a\n \n"],
  ["w: >1-\n  a\n    \t\n", "w", " a\n   \t"],
  ["w: >-\n  a\n    \t\n", "w", "a\n  \t"],
  ["w: >1-\n  a\n\t\n", "w", " a"],
])("%j has %s", (yaml, key, text) => {
  const result = readMendedYaml(yaml, { mustBeText: [], quotes: "signs", scalars: "javascript" });
  expect(result.kind === "fields" && printedField(result.fields, key)).toBe(text);
});

test("Rust's loader takes a value with a tag of no meaning as if it had none, and one that is marked as a text for that", () => {
  const yaml = "a: !now 1e3\nb: !!str 1e3\nc: !now ~\nd: !!str ~";
  const result = readMendedYaml(yaml, { mustBeText: [], quotes: "nothing", scalars: "typed" });
  const values = result.kind === "fields" ? [...result.fields.values()].map(({ value }) => value) : [];
  expect(values.map(({ kind }) => kind)).toEqual(["other", "text", "null", "text"]);
});

// As Copilot CLI 1.0.102 was seen to read these.
test.each([
  ["description: >1-\n    \n ", "   "],
  ["description: >1-\n  x\n    \n  ", " x\n   \n "],
  ["description: |1\n   \n  ", "  \n "],
  ["description: >1\n     \nlicense: MIT", "    \n"],
  ["description: >\n  \n  x\n  ", "\nx\n"],
  ["description: |+\n  \n  ", "\n"],
  ["description: |+\n  ", ""],
  ["description: |+\n\n", "\n"],
  ["description: >1-\n    \n  \t\nlicense: MIT", "   \n \t"],
  ["description: |\n  x", "x"],
])("lines of blanks behind a block's indentation are text to Rust's loader: %j", (yaml, text) => {
  const result = readMendedYaml(yaml, { mustBeText: [], quotes: "nothing", scalars: "typed" });
  expect(result.kind === "fields" && result.fields.get("description")?.value).toEqual({ kind: "text", text });
});

test.each([
  "description: Use when\n\n  : x",
  'description: "a"\n    : b',
  "description: |\n  a\n\tb",
  "description: x\n\0name: z",
])("%j is no YAML", (yaml) => {
  const result = readMendedYaml(yaml, { mustBeText: [], quotes: "signs", scalars: "javascript" });
  expect(result.kind).toBe("bad-yaml");
});

test.each([
  ["metadata:\n\tauthor: me\ndescription: d", "d"],
  ["metadata:\n\tauthor: me\ndescription: a # b", "a # b"],
  ["metadata:\n\tauthor: me\ndescription: |\n  d", "bad-yaml"],
  ["description: >-\n \nhint: %x\nmetadata:\n\tauthor: me", ">-"],
])("where a tab indents, %j is read once more with every value in quotes that holds a sign", (yaml, told) => {
  const result = readMendedYaml(yaml, { mustBeText: [], quotes: "signs", scalars: "javascript" });
  expect(result.kind === "fields" ? fieldText(result.fields, "description") : result.kind).toBe(told);
});

test.each([
  ["w: |-\n   \t\ndescription: d", 4],
  ["description: d\nw: |\n  \t\n  a\n", 4],
  ["description: d\nw: >+  # c\n\n  \t", 4],
])("Rust's loader refuses %j: a tab stands where the block's indentation is not known", (yaml, column) => {
  expect(textOf(yaml)).toMatchObject({
    kind: "bad-yaml",
    message: expect.stringMatching(`found a tab character .* at line \\d column ${column}$`),
  });
});

test.each(["w: |-  \t\ndescription: d", "w: |-\n  a\n   \t\ndescription: d", "w: '|\n \t'\ndescription: d"])(
  "Rust's loader reads %j",
  (yaml) => expect(textOf(yaml)).toBe("d"),
);
