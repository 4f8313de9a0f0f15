import fc from "fast-check";
import { expect, test } from "vitest";
import { hunksOf, withoutHunk } from "./hunks.ts";
import { lineDiff } from "./line-diff.ts";

test("changes far from each other are hunks of their own, and each can be taken back alone", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const left = lines.join("\n");
  const right = lines.with(2, "two").toSpliced(20, 1, "twenty", "and more").join("\n");
  const hunks = hunksOf(lineDiff(left, right));
  expect(hunks).toHaveLength(2);
  expect(withoutHunk(left, right, hunks[0] as never)).toBe(lines.toSpliced(20, 1, "twenty", "and more").join("\n"));
  expect(withoutHunk(left, right, hunks[1] as never)).toBe(lines.with(2, "two").join("\n"));
});

test("without its hunks, from the last to the first, a text is the one it was made of", () => {
  const text = fc.array(fc.constantFrom("a", "b", "", "c\r", "some words here", "some other words here"), {
    maxLength: 24,
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [left, right] = [one.join("\n"), other.join("\n")];
      const hunks = hunksOf(lineDiff(left, right), 1);
      expect(hunks.toReversed().reduce((now, hunk) => withoutHunk(left, now, hunk), right)).toBe(left);
    }),
  );
});
