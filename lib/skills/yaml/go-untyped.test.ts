import { describe, expect, test } from "vitest";
import { readUntypedGoYaml } from "./go-untyped.ts";

function fields(yaml: string) {
  const result = readUntypedGoYaml(yaml);
  return result.kind === "fields"
    ? Object.fromEntries(Array.from(result.fields, ([key, { value }]) => [key, value]))
    : undefined;
}

const text = (text: string) => ({ kind: "text", text });

describe("values", () => {
  test.each([
    ["a: x # no", text("x")],
    ["a: ' x '", text(" x ")],
    ["a: |\n  x\n", text("x\n")],
    ["a: '5'", text("5")],
    ["a: !!str 5", text("5")],
    ["a: !own 5", text("5")],
    ["a: !!binary aGk=", text("hi")],
    ["a: !!timestamp 2024-01-01", text("2024-01-01")],
    ["a: 2024-01-01", text("2024-01-01")],
    ["a: yes", { kind: "other", type: "bool", text: "yes" }],
    ["a: 0x10", { kind: "other", type: "int", text: "0x10" }],
    ["a: !!bool 'yes'", { kind: "other", type: "bool", text: "yes" }],
    ["a:", { kind: "null" }],
    ["a: [x, 5, [y]]", { kind: "list", items: ["x", "5", undefined] }],
    ["a: {b: c, 1: []}", { kind: "map", entries: new Map([["b", "c"], ["1", undefined]]) }], // biome-ignore format: short
  ])("%j", (yaml, value) => expect(fields(yaml)).toEqual({ a: value }));
});

describe("keys", () => {
  test("the last of a repeated one counts, whatever it holds", () => {
    expect(fields("a: x\na: z")).toEqual({ a: text("z") });
    expect(fields("a: x\na: 5")).toMatchObject({ a: { kind: "other" } });
  });

  test("any scalar is one as it is written, null the empty one", () => {
    expect(Object.keys(fields("yes: a\n0x1: b\n~: c\n? d\n: e") ?? {})).toEqual(["yes", "0x1", "", "d"]);
  });

  test("a merge is carried out in its place, the first of several wins", () => {
    const x = "x: &x {a: from x, b: from x}\ny: &y {a: from y}\n";
    expect(fields(`${x}a: own\n<<: *x`)).toMatchObject({ a: text("from x") });
    expect(fields(`${x}<<: *x\na: own`)).toMatchObject({ a: text("own"), b: text("from x") });
    expect(fields(`${x}<<: [*y, *x, {c: d}]`)).toMatchObject({ a: text("from y"), b: text("from x"), c: text("d") });
    expect(fields("'<<': {a: b}")).toMatchObject({ "<<": { kind: "map" } });
  });

  const doublings = (count: number) =>
    Array.from({ length: count }, (_, i) => `m${i + 1}: &m${i + 1} {<<: [*m${i}, *m${i}]}\n`).join("");

  test("merges of merges are followed, and a bomb of them is refused without being carried out", () => {
    expect(fields(`m0: &m0 {a: b}\n${doublings(4)}<<: *m4`)).toMatchObject({ a: text("b") });
    expect(readUntypedGoYaml(`m0: &m0 {a: b}\n${doublings(60)}<<: *m60`)).toMatchObject({
      kind: "bad-yaml",
      message: "yaml: document contains excessive aliasing",
    });
  });
});

test("an alias is the last anchor above it", () => {
  expect(fields("a: &x 1\nb: &x c\nd: *x")).toMatchObject({ d: text("c") });
});

test("only the first document is read", () => expect(fields("a: b\n...\n[")).toEqual({ a: text("b") }));

test.each(["", "# comment", "~"])("%j holds no fields", (yaml) => expect(fields(yaml)).toEqual({}));

describe("what YAML 1.1 reads though 1.2 does not", () => {
  test.each([
    ["a: \"don\\'t \\'do\\'\"", "don't 'do'"],
    ['a: "one\ntwo\n\nthree"', "one two\nthree"],
    ["b: [\nx, {y: 'z]\n'}]\na: 'one\ntwo'", "one two"],
  ])("%j", (yaml, value) => expect(fields(yaml)).toMatchObject({ a: text(value) }));

  test("lines stay", () => {
    const result = readUntypedGoYaml("b: 'x\ny'\na: 1");
    expect(result.kind === "fields" && result.fields.get("a")?.line).toBe(3);
  });
});

test.each([
  "- a",
  "text",
  "a: [b",
  "a: *nowhere",
  "a: &x [*x]",
  "a: !!int x",
  "a: !!binary aGk",
  "? [a]\n: b",
  "a: {[b]: c}",
  "<<: b",
  "<<: [b]",
  "a: \0",
  "a: b\x7f",
  'a: "\\/"',
  'a: "\\ud83d\\ude00"',
  "a: [what?, b]",
  "a: [:b]",
  ": b",
  "a: b\nc\n : d",
  "a: b\n\t\nc: d",
  "a: 'b'\n\t# comment",
  "a: |-\n   \t\nb: c",
])("%j is bad", (yaml) => expect(readUntypedGoYaml(yaml)).toMatchObject({ kind: "bad-yaml" }));
