import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { isToolTaken } from "./tool-rules.ts";
import { fitsStars } from "./wildcards.ts";

test.each([
  ["Skill", "Skill", true],
  ["Sk*", "Skill", true],
  ["*", "a/b c", true],
  ["a*c", "a/b/c", true],
  ["[S]kill", "Skill", false],
  ["Skil?", "Skill", false],
  ["{Skill,x}", "Skill", false],
  ["Skills", "Skill", false],
])("%s fits %s: %s", (pattern, text, expected) => {
  expect(fitsStars(pattern, text)).toBe(expected);
});

test.each([
  ["Skill", true],
  ["Skill(*)", true],
  ["S*", true],
  ["Skill()", false],
  ["Skill(alpha)", false],
  ["Read", false],
])("the rule %s takes the tool: %s", (rule, expected) => {
  const files = textFiles({ "/w/.claude/settings.json": JSON.stringify({ permissions: { deny: [rule] } }) });
  const session = { files, place: { cwd: "/w", home: "/h" } };
  expect(isToolTaken(profileById("claude-code"), session)).toBe(expected);
  expect(isToolTaken(profileById("codex"), session)).toBe(false);
});

test("patterns that would keep a regular expression busy for years are settled at once", () => {
  expect(fitsStars(`${"*a".repeat(200)}b`, "a".repeat(250))).toBe(false);
});
