import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens, sampleTokens } from "./estimate-tokens.ts";
import { countAll } from "./token-worker.ts";

const prose =
  "Open any agent-skill repository in the browser, see exactly what each agent harness would make of it, and try it " +
  "in a chat, with nothing installed. Skill folders come from git repositories, uploaded folders and archives; they " +
  "live in a virtual filesystem in the page, kept in the browser's own storage.";
const json = JSON.stringify(
  {
    name: "pdf-forms",
    entries: [
      { path: "/workspace/a.txt", bytes: 1234 },
      { path: "b/c.md", bytes: 99 },
    ],
    ok: true,
  },
  null,
  2,
);
const code =
  "export function joinPath(...parts: readonly string[]): string {\n  return normalizePath(parts.join('/'));\n}\n";
const chinese =
  "技能文件夹来自代码仓库、上传的文件夹和压缩包；它们保存在页面中的虚拟文件系统里，模型通过读取文件来使用它们。";
const japanese =
  "スキルフォルダーはリポジトリやアップロードされたフォルダーから来ます。モデルはファイルを読むことでスキルを使います。";

test.each(Object.entries({ prose, json, code, chinese, japanese }))("%s is estimated within a fifth", (_, text) => {
  const [exact = 0] = countAll([text]);
  expect(estimateTokens(text) / exact).toBeGreaterThan(0.8);
  expect(estimateTokens(text) / exact).toBeLessThan(1.2);
});

test("ASCII is cut into the pieces that all other text is", () => {
  // Of other letters, and of the same length and class.
  const twins: Readonly<Record<string, string>> = {
    a: "\u00e4",
    b: "\u00df",
    A: "\u00c4",
    B: "\u00d6",
    ".": "\u00a7",
    "-": "\u00b1",
  };
  const text = fc.array(
    fc.constantFrom("a", "b", "A", "B", "7", ".", "-", " ", "\t", "\n", "\u00e9", "\u00a7", "\u6280"),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(text, (characters) => {
      const [whole, apart] = [characters.join(""), characters.map((one) => twins[one] ?? one).join("")];
      // A word of other letters takes more, and only that may tell them apart.
      const isWord = /\p{L}/u.test(whole);
      if (isWord) expect(estimateTokens(apart)).toBeGreaterThanOrEqual(estimateTokens(whole) - 1);
      else expect(estimateTokens(apart)).toBe(estimateTokens(whole));
    }),
  );
});

test("nothing is no tokens, a word is one", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("skill")).toBe(1);
});

test("a megabyte is estimated in linear time", () => {
  expect(estimateTokens("a".repeat(1_000_000))).toBeGreaterThan(100_000);
  expect(estimateTokens(" ".repeat(1_000_000))).toBe(1);
});

test("text that looks like a control token counts as text", () => {
  expect(countAll(["<|endoftext|>", ""])).toEqual([7, 0]);
});

test("estimates a text of megabytes by samples of it", () => {
  const text = "The quick brown fox jumps over the lazy dog, 42 times.\n".repeat(20);
  const [short, long] = [estimateTokens(text), sampleTokens(text.repeat(3000))];
  expect(long / 3000 / short).toBeCloseTo(1, 1);
});
