import { describe, expect, test } from "vitest";
import type { FieldValue } from "../frontmatter.ts";
import { type JavaScriptYaml, readJavaScriptYaml } from "./javascript.ts";

function told(value: FieldValue | undefined): string {
  if (value === undefined) return "missing";
  return "text" in value ? `${value.kind === "other" ? value.type : value.kind} ${value.text}` : value.kind;
}

/** The value of `description`, or why nothing is read. */
function description(yaml: string, rules: JavaScriptYaml): string {
  const result = readJavaScriptYaml(yaml, rules);
  return result.kind === "fields" ? told(result.fields.get("description")?.value) : result.kind;
}

describe("what the packages yaml and js-yaml read", () => {
  test.each([
    ["a text", "text a text", "text a text"],
    ["42", "int 42", "int 42"],
    ["1_000", "text 1_000", "int 1000"],
    ["0b11", "text 0b11", "int 3"],
    ["1.0", "int 1", "int 1"],
    ["2026-01-01", "text 2026-01-01", "date 2026-01-01"],
    ["TRUE", "bool true", "bool true"],
    ["yes", "text yes", "text yes"],
    ["~", "null", "null"],
    ["!note x", "text x", "bad-yaml"],
    ["[a, b]", "list", "list"],
    ["Use when: x", "bad-yaml", "bad-yaml"],
    [">1-\n  \n  ", "text ", "text  \n "],
    ["|1\n a\n  \n", "text a\n \n", "text a\n \n"],
    ["|2-\n\n   \n", "text ", "text \n "],
    ["a\ndescription: b", "bad-yaml", "bad-yaml"],
    ['"one\ntwo"', "bad-yaml", "text one two"],
    ["'one\n\ntwo'", "bad-yaml", "text one\ntwo"],
    ['"one\n---"', "bad-yaml", "bad-yaml"],
    ["a\x07b", "text a\x07b", "bad-yaml"],
    ["a\n...\nmore: b", "bad-yaml", "bad-yaml"],
  ])("of %j", (value, yaml, jsYaml) => {
    expect(description(`description: ${value}`, { reader: "yaml" })).toEqual(yaml);
    expect(description(`description: ${value}`, { reader: "js-yaml" })).toEqual(jsYaml);
  });
});

describe("where that fails", () => {
  const twoLines: JavaScriptYaml = { reader: "js-yaml", orElse: "two-lines" };

  test("two lines are looked for, of which the second may go on below", () => {
    expect(description("name: a\ndescription: Use when: x\n  and y", twoLines)).toBe("text Use when: x and y");
    expect(description("name: a\ndescription: 42", twoLines)).toBe("text 42");
    expect(description("name: a\ndescription:\n  - b", twoLines)).toBe("text - b");
  });

  test("neither counts where one of them is no text, and the other missing", () => {
    expect(description("description: 42", twoLines)).toBe("missing");
    expect(description("description: a: b", twoLines)).toBe("bad-yaml");
  });
});

test("values with a colon can be read as blocks, and the third js-yaml knows no 0o", () => {
  const rules = { reader: "js-yaml-3", orElse: "colons-in-blocks" } as const;
  expect(description("description: Use when: x\nother: a: b", rules)).toBe("text Use when: x");
  expect(description("description: Use when: x\nother: [", rules)).toBe("bad-yaml");
  expect(description("description: 0o17", rules)).toBe("text 0o17");
  expect(description("description: 017", rules)).toBe("int 15");
  expect(description("description: a: b\r", rules)).toBe("text a: b");
});

test("values with a colon can be read in quotes, which nothing may follow", () => {
  const rules = { reader: "js-yaml-3", orElse: "colons-in-quotes" } as const;
  expect(description('description: Use \\ "when": x', rules)).toBe('text Use \\ "when": x');
  expect(description("description: Use when: x\n  and: y", rules)).toBe("bad-yaml");
  expect(description("description: Use when: x\n  and: y", { ...rules, orElse: "colons-in-blocks" })).toBe(
    "text Use when: x\nand: y",
  );
});

test.each([
  ["'a: b' c: d", "text a: b"],
  ['"a" b: c', "text a"],
  ["[a](b): c", "list"],
  ["{{x}} a: b", "map"],
  ["{x} ... a: b", "map"],
  ["&a !!str 'x' b: c", "text x"],
  ["{x} --- a: b", "map"],
  ["? a", "null"],
  ["a\nmetadata:\n\tkey: b", "text a"],
  ["12:30", "int 750"],
])("the third js-yaml reads %j, which later ones read otherwise", (value, read) => {
  expect(description(`description: ${value}`, { reader: "js-yaml-3" })).toBe(read);
  expect(description(`description: ${value}`, { reader: "js-yaml" })).not.toBe(read);
});

test.each([
  ["|2\n \t\n  a", "bad-yaml"],
  ["|\n  a\n\t\n  b", "bad-yaml"],
  ["|\n  a\n \t\nlicense: MIT", "text a\n"],
  ["|\n  a\n \t", "text a\n"],
  [">\n  \n # c", "text "],
  ["|\n   \n\n  # c\nlicense: MIT", "text "],
  ["|\n  \n a", "bad-yaml"],
])("js-yaml reads the block %j with lines of blanks as %j", (block, read) => {
  for (const reader of ["js-yaml", "js-yaml-3"] as const)
    expect(description(`description: ${block}\n`, { reader })).toBe(read);
});

test("blanks in the last line are a line to js-yaml, which a block that keeps its end has, too", () => {
  const read = (reader: "js-yaml" | "js-yaml-3") => {
    const result = readJavaScriptYaml("a: |+\n  b\n  ", { reader });
    return result.kind === "fields" ? result.fields.get("a")?.value : result;
  };
  expect([read("js-yaml"), read("js-yaml-3")]).toMatchObject([{ text: "b\n\n" }, { text: "b\n\n" }]);
});

test("a byte order mark behind the fence is part of the key to the third js-yaml, and nothing to others", () => {
  const read = (reader: "js-yaml" | "js-yaml-3") => description("\ufeffdescription: a", { reader });
  expect(read("js-yaml")).toBe("text a");
  expect(read("js-yaml-3")).not.toBe("text a");
});

test("js-yaml lets a comment follow a value at once, merges mappings, and wants a key before a colon", () => {
  const read = (yaml: string) =>
    (["yaml", "js-yaml", "pyyaml"] as const).map((reader) => description(yaml, { reader }));
  expect(read('description: "x"# c')).toEqual(["bad-yaml", "text x", "text x"]);
  expect(read('description: "x"# c\nother: [')).toEqual(["bad-yaml", "bad-yaml", "bad-yaml"]);
  expect(read("<<: {description: merged}")).toEqual(["missing", "text merged", "text merged"]);
  expect(read("description: own\n<<: {description: merged}")).toEqual(["text own", "text own", "text own"]);
  expect(read("description: [x]: y")).toEqual(["list", "bad-yaml", "list"]);
  expect(read("description: x\n? \n: y")).toEqual(["text x", "text x", "text x"]);
  expect(read("description: !!binary aGk=")).toEqual(["text hi", "binary hi", "binary hi"]);
});

test.each([
  ["other:\n  : x", false],
  ["? : x", false],
  ['? "a" b', false],
  ['hint: ? "a" b', false],
  ["hint: ? {a} b: c", true],
  ['"": x', true],
  ["&a : x", true],
])("the third js-yaml wants a key before a colon, and nothing behind one in quotes: %j", (yaml, isRead) => {
  expect(description(`description: x\n${yaml}`, { reader: "js-yaml-3" })).toBe(isRead ? "text x" : "bad-yaml");
});

test("a list in a list is a text with commas, unless a map is in it", () => {
  const read = (yaml: string) => {
    const result = readJavaScriptYaml(yaml, { reader: "yaml" });
    return result.kind === "fields" ? result.fields.get("a")?.value : result;
  };
  expect(read("a: [b, [c, [d, e]], [f: g]]")).toEqual({ kind: "list", items: ["b", "c,d,e", undefined] });
});
