import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countInMemory, keysCounted } from "./counts.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const rate = { points: 2, duration: 60 };

describe("counts in memory", () => {
  test("refuse past the rate, and begin anew when its time is over", async () => {
    const counts = countInMemory("a", rate);
    await counts.consume("k");
    vi.advanceTimersByTime(20_000);
    await counts.consume("k");
    await expect(counts.consume("k")).rejects.toMatchObject({ msBeforeNext: 40_000, consumedPoints: 3 });
    vi.advanceTimersByTime(40_000);
    expect(await counts.consume("k")).toMatchObject({ consumedPoints: 1, remainingPoints: 1, isFirstInDuration: true });
  });

  test("stay bounded however many keys are invented, and keep those used last", async () => {
    const counts = countInMemory("a", rate);
    await counts.consume("first");
    for (let key = 0; key < keysCounted; key++) {
      await counts.consume(`invented-${key}`);
      if (key % 1000 === 0) await counts.penalty("busy");
    }
    expect([await counts.get("first"), (await counts.get("busy"))?.consumedPoints]).toEqual([null, keysCounted / 1000]);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(keysCounted);
  });

  test("forget a key whose count was taken back", async () => {
    const counts = countInMemory("a", rate);
    await counts.penalty("k", 5);
    await counts.reward("k", 5);
    expect(await counts.get("k")).toBeNull();
  });

  test("can be set, blocked and deleted", async () => {
    const counts = countInMemory("a", rate);
    await counts.set("k", 2, 10);
    await expect(counts.consume("k")).rejects.toMatchObject({ msBeforeNext: 10_000 });
    expect([await counts.delete("k"), await counts.delete("k")]).toEqual([true, false]);
    await counts.block("k", 5);
    await expect(counts.consume("k")).rejects.toMatchObject({ msBeforeNext: 5000 });
  });
});
