import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test.for([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1234, 1234.4, 999.5, Number.MAX_SAFE_INTEGER])(
  "%d reads as English writes it",
  (value) => {
    expect(formatCount(value)).toBe(Math.round(value).toLocaleString("en"));
  },
);
