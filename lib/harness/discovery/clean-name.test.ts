import { expect, test } from "vitest";
import { cleaned } from "./clean-name.ts";

test("each character that no name may have is replaced, or each run of them, and nothing else", () => {
  const each = { replaces: { characters: ": /", by: "-" } };
  const runs = { replaces: { ...each.replaces, runs: true as const } };
  expect(["a: b\n", " x", "plain"].map((name) => cleaned(each, name))).toEqual(["a--b\n", "-x", "plain"]);
  expect(["a: b\n", " / x", "plain"].map((name) => cleaned(runs, name))).toEqual(["a-b\n", "-x", "plain"]);
  expect(cleaned({}, "a: b")).toBe("a: b");
});

test("the name of a plugin's skill has only plain characters, and its plugin's name once", () => {
  const plain = { plainInPlugins: true as const };
  expect(["1.0.0", "pa:a(b)", "pb:c"].map((name) => cleaned(plain, name, "pa"))).toEqual(["1-0-0", "a-b-", "pb-c"]);
  expect(cleaned(plain, "1.0.0")).toBe("1.0.0");
});
