import { expect, test } from "vitest";
import { formatBytes, formatCount, formatShare, plural } from "./format-count.ts";

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

test.for([
  [1023, "1023 B"],
  [1024, "1 KB"],
  [1024 * 1023.6, "1 MB"],
  [1_300_000, "1.2 MB"],
  [100 * 1024 ** 2, "100 MB"],
  [1024 ** 3 - 1, "1 GB"],
  [10.8 * 1024 ** 3, "10.8 GB"],
] as const)("%d bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("a small share is told to a tenth of a percent", () => {
  expect([0, 0.0004, 0.004, 0.02, 0.0994, 0.0999, 0.2749, 1].map(formatShare)).toEqual([
    "0%",
    "<0.1%",
    "0.4%",
    "2%",
    "9.9%",
    "10%",
    "27%",
    "100%",
  ]);
});
