import { expect, test } from "vitest";
import { noticeText } from "./notice-text.ts";

test("a finding is told as a sentence and what to do, with its values", () => {
  const base = { severity: "error", path: "/a/SKILL.md" } as const;
  expect(noticeText({ ...base, code: "description", data: {} })).toEqual({
    title: "The frontmatter lacks a description",
    fix: "Add a line description: with a value.",
  });
  expect(noticeText({ ...base, code: "hidden-text", data: { count: 1, kinds: "tag characters" } }).title).toBe(
    "1 invisible character (tag characters)",
  );
  expect(noticeText({ ...base, code: "not-empty" }).title).toBe("SKILL.md is empty");
});
