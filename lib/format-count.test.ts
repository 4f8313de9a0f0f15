import { expect, test } from "vitest";
import { formatCount, plural } from "./format-count.ts";

test.for([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1234, 1234.4, 999.5, Number.MAX_SAFE_INTEGER])(
  "%d reads as English writes it",
  (value) => {
    expect(formatCount(value)).toBe(Math.round(value).toLocaleString("en"));
  },
);

test("one of a thing is not many", () => {
  expect([0, 1, 2, 1204].map((count) => plural(count, "file"))).toEqual([
    "0 files",
    "1 file",
    "2 files",
    "1,204 files",
  ]);
  expect(plural(2, "copy", "copies")).toBe("2 copies");
});
