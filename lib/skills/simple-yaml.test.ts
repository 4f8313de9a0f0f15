import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateSkill } from "#lib/tasks/bench/generated-skills.ts";
import type { FieldsResult } from "./fields.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { readSimpleYaml } from "./simple-yaml.ts";
import { readGoYaml } from "./yaml-go.ts";
import { readUntypedGoYaml } from "./yaml-go-untyped.ts";
import { readLenientYaml } from "./yaml-lenient.ts";
import { readMendedYaml } from "./yaml-mended.ts";
import { readStrictYaml } from "./yaml-strict.ts";

const types = { name: "text", description: "text", "allowed-tools": "list", scope: "number" } as const;
const dialects: readonly (readonly [string, (yaml: string) => FieldsResult])[] = [
  ["go-struct", (yaml) => readGoYaml(yaml, types)],
  ["go-untyped", readUntypedGoYaml],
  ["strict", readStrictYaml],
  ["lenient", readLenientYaml],
  ["mended", (yaml) => readMendedYaml(yaml, [])],
  ["mended, typed", (yaml) => readMendedYaml(yaml, ["name", "description"])],
];

/** A comment that holds a tab is not simple, and changes nothing but the lines. */
const notSimple = "#\t\n";

function byPackage(read: (yaml: string) => FieldsResult, yaml: string): FieldsResult {
  const result = read(notSimple + yaml);
  if (result.kind === "no-mapping") return result;
  if (result.kind === "bad-yaml") {
    const message = result.message.replace(/line (\d+)/g, (_, line) => `line ${Number(line) - 1}`);
    return { ...result, message, line: result.line - 1 };
  }
  const fields = [...result.fields].map(([key, field]) => [key, { ...field, line: field.line - 1 }] as const);
  return { kind: "fields", fields: new Map(fields) };
}

/** Whether the YAML was simple; then every dialect must read what the package would have it read. */
function expectSame(yaml: string): boolean {
  expect(readSimpleYaml(notSimple + yaml)).toBeUndefined();
  if (!readSimpleYaml(yaml)) return false;
  for (const [name, read] of dialects) {
    const wanted = byPackage(read, yaml);
    expect([name, yaml, read(yaml)]).toEqual([name, yaml, wanted]);
  }
  return true;
}

const word = fc.constantFrom(
  ..."a Ab use-it key: k:v # #x - -x ? ! & * | > >- |- ' \" '' \\ \\\" [ ] { } , % @ ` ~ null yes 1 1.0 0x1F 1e3 2024-01-01 .5 << = é 🔧 \u00a0 \t --- ... () C:\\x https://a.b/c $1 +1".split(
    " ",
  ),
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const safeText = fc
  .array(fc.constantFrom("one", "two", "(three)", "it's", "k:v", "é", "a-b", "1.0", "yes", "~"), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(" "));
const scalar = fc.oneof(
  { weight: 9, arbitrary: safeText },
  safeText.map((each) => `"${each}: \\"x\\" \\\\ # ${each}"`),
  safeText.map((each) => `'${each.replaceAll("'", "''")}: # ''y'''`),
  text,
  text.map((each) => `"${each}"`),
  fc.constantFrom("", '""', "''", "~", "Null", "on", "12", " x ", "- a", "[a, Bash(git:*)]", "[]", "[ a ,b ]", "{}"),
);
const indent = fc.constantFrom("  ", "  ", " ", "    ", "");
const line = fc.oneof(
  { weight: 9, arbitrary: safeText },
  text,
  fc.constant(""),
  safeText.map((each) => ` ${each}`),
  safeText.map((each) => `${each}  `),
);
const block = fc
  .tuple(
    fc.constantFrom("|", ">", "|-", ">-", "|", ">", ">+", "|2", ">  ", ""),
    indent,
    fc.array(line, { maxLength: 5 }),
  )
  .map(([header, space, lines]) => [header, ...lines.map((each) => (each === "" ? "" : space + each))].join("\n"));
const list = fc
  .tuple(indent, fc.array(scalar, { minLength: 1, maxLength: 4 }))
  .map(([space, items]) => ["", ...items.map((item) => `${space}- ${item}`)].join("\n"));
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("name", "description", "Name", "allowed-tools", "scope", "license", "x_1") },
  fc.constantFrom("__proto__", "null", "y", "a b", "1", '"q"'),
);
const map = fc
  .tuple(indent, fc.array(fc.tuple(key, scalar), { minLength: 1, maxLength: 4 }))
  .map(([space, pairs]) => ["", ...pairs.map(([name, value]) => `${space}${name}: ${value}`)].join("\n"));
const field = fc
  .tuple(key, fc.constantFrom(": ", ": ", ": ", ": ", ":", ":  ", " : "), fc.oneof(scalar, scalar, block, list, map))
  .map((parts) => parts.join(""));
const other = fc.constantFrom("", "# comment", "  # comment", "---", "...", " ", "text");
const frontmatter = fc
  .tuple(
    fc.array(fc.oneof({ weight: 8, arbitrary: field }, { weight: 1, arbitrary: other }), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.constantFrom("\n", "\n", "\n", "\r\n", "\r"),
    fc.constantFrom("", "\n", "\n\n", "\n \n"),
  )
  .map(([fields, lineBreak, end]) => (fields.join("\n") + end).replaceAll("\n", lineBreak));

test("generated YAML that is read here is read alike by the package, in every dialect", () => {
  let simple = 0;
  fc.assert(
    fc.property(frontmatter, (yaml) => {
      if (expectSame(yaml)) simple++;
    }),
    { numRuns: 2_000 },
  );
  expect(simple).toBeGreaterThan(100);
});

const realistic = fc
  .nat(100_000)
  .map((seed) => splitFrontmatter(generateSkill(`skill-${seed}`, seed), "trimmed-lines"))
  .map((split) => (split.kind === "split" ? split.yaml : ""));

test("so is realistic frontmatter, all of it here", () => {
  fc.assert(
    fc.property(realistic, (yaml) => {
      expect(expectSame(yaml)).toBe(true);
    }),
  );
});

const piece = fc.constantFrom(
  ..." \n:#-'\"\\|>[],{}&*!%@`~?a\t\r".split(""),
  "\n  ",
  ": ",
  " #",
  "\n- ",
  "---",
  "\u2028",
  "é",
);

test("so is realistic frontmatter with something put in, taken out or moved", () => {
  const edit = fc.tuple(fc.nat(1_000), fc.nat(3), piece);
  fc.assert(
    fc.property(realistic, fc.array(edit, { minLength: 1, maxLength: 3 }), (yaml, edits) => {
      const mutated = edits.reduce((text, [at, cut, put]) => {
        const place = at % text.length;
        return text.slice(0, place) + put + text.slice(place + cut);
      }, yaml);
      expectSame(mutated);
    }),
    { numRuns: 2_000 },
  );
});

describe("the frontmatter of every conformance case", () => {
  const folder = new URL("../harness/conformance/cases/", import.meta.url);
  test.each(readdirSync(folder))("%s", (name) => {
    const cases = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { files?: Record<string, string> }[];
    for (const text of cases.flatMap(({ files = {} }) => Object.values(files))) {
      for (const fence of ["trimmed-lines", "next-dashes", "first-block", "meta-dashes"] as const) {
        const split = splitFrontmatter(text, fence);
        if (split.kind === "split") expectSame(split.yaml);
      }
    }
  });
});

test.each([
  "name: x\nname: y",
  "null: x",
  "name: x: y",
  "name: x # y",
  "name: [a: b]",
  "name: *x",
  "name: >2\n  x",
  'name: "a\\nb"',
  "name: 'a\n  b'",
  "name: x\n\n  y",
  "m:\n  a:\n    b: c",
  "text",
  "",
])("%j is left to the package", (yaml) => expect(readSimpleYaml(yaml)).toBeUndefined());

test("the styles that frontmatter is written in are read here", () => {
  const yaml = [
    "# About it",
    "name: a-b",
    "description: >-",
    "  one",
    "  two",
    "",
    "  three",
    "license:",
    "metadata:",
    '  version: "1.0"',
    "  author: 'it''s me'",
    "allowed-tools:",
    "- Read",
    "- Bash(git:*)",
    "tools: [A, b]",
    "notes: one",
    "  two",
    "code: |",
    "  a: 1",
    "    b: 2",
    "",
  ].join("\n");
  const values = readSimpleYaml(yaml)?.map(({ key, line, value }) => [key, line, value]);
  expect(values).toEqual([
    ["name", 2, { kind: "scalar", text: "a-b", isPlain: true }],
    ["description", 3, { kind: "scalar", text: "one two\nthree", isPlain: false }],
    ["license", 8, { kind: "none" }],
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
    ["allowed-tools", 12, { kind: "list", items: ["Read", "Bash(git:*)"], isFlow: false }],
    ["tools", 15, { kind: "list", items: ["A", "b"], isFlow: true }],
    ["notes", 16, { kind: "scalar", text: "one two", isPlain: true }],
    ["code", 18, { kind: "scalar", text: "a: 1\n  b: 2\n", isPlain: false }],
  ]);
});

test.each(["tools:\n  - ~\n  - one", "tools:\n  - null", "tools: [one, null]"])("%j is left to the package", (yaml) => {
  expect(readSimpleYaml(yaml)).toBeUndefined();
});
