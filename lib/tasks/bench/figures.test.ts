import { expect, test } from "vitest";
import { formatFigure, median, percentile } from "./figures.ts";

test("the median of an odd and an even number of samples", () => {
  expect(median([3])).toBe(3);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(3);
});

test("a share of the samples does not exceed its percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.95, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 95, 100]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test("a figure stands beside its reference", () => {
  const reference = { name: "native", samples: [100, 400, 200] };
  expect(formatFigure({ name: "open", unit: "ms", samples: [300, 250, 350], reference })).toBe(
    "open: 300 ms (250–350) | native: 200 ms (100–400) | × 1.50",
  );
  expect(
    formatFigure({ name: "requests", unit: "", samples: [12], reference: { name: "budget", samples: [20] } }),
  ).toBe("requests: 12 | budget: 20 | × 0.60");
});
