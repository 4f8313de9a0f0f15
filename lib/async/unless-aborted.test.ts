import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { unlessAborted } from "./unless-aborted.ts";

const never = new Promise<never>(() => undefined);

test("settles like the promise, and leaves no listener behind", async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("rejects with the signal's reason as soon as it aborts, or when it has aborted before", async () => {
  const stop = new AbortController();
  const waiting = unlessAborted(never, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(unlessAborted(never, stop.signal)).rejects.toThrow("stopped");
  await expect(unlessAborted(Promise.reject(new Error("broken")), stop.signal)).rejects.toThrow("stopped");
});
