import { expect, it, vi } from "vitest";
import { copyContent } from "./memory-content.ts";

it("makes a new memory the same as the kept one, and writes no page that has only zeros there", () => {
  const page = 4096;
  const file = new Uint8Array(64 + 9 * page + 8);
  const kept = file.subarray(64);
  for (const at of [0, 2 * page, 3 * page - 1, 3 * page + 5, 6 * page - 1, 7 * page, 9 * page + 7])
    kept[at] = at % 251 || 1;
  const made = new Int8Array(kept.length);
  const set = vi.spyOn(made, "set");
  for (const _ of ["first", "second"]) copyContent(made, kept);
  expect(new Uint8Array(made.buffer)).toEqual(kept);
  const written = set.mock.calls.map(([bytes, at]) => [at, bytes.length]);
  const once = [
    [0, page],
    [2 * page, 2 * page],
    [5 * page, page],
    [7 * page, page],
    [9 * page, 8],
  ];
  expect(written).toEqual([...once, ...once]);
});
