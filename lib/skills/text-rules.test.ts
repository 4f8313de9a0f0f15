import { expect, test } from "vitest";
import { goFields, goLower, goQuote, goTrim, pythonText } from "./text-rules.ts";

test("trims what Go calls space and keeps a byte-order mark", () => {
  expect(goTrim("\u00a0\u2028 \n a b\t\u0085")).toBe("a b");
  expect(goTrim("\ufeff---")).toBe("\ufeff---");
  expect(goTrim("\u200b")).toBe("\u200b");
});

test("splits at runs of space, whatever their kind", () => {
  expect(goFields(" greet \u3000 'Ann  Bob' ")).toEqual(["greet", "'Ann", "Bob'"]);
  expect(goFields(" \t")).toEqual([]);
});

test("lowers each character by itself", () => {
  expect(goLower("AbÉ 技")).toBe("abé 技");
  expect(goLower("ΑΣ İ 🔧")).toBe("ασ i 🔧");
});

test("quotes as %q does", () => {
  expect(goQuote('say "hi" \\ there')).toBe('"say \\"hi\\" \\\\ there"');
  expect(goQuote("a\nb\x01\x7f")).toBe('"a\\nb\\x01\\x7f"');
  expect(goQuote("é 技能 🔧")).toBe('"é 技能 🔧"');
  expect(goQuote("\u00a0\u200b\u{e0041}")).toBe('"\\u00a0\\u200b\\U000e0041"');
});

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
