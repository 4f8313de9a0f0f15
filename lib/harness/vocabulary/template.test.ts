import { expect, test } from "vitest";
import { fillTemplate } from "./template.ts";

test("values are filled in once, and a name without a value stays", () => {
  expect(fillTemplate("{a} {b} {xml:a} {c}", { a: "<{b}>", b: "$&" })).toBe("<{b}> $& &lt;{b}&gt; {c}");
  expect(fillTemplate("{breaks:a}", { a: "one\n\n\n\ntwo\n\nthree" })).toBe("one\n\ntwo\n\nthree");
});

test("a section is there only with its value, or only without it", () => {
  const template = "/{name}{#args} {args}{/args}{^args}.{/args}";
  expect(fillTemplate(template, { name: "x", args: "a b" })).toBe("/x a b");
  expect(fillTemplate(template, { name: "x", args: "" })).toBe("/x.");
  expect(fillTemplate(template, { name: "x" })).toBe("/x.");
});

test("a section of a list is repeated for each item, with the values around it", () => {
  const template = "{#files}{kind}:\n{#files2}{/files2}{/files}{#list}- {kind} {path}\n{/list}";
  expect(fillTemplate(template, { kind: "k", files: "", list: [{ path: "a" }, { path: "{kind}" }] })).toBe(
    "- k a\n- k {kind}\n",
  );
  expect(fillTemplate("{#list}x{/list}{^list}none{/list}", { list: [] })).toBe("none");
});

test("a value can be spelled as a file's name", () => {
  expect(fillTemplate("{file:name}.txt", { name: "a:b/é-1._" })).toBe("a_b__-1._.txt");
});

test("an apostrophe can be a decimal number", () => {
  expect(fillTemplate("{decimal:name}", { name: "it's <b>" })).toBe("it&#39;s &lt;b&gt;");
});
