import type { AnswerReader } from "./answer-flight.ts";
import { type Deadline, type Pace, PaceWatch } from "./deadline.ts";

export interface StreamOptions {
  /** Ends the reading when the reader's connection is gone, the time is up, or the reader is too slow. */
  readonly deadline: Deadline;
  /** The slowest acceptable pace of a reader for whom more bytes are ready. */
  readonly pace: Pace;
  /** Called with the bytes given to the reader. */
  readonly onBytes: (count: number) => void;
  /** Turns whatever broke the answer into the stream's error. */
  readonly toError: (caught: unknown) => unknown;
  /** Called once, however the stream ends. */
  readonly onEnd: () => void;
}

/** The answer as the body of a response. It errors when the answer breaks; nothing is read ahead of the reader. */
export function readerStream(
  reader: AnswerReader,
  { deadline, pace, onBytes, toError, onEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  const { signal } = deadline;
  const taking = watchTaking(deadline, pace);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    taking.stop();
    reader.leave();
    onEnd();
  };
  return new ReadableStream(
    {
      start(controller) {
        const cut = () => {
          if (!isOver) controller.error(toError(signal.reason));
          end();
        };
        if (signal.aborted) cut();
        else signal.addEventListener("abort", cut, { once: true });
      },
      async pull(controller) {
        taking.stop();
        try {
          const chunk = await reader.next();
          if (isOver) return;
          if (!chunk) {
            controller.close();
            return end();
          }
          taking.start(chunk.length);
          onBytes(chunk.length);
          controller.enqueue(chunk);
        } catch (error) {
          if (isOver) return;
          end();
          throw toError(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Aborts the deadline when the reader takes too long for the bytes given to it. */
function watchTaking(deadline: Deadline, pace: Pace) {
  const watch = new PaceWatch(pace);
  let timer: NodeJS.Timeout | undefined;
  let given = { at: 0, bytes: 0 };
  return {
    start(bytes: number) {
      given = { at: performance.now(), bytes };
      timer = setTimeout(
        () => deadline.cut(new DOMException("The reader is too slow.", "TimeoutError")),
        watch.patience,
      );
    },
    stop() {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      watch.add(given.bytes, performance.now() - given.at);
    },
  };
}
