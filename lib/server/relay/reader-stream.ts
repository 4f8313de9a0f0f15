import type { AnswerReader } from "./answer-flight.ts";

export interface StreamOptions {
  /** Ends the reading: the reader's connection is gone, or its time is up. */
  readonly signal: AbortSignal;
  /** Words whatever broke the answer. */
  readonly toError: (caught: unknown) => unknown;
  /** Called once, however it ends. */
  readonly onEnd: () => void;
}

/** The answer as the body of a response. It errors when the answer breaks; nothing is read ahead of the reader. */
export function readerStream(
  reader: AnswerReader,
  { signal, toError, onEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
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
        try {
          const chunk = await reader.next();
          if (isOver) return;
          if (chunk) return controller.enqueue(chunk);
          controller.close();
          end();
        } catch (error) {
          end();
          throw toError(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
