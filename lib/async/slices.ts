import { FailureError } from "#lib/failure.ts";

/** Milliseconds of work between two pauses: half a frame, so that painting and typing keep up. */
const sliceLength = 8;

export interface SliceOptions<Yielded = unknown, Answer = unknown> {
  readonly signal?: AbortSignal;
  /** Told of what the work yields. Where a promise comes back, the work gets what it resolves to as its yield's value. */
  readonly answer?: (yielded: Yielded) => Promise<Answer> | undefined;
}

/**
 * Runs `work` to its end in slices of about 8 ms, pausing at its yields so that the page stays alive, and
 * resolves to what it returns, in a task of its own: what the caller does next is not added to the last slice. One step between two yields is never cut: yield often. Rejects with the
 * failure `cancelled` once `signal` is aborted.
 */
export async function inSlices<Result, Yielded, Answer>(
  work: Generator<Yielded, Result, Answer | undefined>,
  { signal, answer }: SliceOptions<Yielded, Answer> = {},
): Promise<Result> {
  let sliceEnd = performance.now() + sliceLength;
  let answered: Answer | undefined;
  for (;;) {
    if (signal?.aborted) throw new FailureError({ code: "cancelled" });
    const step = work.next(answered);
    if (step.done) {
      await nextTask();
      return step.value;
    }
    const answering = answer?.(step.value);
    answered = answering && (await answering);
    if (answering === undefined && performance.now() < sliceEnd) continue;
    // After an answer, too: the task that has taken it from a worker was one by itself.
    await nextTask();
    sliceEnd = performance.now() + sliceLength;
  }
}

/**
 * Passes parts on, and lets the page draw once what they set off has taken half a frame. What comes at once, such as
 * hundreds of tool calls in one answer, is otherwise worked through in one task, promise by promise.
 */
export function paced<Part>(): TransformStream<Part, Part> {
  let sliceEnd = performance.now() + sliceLength;
  return new TransformStream<Part, Part>({
    async transform(part, controller) {
      if (performance.now() >= sliceEnd) {
        await nextTask();
        sliceEnd = performance.now() + sliceLength;
      }
      controller.enqueue(part);
    },
  });
}

/**
 * Lets the page handle input and paint. `scheduler.yield` resumes ahead of other queued work; without it (Safari) a message is the shortest
 * way round, where `setTimeout` would be slowed to 4 ms. Node's own way is `setImmediate`: for a message's event it loads its whole fetch.
 */
export function nextTask(): Promise<void> {
  const { scheduler, setImmediate } = globalThis as {
    scheduler?: { yield?: () => Promise<void> };
    setImmediate?: (run: () => void) => void;
  };
  if (scheduler?.yield) return scheduler.yield();
  if (setImmediate) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
