import { expect, test } from "vitest";
import { splitFrontmatter } from "./markdown-view.tsx";

test("parts a leading block from the text", () => {
  expect(splitFrontmatter("---\nname: a\n---\n\n# A\n")).toEqual({ frontmatter: "name: a", body: "\n# A\n" });
  expect(splitFrontmatter("---\r\nname: a\r\n---\r\nText")).toEqual({ frontmatter: "name: a", body: "Text" });
  expect(splitFrontmatter("---\n---\nText")).toEqual({ frontmatter: "", body: "Text" });
});

test("leaves alone what has no closed block on line 1", () => {
  for (const text of ["# A\n\n---\nname: a\n---\n", "---\nname: a\n", "\n---\na: 1\n---\n"]) {
    expect(splitFrontmatter(text)).toEqual({ body: text });
  }
});
