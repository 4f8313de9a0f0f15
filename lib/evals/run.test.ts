import { describe, expect, it } from "vitest";
import { FailureError } from "#lib/failure.ts";
import type { EvalRequest } from "./requests.ts";
import { type Ask, type RunOptions, runRequests } from "./run.ts";

const requests = ["one", "two", "three"].map((text): EvalRequest => ({ text, expects: { kind: "open" } }));
const options: RunOptions = { runs: 2, parallel: 2, mostTokens: 1000, signal: new AbortController().signal };
const answers: Ask = async () => ({ pick: { kind: "answer" }, tokens: 10 });

describe("a run", () => {
  it("asks every request as often as wanted, so many at once, in rounds", async () => {
    const asked: string[] = [];
    let now = 0;
    let most = 0;
    const ask: Ask = async (request) => {
      asked.push(request);
      most = Math.max(most, ++now);
      await Promise.resolve();
      now--;
      return { pick: { kind: "skill", skill: request }, tokens: 5 };
    };
    const result = await runRequests([{ ask, requests }], options);
    expect(result).toMatchObject({ done: 6, total: 6, tokens: 30 });
    expect(result.ended).toBeUndefined();
    expect(asked).toEqual(["one", "two", "three", "one", "two", "three"]);
    expect(most).toBe(2);
    expect(result.asked[0]?.picked.map(({ picks }) => picks.length)).toEqual([2, 2, 2]);
  });

  it("asks nothing more once its budget is spent, and keeps what came", async () => {
    const result = await runRequests([{ ask: answers, requests }], { ...options, parallel: 1, mostTokens: 25 });
    expect(result).toMatchObject({ ended: "budget", done: 3, tokens: 30 });
    expect(result.asked[0]?.picked.map(({ picks }) => picks.length)).toEqual([1, 1, 1]);
  });

  it("ends after three failures one after another, each told with its reason", async () => {
    const refuse: Ask = async () => {
      throw new FailureError({ code: "model-key-refused", provider: "X" });
    };
    const result = await runRequests([{ ask: refuse, requests }], { ...options, parallel: 1 });
    expect(result).toMatchObject({ ended: "failing", done: 3 });
    expect(result.asked[0]?.picked[0]?.picks).toEqual([
      { kind: "failed", failure: { code: "model-key-refused", provider: "X" } },
    ]);
  });

  it("goes on after a failure that comes alone", async () => {
    let count = 0;
    const ask: Ask = async (request, signal) => {
      if (++count % 2 === 1) throw new FailureError({ code: "model-rate-limited", provider: "X" });
      return answers(request, signal);
    };
    expect(await runRequests([{ ask, requests }], { ...options, parallel: 1 })).toMatchObject({ done: 6, tokens: 30 });
  });

  it("ends when stopped, with what had come", async () => {
    const stop = new AbortController();
    const ask: Ask = async (request, signal) => {
      if (request === "two") stop.abort();
      signal.throwIfAborted();
      return answers(request, signal);
    };
    const result = await runRequests([{ ask, requests }], { ...options, parallel: 1, signal: stop.signal });
    expect(result).toMatchObject({ ended: "stopped", done: 1, total: 6 });
  });

  it("asks each of several in turn, and goes on with the others where one fails again and again", async () => {
    const order: string[] = [];
    const named =
      (name: string, ask: Ask): Ask =>
      (request, signal) => {
        order.push(`${name} ${request}`);
        return ask(request, signal);
      };
    const refuse: Ask = async () => {
      throw new FailureError({ code: "model-key-refused", provider: "X" });
    };
    const askers = [named("a", answers), named("b", refuse)];
    const result = await runRequests(
      askers.map((ask) => ({ ask, requests })),
      { ...options, parallel: 1 },
    );
    expect(order.slice(0, 4)).toEqual(["a one", "b one", "a two", "b two"]);
    expect(result).toMatchObject({ ended: "failing", done: 9, total: 12, tokens: 60 });
    expect(result.asked.map(({ tokens }) => tokens)).toEqual([60, 0]);
    expect(result.asked.map(({ picked }) => picked.map(({ picks }) => picks.length))).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
  });

  it("tells of every answer", async () => {
    const told: number[] = [];
    await runRequests([{ ask: answers, requests }], { ...options, onProgress: ({ done }) => told.push(done) });
    expect(told).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
