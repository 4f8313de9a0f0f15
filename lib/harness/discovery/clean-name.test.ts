import { expect, test } from "vitest";
import { cleaned } from "./clean-name.ts";

test("each character that no name may have is replaced, or each run of them, and nothing else", () => {
  const each = { replaces: { characters: ": /", by: "-" } };
  const runs = { replaces: { ...each.replaces, runs: true as const } };
  expect(["a: b\n", " x", "plain"].map((name) => cleaned(each, name))).toEqual(["a--b\n", "-x", "plain"]);
  expect(["a: b\n", " / x", "plain"].map((name) => cleaned(runs, name))).toEqual(["a-b\n", "-x", "plain"]);
  expect(cleaned({}, "a: b")).toBe("a: b");
});
