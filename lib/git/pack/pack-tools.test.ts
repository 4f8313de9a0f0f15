import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nativePackTools } from "#lib/command/report/native-pack-tools.ts";
import { packTools } from "#test/servers/clone-from-server.ts";

const inflaters = [
  ["WebAssembly", (await packTools).inflater],
  ["Node", nativePackTools.inflater],
] as const;

/** Contents that compress in every way: nothing, runs, words, noise. */
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc
    .array(fc.constantFrom("a", "the ", "harness ", "SKILL.md\n"), { maxLength: 3000 })
    .map((words) => Buffer.from(words.join(""))),
  fc.tuple(fc.nat(255), fc.nat(100_000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
);
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.integer({ min: 0, max: 4 }),
  windowBits: fc.integer({ min: 9, max: 15 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
});

const before = Buffer.from("before");

describe.each(inflaters)("The inflater of %s", (_name, inflater) => {
  function inflateAll(stream: Uint8Array, size: number) {
    const output = new Uint8Array(size);
    return { ...inflater.into(Buffer.concat([before, stream]), before.length, output), output };
  }

  it("brings back what zlib deflated, in whichever way, and finds its end", () => {
    fc.assert(
      fc.property(contents, options, fc.uint8Array({ maxLength: 40 }), (content, option, after) => {
        const stream = deflateSync(content, option);
        const { output, ...result } = inflateAll(Buffer.concat([stream, after]), content.length);
        expect(result).toEqual({ kind: "done", end: before.length + stream.length });
        expect(Buffer.compare(output, content)).toBe(0);
        const skipped = inflater.skip(Buffer.concat([stream, after]), 0, content.length);
        expect(skipped).toEqual({ kind: "done", end: stream.length });
      }),
      { numRuns: 300 },
    );
  });

  it("waits for every stream that is cut, wherever", () => {
    fc.assert(
      fc.property(contents, options, fc.double({ min: 0, max: 1, noNaN: true }), (content, option, share) => {
        const stream = deflateSync(content, option);
        const cut = stream.subarray(0, Math.floor(share * (stream.length - 1)));
        expect(inflateAll(cut, content.length).kind).toBe("incomplete");
        expect(inflater.skip(cut, 0, content.length).kind).toBe("incomplete");
      }),
      { numRuns: 300 },
    );
  });

  it("takes no other size than the stated one", () => {
    fc.assert(
      fc.property(contents, fc.integer({ min: -5, max: 5 }), (content, difference) => {
        fc.pre(difference !== 0 && content.length + difference >= 0);
        const stream = Buffer.concat([deflateSync(content), new Uint8Array(600)]);
        expect(inflateAll(stream, content.length + difference).kind).toBe("damaged");
      }),
    );
  });

  it("ends on any bytes, and leaves the surroundings of its output alone", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(2000), (noise, size) => {
        const room = new Uint8Array(size + 20).fill(7);
        const stream = Buffer.concat([Buffer.of(0x78, 0x9c), noise]);
        inflater.into(stream, 0, room.subarray(10, 10 + size));
        expect(room.subarray(0, 10).every((byte) => byte === 7)).toBe(true);
        expect(room.subarray(10 + size).every((byte) => byte === 7)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["another method", "7701"],
    ["a wrong header", "7802"],
    ["a dictionary", "78bb"],
    ["the reserved block", "789c07"],
    ["a stored block whose lengths differ", "789c01010000000000"],
    ["a copy from before the start", "789c03400000000000000000"],
  ])("refuses %s", (_, hex) => {
    expect(inflateAll(Buffer.from(hex.padEnd(60, "0"), "hex"), 10).kind).toBe("damaged");
  });
});
