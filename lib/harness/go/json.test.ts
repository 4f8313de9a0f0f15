import { expect, test } from "vitest";
import { goJsonText, parseJsonObject } from "./json.ts";

test("writes a value as Go does: keys in byte order, safe in HTML", () => {
  expect(goJsonText({})).toBe("{}");
  const value = { m: { b: true, 10: [], "<\u2028>": "x&y" }, a: [1, null] };
  expect(goJsonText(value)).toBe(
    '{\n  "a": [\n    1,\n    null\n  ],\n  "m": {\n    "10": [],\n    "\\u003c\\u2028\\u003e": "x\\u0026y",\n    "b": true\n  }\n}',
  );
});

test("reads objects only", () => {
  expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
  for (const text of ["", "{", "[]", "null", "1", "\ufeff{}"]) expect(parseJsonObject(text)).toBeUndefined();
});
