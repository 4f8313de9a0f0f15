import { afterEach, expect, test, vi } from "vitest";
import { paced } from "./slices.ts";

afterEach(() => vi.restoreAllMocks());

test("no more than half a frame's work passes in one task", async () => {
  let now = 0;
  // Each reading of the clock is a millisecond later, as if every part caused that much work.
  vi.spyOn(performance, "now").mockImplementation(() => now++);
  let task = 0;
  let isOver = false;
  const count = () => {
    task++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const parts = Array.from({ length: 300 }, (_, index) => index);
  const source = new ReadableStream<number>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const passed: number[] = [];
  const inTask = new Map<number, number>();
  for await (const part of source.pipeThrough(paced())) {
    passed.push(part);
    inTask.set(task, (inTask.get(task) ?? 0) + 1);
  }
  isOver = true;
  expect(passed).toEqual(parts);
  expect(Math.max(...inTask.values())).toBeLessThan(30);
});
