import { expect, test } from "vitest";
import { type Form, misshapen } from "./json-shape.ts";

const text = '"[^"]*"';

test.each<[Form, unknown, boolean]>([
  ["true|false", true, true],
  ["true|false", "true", false],
  ["null", null, true],
  [text, "a", true],
  [["null", text], null, true],
  [["null", text], 5, false],
  [{ list: text }, [], true],
  [{ list: text }, ["a", "b"], true],
  [{ list: text }, ["a", 5], false],
  [{ list: text }, { 0: "a" }, false],
  [{}, { a: 5 }, true],
  [{}, [], false],
  [{}, null, false],
  [{ others: text }, { a: "b" }, true],
  [{ others: text }, { a: "b", c: null }, false],
  [{ keys: { "a!": text }, others: "(?!)" }, { a: "b" }, true],
  [{ keys: { "a!": text }, others: "(?!)" }, { a: "b", c: 1 }, false],
  [{ keys: { "a!": text } }, { c: 1 }, false],
  [{ keys: { "a.b": text } }, { a: { b: 5 } }, false],
  [{ names: "[a-z]+" }, { ab: 1 }, true],
  [{ names: "[a-z]+" }, { ab: 1, "a b": 2 }, false],
  [{ list: [{ keys: { "kind!": text } }, "5"] }, [{ kind: "a" }, 5], true],
  [{ list: [{ keys: { "kind!": text } }, "5"] }, [{ kind: "a" }, {}], false],
])("the form %j fits %j: %j", (form, value, fits) => {
  expect(misshapen({ of: value }, { of: form })).toBe(fits ? undefined : "of");
});

test("a key that is missing is only wrong where there has to be one", () => {
  expect(misshapen({}, { a: text })).toBeUndefined();
  expect(misshapen({}, { "a!": text })).toBe("a!");
  expect(misshapen({ a: 5 }, { "a.b!": text })).toBe("a.b!");
});
