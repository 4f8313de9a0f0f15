import { describe, expect, it } from "vitest";
import { Contents } from "./git-object.ts";
import { applyDelta } from "./pack-entry.ts";

/** A size as in deltas: seven bits a byte, lowest first. */
function size(value: number): number[] {
  return value < 128 ? [value] : [(value & 0x7f) | 0x80, ...size(value >>> 7)];
}

const base = Uint8Array.from({ length: 0x10000 + 10 }, (_, i) => i % 256);

function apply(resultSize: number, ...instructions: number[]): Uint8Array | undefined {
  return applyDelta(base, Uint8Array.of(...size(base.length), ...size(resultSize), ...instructions), new Contents());
}

it("contents lie beside each other, and are empty once their memory is given back", () => {
  const contents = new Contents();
  const [small, next, large] = [contents.allocate(10), contents.allocate(20), contents.allocate(1 << 20)];
  expect(next.buffer).toBe(small.buffer);
  expect(large.buffer).not.toBe(small.buffer);
  contents.release();
  expect([small, next, large].map(({ length }) => length)).toEqual([0, 0, 0]);
  expect(contents.allocate(10).fill(1)).toHaveLength(10);
});

describe("applyDelta", () => {
  it("copies and inserts", () => {
    // Copy 3 bytes from 0x0102, insert two, copy 1 byte from 0.
    expect(apply(6, 0x93, 0x02, 0x01, 3, 2, 7, 8, 0x90, 1)).toEqual(Uint8Array.of(2, 3, 4, 7, 8, 0));
  });

  it("takes a copy without a size for 64 KB", () => {
    expect(apply(0x10000, 0x81, 5)).toEqual(base.subarray(5, 5 + 0x10000));
  });

  it.each([
    ["a copy beyond the base", 20, [0x91 | 0x02, 0xff, 0xff, 20]],
    ["an insert beyond the delta", 5, [5, 1, 2]],
    ["a result too long", 1, [2, 1, 2]],
    ["a result too short", 3, [2, 1, 2]],
    ["the reserved instruction", 1, [0, 1]],
  ])("refuses %s", (_, resultSize, instructions) => {
    expect(apply(resultSize, ...instructions)).toBeUndefined();
  });

  it("refuses a base of another size", () => {
    expect(applyDelta(base.subarray(1), Uint8Array.of(...size(base.length), 1, 1, 9), new Contents())).toBeUndefined();
  });
});
