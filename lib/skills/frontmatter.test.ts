import { expect, test } from "vitest";
import { splitFrontmatter } from "./frontmatter.ts";

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
