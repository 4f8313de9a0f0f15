import { expect, test } from "vitest";
import { answerKey } from "./relay-answers.ts";
import type { Question } from "./relay-upstream.ts";

const url = new URL("https://git.example/a/b/git-upload-pack");
const question: Question = {
  target: { url, operation: "exchange", trusted: false },
  headers: { "git-protocol": "version=2" },
  body: Buffer.from("0000"),
};

test("the same question has the same key", () => {
  const target = { ...question.target, url: new URL(url) };
  expect(answerKey({ ...question, target, body: Buffer.from("0000") })).toBe(answerKey(question));
});

test.each<[string, Partial<Question>]>([
  ["another address", { target: { ...question.target, url: new URL("/a/c/git-upload-pack", url) } }],
  ["an address that the operator vouches for", { target: { ...question.target, trusted: true } }],
  ["another operation", { target: { ...question.target, operation: "advertise" } }],
  ["another version", { headers: { "git-protocol": "version=1" } }],
  ["no version", { headers: {} }],
  ["another body", { body: Buffer.from("0001") }],
  ["no body", { body: null }],
])("%s has another key", (_, change) => {
  expect(answerKey({ ...question, ...change })).not.toBe(answerKey(question));
});

test("a question with a password has none", () => {
  expect(answerKey({ ...question, headers: { authorization: "Basic abc" } })).toBeUndefined();
});
