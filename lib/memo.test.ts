import { expect, test, vi } from "vitest";
import { memo } from "./memo.ts";

test("makes each result once, and forgets all of them when it is full", () => {
  const make = vi.fn((key: string) => key.length);
  const lengthOf = memo(2, make);
  expect(["a", "bb", "", "a"].map(lengthOf)).toEqual([1, 2, 0, 1]);
  expect(make.mock.calls.map(([key]) => key)).toEqual(["a", "bb", "", "a"]);
  expect([lengthOf("a"), lengthOf("")]).toEqual([1, 0]);
  expect(make).toHaveBeenCalledTimes(4);
});
