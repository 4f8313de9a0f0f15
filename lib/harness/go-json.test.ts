import { expect, test } from "vitest";
import { goMapText, parseJsonObject } from "./go-json.ts";

test("writes a map as Go does: byte order, safe in HTML", () => {
  expect(goMapText([])).toBe("{}");
  expect(
    goMapText([
      ["b", true],
      ["10", false],
      ["<\u2028>", "x&y"],
    ]),
  ).toBe('{\n    "10": false,\n    "\\u003c\\u2028\\u003e": "x\\u0026y",\n    "b": true\n  }');
});

test("reads objects only", () => {
  expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
  for (const text of ["", "{", "[]", "null", "1", "\ufeff{}"]) expect(parseJsonObject(text)).toBeUndefined();
});
