import { expect, test } from "vitest";
import { columnsOf } from "./columns.ts";

test.each([
  ["plain text", 10],
  ["日本語", 6],
  ["🚀 x", 4],
  ["e\u0301a\u200b\n", 2],
  ["— … é", 5],
])("%j takes %d columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});
