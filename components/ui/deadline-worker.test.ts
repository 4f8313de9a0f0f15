import { expect, it, vi } from "vitest";
import { deadlineWorker, type Outcome, type WorkerLike } from "./deadline-worker.ts";

/** A worker that answers a number with its double, never answers `"hang"`, and crashes on `"crash"`. */
class DoublingWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isEnded = false;

  constructor(loads = true) {
    setTimeout(() => (loads ? this.say("ready") : this.onerror?.({} as ErrorEvent)));
  }

  postMessage(message: unknown): void {
    if (typeof message === "number") setTimeout(() => this.say(message * 2));
    if (message === "crash") setTimeout(() => this.onerror?.({} as ErrorEvent));
  }

  terminate(): void {
    this.isEnded = true;
  }

  private say(data: unknown): void {
    if (!this.isEnded) this.onmessage?.({ data } as MessageEvent);
  }
}

function desk(loads: () => boolean = () => true) {
  const workers: DoublingWorker[] = [];
  const ask = deadlineWorker<unknown, number>(() => {
    const worker = new DoublingWorker(loads());
    workers.push(worker);
    return worker;
  }, 40);
  const answer = (request: unknown) => new Promise<Outcome<number>>((resolve) => ask(request, resolve));
  return { workers, ask, answer };
}

it("answers each, with one worker", async () => {
  const { workers, answer } = desk();
  expect(await Promise.all([answer(1), answer(2)])).toEqual([
    { kind: "answered", reply: 2 },
    { kind: "answered", reply: 4 },
  ]);
  expect(workers).toHaveLength(1);
});

it("takes the latest first, since that is what somebody has just come to see", async () => {
  const { ask } = desk();
  const told: number[] = [];
  await new Promise<void>((resolve) => {
    for (const request of [1, 2, 3]) {
      ask(request, (outcome) => {
        if (outcome.kind === "answered") told.push(outcome.reply);
        if (told.length === 3) resolve();
      });
    }
  });
  expect(told).toEqual([6, 4, 2]);
});

it("ends a request that takes too long, and goes on with another worker", async () => {
  const { workers, answer } = desk();
  expect(await Promise.all([answer(2), answer("hang")])).toEqual([{ kind: "answered", reply: 4 }, { kind: "late" }]);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

it("tells a worker that died from one that never came, and tries again for the next", async () => {
  const { answer } = desk();
  expect(await Promise.all([answer(2), answer("crash")])).toEqual([
    { kind: "answered", reply: 4 },
    { kind: "crashed" },
  ]);
  let isOnline = false;
  const offline = desk(() => isOnline);
  expect(await offline.answer(1)).toEqual({ kind: "unfetched" });
  isOnline = true;
  expect(await offline.answer(1)).toEqual({ kind: "answered", reply: 2 });
});

it("does not tell of what was withdrawn, nor do it when it had not begun", async () => {
  const { ask, answer } = desk();
  const tell = vi.fn();
  ask("hang", tell)();
  const first = answer(1);
  ask("hang", tell)();
  expect(await Promise.all([first, answer(2)])).toEqual([
    { kind: "answered", reply: 2 },
    { kind: "answered", reply: 4 },
  ]);
  expect(tell).not.toHaveBeenCalled();
});
