import { expect, test } from "vitest";
import { answerAge, answerKey } from "./relay-answers.ts";
import type { Question } from "./relay-upstream.ts";

const ages = { named: 1, fixed: 2 };
const id = "a".repeat(40);

function age(body: string | null): number {
  return answerAge({ body: body === null ? null : Buffer.from(body) }, ages);
}

test.each([
  ["a fetch of version 2", `0012command=fetch\n00010032want ${id}\n0000`],
  ["a want of older versions", `0067want ${id} ofs-delta side-band-64k\n000cdeepen 1\n00000009done\n`],
])("%s asks for what never changes", (_, body) => {
  expect(age(body)).toBe(ages.fixed);
});

test.each([
  ["the refs", null],
  ["the refs in version 2", "0014command=ls-refs\n0001001bref-prefix refs/heads/0000"],
  ["a fetch by name", `0012command=fetch\n0001001ewant-ref refs/heads/main\n0032want ${id}\n0000`],
  ["a fetch of the tags besides", `0012command=fetch\n00010032want ${id}\n000finclude-tag\n0000`],
  ["a fetch up to where another branch is", `0012command=fetch\n00010032want ${id}\n0014deepen-not main\n0000`],
  ["a command of the future", "0018command=object-info\n0000"],
  ["a ref called like a command", "0014command=ls-refs\n00010025ref-prefix 0012command=fetch\n0000"],
  ["nothing", ""],
])("%s may change with the next push", (_, body) => {
  expect(age(body)).toBe(ages.named);
});

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
