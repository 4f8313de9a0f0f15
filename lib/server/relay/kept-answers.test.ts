import { expect, test } from "vitest";
import { type KeepingBounds, type KeptAnswer, keepInMemory, memoryOf } from "./kept-answers.ts";

let now = 1000;
const wide = { totalBytes: 100_000, answerBytes: 100_000, answers: 100 };
/** The memory that each piece takes beside its bytes. */
const overhead = memoryOf(Buffer.alloc(0));

function memory(bounds: Partial<KeepingBounds> = {}) {
  return keepInMemory({ ...wide, ...bounds }, () => now);
}

function answer(length: number, until = Number.POSITIVE_INFINITY): KeptAnswer {
  return { movedTo: undefined, chunks: [new Uint8Array(length)], until };
}

test("keeps an answer until its time", () => {
  const answers = memory();
  answers.set("a", answer(10, 3000));
  now = 2999;
  expect(answers.get("a")?.chunks[0]).toHaveLength(10);
  now = 3001;
  expect(answers.get("a")).toBeUndefined();
});

test("takes in nothing whose time is over", () => {
  const answers = memory();
  answers.set("a", answer(10, now));
  expect(answers.get("a")).toBeUndefined();
});

test("what was used longest ago makes room", () => {
  const answers = memory({ totalBytes: 100 + 2 * overhead });
  for (const key of ["a", "b"]) answers.set(key, answer(40));
  answers.get("a");
  answers.set("c", answer(40));
  expect(["a", "b", "c"].filter((key) => answers.get(key))).toEqual(["a", "c"]);
});

test("no answer larger than its share", () => {
  const answers = memory({ answerBytes: 51 + overhead });
  answers.set("large", answer(51));
  answers.set("small", answer(49));
  expect(["large", "small"].filter((key) => answers.get(key))).toEqual(["small"]);
});

test("no more answers than there may be", () => {
  const answers = memory({ answers: 2 });
  for (const key of ["a", "b", "c"]) answers.set(key, answer(1));
  expect(["a", "b", "c"].filter((key) => answers.get(key))).toEqual(["b", "c"]);
});
