import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A parent signal that outlives all work, and what it and the clock still reference. */
function world() {
  const parent = new AbortController();
  const left = () => getEventListeners(parent.signal, "abort").length + vi.getTimerCount();
  return { parent, left };
}

test.each<[string, (deadline: Deadline, parent: AbortController) => void, unknown]>([
  ["its time is up", () => vi.advanceTimersByTime(1000), { name: "TimeoutError" }],
  ["its parent aborts", (_, parent) => parent.abort(new Error("left")), { message: "left" }],
  ["it is cut", (deadline) => deadline.cut(new Error("slow")), { message: "slow" }],
])("aborts when %s, and leaves nothing behind", (_, end, reason) => {
  const { parent, left } = world();
  const deadline = new Deadline(1000, parent.signal);
  end(deadline, parent);
  expect(deadline.signal.reason).toMatchObject(reason as object);
  expect(left()).toBe(0);
});

test("leaves nothing behind when the work is over, and does not abort any more", () => {
  const { parent, left } = world();
  const deadline = new Deadline(1000, parent.signal);
  expect(left()).toBe(2);
  deadline[Symbol.dispose]();
  expect(left()).toBe(0);
  parent.abort();
  vi.advanceTimersByTime(2000);
  expect(deadline.signal.aborted).toBe(false);
});

test("is over at once where the parent has aborted already", () => {
  const { parent, left } = world();
  parent.abort(new Error("left"));
  expect([new Deadline(1000, parent.signal).signal.aborted, left()]).toEqual([true, 0]);
});

test("rejects what is waited for, and keeps no listener of what came in time", async () => {
  const deadline = new Deadline(1000);
  expect(await deadline.during(Promise.resolve("here"))).toBe("here");
  expect(getEventListeners(deadline.signal, "abort")).toEqual([]);
  const waiting = deadline.during(new Promise(() => {}));
  vi.advanceTimersByTime(1000);
  await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
});
