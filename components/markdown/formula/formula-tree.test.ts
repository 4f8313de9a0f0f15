import { expect, test } from "vitest";
import { type FormulaNode, formulaLimits, formulaTree } from "./formula-tree.ts";

function all(node: FormulaNode): FormulaNode[] {
  return [node, ...node.children.flatMap((child) => (typeof child === "string" ? [] : all(child)))];
}

function textOf(node: FormulaNode): string {
  return node.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

test("a formula becomes elements of MathML", () => {
  const tree = formulaTree({ tex: "\\frac{a}{b} < \\sqrt{x^2}", isDisplay: true });
  expect(tree).toMatchObject({ tag: "math", attributes: { display: "block" } });
  expect(tree && all(tree).map(({ tag }) => tag)).toEqual(expect.arrayContaining(["mfrac", "msqrt", "msup", "mo"]));
  expect(tree && textOf(tree)).toBe("ab<x2");
});

test.each([
  "\\href{javascript:alert(1)}{x}",
  "\\url{https://evil.example}",
  "\\includegraphics{https://evil.example/a.png}",
  "\\style{position:fixed;inset:0}{x}",
  "\\class{a}{x}\\id{b}{x}\\data{c=d}{x}",
  "\\text{<img src=x onerror=alert(1)>}",
  "\\color{red}x\\colorbox{red}{y}\\boxed{z}",
])("nothing in it names a place, runs or reaches beyond it: %s", (tex) => {
  const tree = formulaTree({ tex, isDisplay: false });
  for (const { tag, attributes } of tree ? all(tree) : []) {
    expect(tag).toMatch(/^m[a-z]+$/);
    expect(Object.keys(attributes).filter((name) => /^(?:on|href|src|style|class|id|data)/.test(name))).toEqual([]);
  }
});

test.each([
  ["not TeX", "\\frac{a"],
  ["a macro in itself", "\\def\\a{\\a\\a}\\a"],
  ["macros that multiply", `\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b}\\def\\d{\\c\\c}${"\\d".repeat(500)}`],
  ["braces in braces", "{x".repeat(1300) + "}".repeat(1300)],
  ["fractions in fractions", `${"\\frac{1}{".repeat(300)}x${"}".repeat(300)}`],
  ["more than a page", "x".repeat(formulaLimits.length + 1)],
  ["more elements than are drawn", "a_1".repeat(1300)],
])("what cannot be drawn at once is left as it is written: %s", { timeout: 60_000 }, (_, tex) => {
  expect(formulaTree({ tex, isDisplay: true })).toBeUndefined();
});
