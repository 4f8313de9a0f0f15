import { describe, expect, test } from "vitest";
import { splitFrontmatter } from "./split-frontmatter.ts";

test("lines that trim to three dashes open and close", () => {
  expect(splitFrontmatter("--- \r\nname: a\r\n \t---\r\n\r\nBody", "trimmed-lines")).toEqual({
    kind: "split",
    yaml: "name: a\r\n",
    body: "\r\nBody",
    firstLine: 2,
  });
});

test("the first closing line counts, also inside a block scalar", () => {
  const split = splitFrontmatter("---\nd: |\n  one\n  ---\n  two\n---\n", "trimmed-lines");
  expect(split).toMatchObject({ yaml: "d: |\n  one\n", body: "  two\n---\n" });
});

test.each(["\ufeff---\nname: a\n---", "\n---\nname: a\n---", "----\nname: a\n----", "", "text"])(
  "%j has no frontmatter in line 1",
  (text) => expect(splitFrontmatter(text, "trimmed-lines")).toEqual({ kind: "absent" }),
);

test.each(["---", "---\n", "---\nname: a\n----\n"])("%j never closes", (text) => {
  expect(splitFrontmatter(text, "trimmed-lines")).toEqual({ kind: "unclosed" });
});

test("the next dashes close wherever they stand", () => {
  expect(splitFrontmatter("---\nname: a---b\n---\n", "next-dashes")).toMatchObject({
    yaml: "name: a",
    body: "b\n---\n",
  });
  expect(splitFrontmatter("------", "next-dashes")).toMatchObject({ yaml: "", body: "" });
  expect(splitFrontmatter(" ---", "next-dashes")).toEqual({ kind: "absent" });
});

test.each([
  ["---\nd: one --- two\n---\nB", "d: one ", "two\n---\nB", 2],
  ["--- \t\n\n  d: x\n---\n\n  B\n", "  d: x\n", "B\n", 3],
  ["---\u00a0\r\nd: x\r\n---\r\nB\r\n", "d: x\r\n", "B\r\n", 2],
  ["---\nd: x---", "d: x", "", 2],
  ["---\n---", "", "", 2],
  ["---\nd: x\n----\nB", "d: x\n", "-\nB", 2],
])("of %j any three dashes close", (text, yaml, body, firstLine) => {
  expect(splitFrontmatter(text, "any-dashes")).toEqual({ kind: "split", yaml, body, firstLine });
});

test.each(["---", "---\nd: x", "------\nB", "---x\n---", "\n---\n---", "  ---\n---", ""])(
  "%j has no frontmatter between dashes",
  (text) => expect(splitFrontmatter(text, "any-dashes")).toEqual({ kind: "absent" }),
);

describe("runs of dashes", () => {
  const fields = "name: a\ndescription: b\n";

  test.each([
    ["---", "---", "B"],
    ["   --- \t\f", "---", undefined],
    ["-", "--", undefined],
    ["-----", "\v\t-", undefined],
    ["---\r", "  ---\r", "B"],
    ["----", "---\u00a0\n---", "---\nB"],
  ])("%j opens, a later line closes", (opening, closing, body) => {
    const text = `${opening}\n${fields}${closing}\nB`;
    const yaml = closing.includes("\u00a0") ? `${fields}---\u00a0\n` : fields;
    expect(splitFrontmatter(text, "meta-dashes")).toEqual({ kind: "split", yaml, body: body ?? text, firstLine: 2 });
  });

  test.each(["    ---", "\t---", "\ufeff---", "\n---", "---\u00a0", "---\0", "--- #", "- ---", "---\r---", ""])(
    "%j opens nothing",
    (opening) => expect(splitFrontmatter(`${opening}\n${fields}---\n`, "meta-dashes")).toEqual({ kind: "absent" }),
  );

  test("unclosed, the YAML and the body both go to the end", () => {
    const text = `---\n${fields}`;
    expect(splitFrontmatter(text, "meta-dashes")).toMatchObject({ yaml: fields, body: text });
    expect(splitFrontmatter("---", "meta-dashes")).toMatchObject({ yaml: "", body: "---" });
  });

  test("the body begins after exactly three dashes, wherever the YAML ended", () => {
    expect(splitFrontmatter(`---\n${fields}----\nB\n---\nrest`, "meta-dashes")).toMatchObject({
      yaml: fields,
      body: "rest",
    });
    expect(splitFrontmatter("---\nl:\n  -\n    x\n---\n\nB", "meta-dashes")).toMatchObject({
      yaml: "l:\n",
      body: "\nB",
    });
  });
});

test.each([
  ["---\nd: x\n---\nB", "d: x", "B"],
  ["---\r\nd: x\r\n---\r\nB\r\n", "d: x", "B\r\n"],
  ["---\n\n---\nB", "", "B"],
  ["---\nd: x\n--- y\nB", "d: x", ""],
])("of %j nothing beside the closing dashes is body", (text, yaml, body) => {
  expect(splitFrontmatter(text, "first-lines")).toEqual({ kind: "split", yaml, body, firstLine: 2 });
});

test.each([
  ["---\nd: x\n---\nB\n", "d: x", "B"],
  ["---\rd: x\r\n---- more\r\n", "d: x", "- more"],
  ["----\nd: x\n---\nB", "\nd: x", "B"],
  ["---\n---\nB", "", "B"],
])("of %j whatever follows the opening dashes is passed over", (text, yaml, body) => {
  expect(splitFrontmatter(text, "after-dashes")).toEqual({ kind: "split", yaml, body, firstLine: 2 });
});

test("bare lines of three dashes open and close, whatever the line breaks are", () => {
  expect(splitFrontmatter("---\r\nname: a\r--- \n----\n---\nB", "bare-lines")).toEqual({
    kind: "split",
    yaml: "name: a\n--- \n----",
    body: "B",
    firstLine: 2,
  });
  expect(splitFrontmatter("---\n\n---", "bare-lines")).toMatchObject({ yaml: "", body: "" });
  expect(splitFrontmatter("---\n---\nname: a\n", "bare-lines")).toEqual({ kind: "unclosed" });
  expect(splitFrontmatter("--- \nname: a\n---\n", "bare-lines")).toEqual({ kind: "absent" });
});

test("dashes in line 1 open, and the next at a line's start or the text's end close", () => {
  expect(splitFrontmatter("---\nname: a\n--- b\nB", "dashes-or-end")).toEqual({
    kind: "split",
    yaml: "name: a",
    body: " b\nB",
    firstLine: 2,
    isFinal: false,
  });
  expect(splitFrontmatter("--- yaml\r\nname: a\r\n---\r\nB", "dashes-or-end")).toMatchObject({
    yaml: "name: a\r",
    body: "B",
  });
  expect(splitFrontmatter("---\nname: a\nB", "dashes-or-end")).toMatchObject({ yaml: "name: a\nB", body: "" });
  expect(splitFrontmatter("---\n---\nB", "dashes-or-end")).toMatchObject({ yaml: "", body: "B" });
  for (const text of ["----\nname: a\n----", "---json\n{}\n---", "\n---\nname: a\n---"])
    expect(splitFrontmatter(text, "dashes-or-end")).toEqual({ kind: "absent" });
});

test("what OpenCode does where YAML cannot be read wants bare dashes in line 1, and a line that closes", () => {
  const isFinal = (text: string) => {
    const split = splitFrontmatter(text, "dashes-or-end");
    return split.kind === "split" ? split.isFinal : split.kind;
  };
  for (const text of ["---\na: b\n---", "---\r\na: b\r\n--- c\n"]) expect(isFinal(text)).toBe(false);
  for (const text of ["---\t\na: b\n---", "---yaml\na: b\n---", "\ufeff---\na: b\n---", "---\na: b\n"])
    expect(isFinal(text)).toBe(true);
});
