import { expect, test } from "vitest";
import { inSlices, nextTask } from "./slices.ts";

function busyFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("resolves to what the work returns", async () => {
  const work = (function* () {
    yield 1;
    return "done";
  })();
  expect(await inSlices(work)).toBe("done");
});

test("lets other tasks in while it works", async () => {
  let others = 0;
  const timer = setInterval(() => others++, 0);
  const work = (function* () {
    while (others < 3) {
      busyFor(1);
      yield;
    }
  })();
  await inSlices(work);
  clearInterval(timer);
  expect(others).toBeGreaterThanOrEqual(3);
});

test("work that asks for something is answered where an answer comes, and goes on without one", async () => {
  const work = (function* (): Generator<string | undefined, unknown[], number | undefined> {
    return [yield "size", yield "colour", yield];
  })();
  const answer = (asked: string | undefined) => (asked === "size" ? Promise.resolve(12) : undefined);
  expect(await inSlices(work, { answer })).toEqual([12, undefined, undefined]);
});

test("stops between two steps when cancelled", async () => {
  const controller = new AbortController();
  let steps = 0;
  const work = (function* () {
    for (;;) {
      if (++steps === 5) controller.abort();
      yield;
    }
  })();
  await expect(inSlices(work, { signal: controller.signal })).rejects.toMatchObject({ failure: { code: "cancelled" } });
  expect(steps).toBe(5);
});

test("passes on what the work throws", async () => {
  const work = (function* () {
    yield;
    throw new RangeError("a bug");
  })();
  await expect(inSlices(work)).rejects.toThrow(RangeError);
});

test("the next task comes", async () => {
  await expect(nextTask()).resolves.toBeUndefined();
});
