import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Fault } from "./utf8-fault.ts";

test.each([
  [[0x61, 0xe9, 0x20, 0x6d], "invalid trailing UTF-8 octet"],
  [[0x61, 0x93], "invalid leading UTF-8 octet"],
  [[0xff, 0xfe, 0x2d], "invalid leading UTF-8 octet"],
  [[0xe2, 0x82], "incomplete UTF-8 octet sequence"],
  [[0xc0, 0xaf], "invalid length of a UTF-8 sequence"],
  [[0xed, 0xa0, 0x80], "invalid Unicode character"],
  [[0xf4, 0x90, 0x80, 0x80], "invalid Unicode character"],
])("%j: %s", (bytes, fault) => {
  expect(utf8Fault(Uint8Array.from(bytes))).toBe(fault);
});

test("finds a fault in exactly the bytes that are not UTF-8", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isUtf8 = (bytes: Uint8Array) => {
    try {
      return decoder.decode(bytes) !== undefined;
    } catch {
      return false;
    }
  };
  const octet = fc.oneof(fc.constantFrom(0x61, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0xf4), fc.nat(255));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), fc.array(octet, { maxLength: 6 }), (one, other) => {
      for (const bytes of [one, Uint8Array.from(other)]) expect(utf8Fault(bytes) === undefined).toBe(isUtf8(bytes));
    }),
    { numRuns: 2000 },
  );
});
