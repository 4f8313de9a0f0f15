/** The parts of an answer as a stream. It asks for a part when it is read, and errors where making one throws. */
export function answerStream<Part>(
  parts: Generator<Part, void, undefined> | AsyncGenerator<Part, void, undefined>,
): ReadableStream<Part> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return()),
  });
}

/** The usage of an answer whose model does not report tokens. */
export const nothingCounted = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
