import fc from "fast-check";
import { expect, it } from "vitest";
import { escapedBytes, escapedText } from "./escaped-text.ts";

it("gives any bytes back, also in pieces of their text", () => {
  const utf8 = fc.string({ unit: "grapheme" }).map((text) => new TextEncoder().encode(text));
  const some = fc.oneof(fc.uint8Array({ max: 255 }), utf8);
  fc.assert(
    fc.property(fc.array(some), (parts) => {
      const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
      expect(escapedBytes(escapedText(bytes))).toEqual(bytes);
      expect(escapedBytes(parts.map((part) => escapedText(part)).join(""))).toEqual(bytes);
    }),
  );
});

it("reads UTF-8 as a decoder does, with its byte order mark", () => {
  for (const text of ["", "é😀\ufeff", "\ufeffa"]) expect(escapedText(new TextEncoder().encode(text))).toBe(text);
});

it("keeps the characters between bytes that are none", () => {
  expect(escapedText(Uint8Array.of(0xff, 0xc3, 0xa9, 0xc3, 0x41, 0xed, 0xa0, 0x80))).toBe(
    "\udcffé\udcc3A\udced\udca0\udc80",
  );
});
