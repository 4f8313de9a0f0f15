import { expect, test } from "vitest";
import { tellInterval, wilsonInterval } from "./interval.ts";

test.each([
  [3, 3, 0.44, 1],
  [5, 5, 0.57, 1],
  [10, 10, 0.72, 1],
  [20, 20, 0.84, 1],
  [8, 10, 0.49, 0.94],
  [16, 20, 0.58, 0.92],
  [24, 30, 0.63, 0.9],
  [0, 10, 0, 0.28],
  [0, 0, 0, 1],
])("%i hits of %i: between %d and %d", (hits, tries, low, high) => {
  const interval = wilsonInterval(hits, tries);
  expect(interval.low).toBeCloseTo(low, 1.9);
  expect(interval.high).toBeCloseTo(high, 1.9);
});

test("says where that is too little to tell", () => {
  expect(tellInterval(8, 10, 0.8)).toBe("49–94%: too few to tell");
  expect(tellInterval(20, 20, 0.8)).toBe("84–100%");
  expect(tellInterval(1, 10, 0.8)).toBe("2–40%");
});
