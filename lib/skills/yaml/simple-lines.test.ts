import { expect, test } from "vitest";
import type { FieldValue } from "../frontmatter.ts";
import { readJavaScriptYaml } from "./javascript.ts";
import { readSimpleLines } from "./simple-lines.ts";

const valuesOf = (yaml: string) =>
  Object.fromEntries([...readSimpleLines(yaml)].map(([key, { value }]) => [key, value]));
const text = (written: string): FieldValue => ({ kind: "text", text: written });

test("a value is what stands behind the first colon, its type the simplest", () => {
  expect(valuesOf('a: b: c\n# no: x\nd: "say \\"hi\\""\ne: 0x10\nf: true\ng: null\nh:\nno key')).toEqual({
    a: text("b: c"),
    d: text('say "hi"'),
    e: { kind: "other", type: "int", text: "16" },
    f: { kind: "other", type: "bool", text: "true" },
    g: { kind: "null" },
  });
});

test("what is indented below a key is a list or a map, and else passed over", () => {
  expect(valuesOf("a:\n  - b\n  - 2\nc:\n  d: e\n  f\ng: h\n  i: j")).toEqual({
    a: { kind: "list", items: ["b", "2"] },
    c: {
      kind: "map",
      entries: new Map([
        ["d", "e"],
        ["f", ""],
      ]),
    },
    g: text("h"),
    i: text("j"),
  });
  expect(readSimpleLines("a: b\n\nc: d").get("c")?.line).toBe(3);
});

test("values can count as the texts that JavaScript prints, of YAML and of such lines", () => {
  const read = (yaml: string) => {
    const result = readJavaScriptYaml(yaml, { reader: "yaml", orElse: "simple-lines", printed: ["name"] });
    return result.kind === "fields" ? result.fields.get("name")?.value : undefined;
  };
  expect(read("name: 0x1F")).toEqual(text("31"));
  expect(read("name: [a, 2]")).toEqual(text("a,2"));
  expect(read("name: {a: b}")?.kind).toBe("map");
  expect(read("name: Use when: 42")).toEqual(text("Use when: 42"));
  expect(read("name: True: x\nb: 1.0")).toEqual(text("True: x"));
  expect(read("- name: a")).toBeUndefined();
});
