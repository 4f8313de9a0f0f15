import { FailureError } from "#lib/failure.ts";

/** Milliseconds of work between two pauses: half a frame, so that painting and typing keep up. */
const sliceLength = 8;

export interface SliceOptions<Yielded = unknown, Answer = unknown> {
  readonly signal?: AbortSignal;
  /**
   * Called with what the work yields. Where it returns a promise, the work gets the resolved value as its yield's
   * result.
   */
  readonly answer?: (yielded: Yielded) => Promise<Answer> | undefined;
}

/**
 * Runs `work` to its end in slices of about 8 ms, pausing at its yields so that the page stays responsive, and resolves
 * to its result, in a new task: the caller's next work does not extend the last slice. One step between two yields is
 * never interrupted: yield often. Rejects with the failure `cancelled` once `signal` is aborted.
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
    // After an answer, too: the task that received it from a worker was one by itself.
    await nextTask();
    sliceEnd = performance.now() + sliceLength;
  }
}

/**
 * Passes parts on, and lets the page draw once the work that they cause has taken half a frame. Parts that arrive
 * together, such as hundreds of tool calls in one answer, would otherwise be processed in one task, promise by promise.
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
 * Lets the page do first all that a person waits for: not only input and paint, also what is yet to be drawn. With `nextTask`, saving 28 MB
 * went ahead of drawing the list of their 2,000 skills, which appeared a second later. Without a scheduler (Safari) it is `nextTask`.
 */
export function backgroundTask(): Promise<void> {
  const { scheduler } = globalThis as Scheduling;
  return scheduler?.postTask ? scheduler.postTask(() => undefined, { priority: "background" }) : nextTask();
}

interface Scheduling {
  readonly scheduler?: {
    readonly yield?: () => Promise<void>;
    readonly postTask?: (work: () => void, options: { readonly priority: "background" }) => Promise<void>;
  };
  readonly setImmediate?: (run: () => void) => void;
}

/**
 * Lets the page handle input and paint. `scheduler.yield` resumes ahead of other queued work; without it (Safari) a
 * message is the fastest way, as `setTimeout` would be slowed to 4 ms. In Node it is `setImmediate`: a message event
 * would make Node load its whole fetch.
 */
export function nextTask(): Promise<void> {
  const { scheduler, setImmediate } = globalThis as Scheduling;
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
