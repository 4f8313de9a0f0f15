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

/** The rule in its plain form, for ASCII text only: patterns of pieces with the tokens of each. */
const rule: readonly (readonly [RegExp, (length: number, marks: number) => number])[] = [
  [/^\n/, () => 1],
  [/^\s/, (length) => (length > 1 ? 1 : 0)],
  [/^\d/, (length) => Math.ceil(length / 3)],
  [/^[A-Za-z]/, (length) => (length <= 7 ? 1 : 1 + (length - 7) / 6)],
  [/^/, (length, marks) => (marks === 1 && length === 1 ? 0.8 : Math.max(0.9, marks / 2.7))],
];

function tokensOf(text: string): number {
  const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|\n+|[^\S\n]+|[^A-Za-z\d\s]+\n*/g) ?? [];
  const cost = (piece: string) =>
    rule.find(([begins]) => begins.test(piece))?.[1](piece.length, piece.trimEnd().length);
  return Math.ceil(pieces.reduce((sum, piece) => sum + (cost(piece) ?? 0), 0));
}

test("ASCII is counted by the same rule as all other text", () => {
  const text = fc.array(fc.constantFrom(...'abcABC019.-_<>"\\ \t\n\r\u0000'), { maxLength: 60 });
  fc.assert(
    fc.property(text, (characters) => {
      expect(estimateTokens(characters.join(""))).toBe(tokensOf(characters.join("")));
    }),
    { numRuns: 500 },
  );
  // Pieces that begin in ASCII and continue beyond it.
  const beyond = ["naïvetéwritten".repeat(3), "HTMLÄ".repeat(4), "...…\n\n".repeat(3), "a\u0301b", "3½"];
  expect(beyond.map(estimateTokens)).toEqual([7, 4, 5, 3, 2]);
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
