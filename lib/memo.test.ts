import { expect, test, vi } from "vitest";
import { memoObject, memoText } from "./memo.ts";

test("makes each result once, and forgets all of them when it is full", () => {
  const make = vi.fn((key: string) => key.length);
  const lengthOf = memoText(2, make);
  expect(["a", "bb", "", "a"].map(lengthOf)).toEqual([1, 2, 0, 1]);
  expect(make.mock.calls.map(([key]) => key)).toEqual(["a", "bb", "", "a"]);
  expect([lengthOf("a"), lengthOf("")]).toEqual([1, 0]);
  expect(make).toHaveBeenCalledTimes(4);
});

test("keeps what is made of an object, also where that is nothing", () => {
  const make = vi.fn(({ size }: { readonly size: number }) => (size > 0 ? size : undefined));
  const sizeOf = memoObject(make);
  const [empty, full] = [{ size: 0 }, { size: 2 }];
  expect([empty, full, empty, full, { size: 0 }].map(sizeOf)).toEqual([undefined, 2, undefined, 2, undefined]);
  expect(make).toHaveBeenCalledTimes(3);
});
