import { expect, test } from "vitest";
import { pythonText } from "./python-text.ts";

test.each([
  ["as it is", "it's \n", "it's \n"],
  ["a list", ["a", "b"], "['a', 'b']"],
  ["a dictionary", { a: { b: ["c"] } }, "{'a': {'b': ['c']}}"],
  ["nothing in it", [[], {}], "[[], {}]"],
  ["a single quote", ["it's"], `["it's"]`],
  ["both quotes", [`it's "it"`], `['it\\'s "it"']`],
  ["escapes", ["a\\b\n\t"], "['a\\\\b\\n\\t']"],
])("Python prints %s", (_what, value, text) => {
  expect(pythonText(value)).toBe(text);
});
