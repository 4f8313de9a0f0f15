import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { createGitHttp, type GitHttpAnswer } from "./git-http.ts";

const idleMs = 40;

/** The answer of a host that sends these pieces after so many milliseconds each. */
function answerOf(pieces: readonly (readonly [text: string, afterMs: number])[]): Promise<GitHttpAnswer> {
  const left = pieces.values();
  const body = (signal: AbortSignal): UnderlyingDefaultSource<Uint8Array> => ({
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
    async pull(controller) {
      const [text, afterMs] = left.next().value ?? [];
      await wait(afterMs);
      if (signal.aborted) return;
      if (text === undefined) controller.close();
      else controller.enqueue(Buffer.from(text));
    },
  });
  const http = createGitHttp({
    fetch: async (_, init) => {
      const stream = new ReadableStream(body(init?.signal as AbortSignal), { highWaterMark: 0 });
      return new Response(stream, { headers: { "content-type": "application/x-git-upload-pack-result" } });
    },
    toAddress: (url) => url,
    signal: new AbortController().signal,
    idleMs,
    onBytes: () => undefined,
  });
  return http({ url: "https://git.example/acme/skills.git/git-upload-pack", method: "POST", headers: {} });
}

it("takes a host's silence for a cut", async () => {
  const { body } = await answerOf([
    ["a", 0],
    ["b", 10 * idleMs],
  ]);
  await body.next();
  await expect(body.next()).rejects.toMatchObject({ failure: { code: "network-cut", host: "git.example" } });
});

it("waits as long as its own reader takes with a piece", async () => {
  const { body } = await answerOf([
    ["a", 0],
    ["b", 0],
  ]);
  await body.next();
  await wait(3 * idleMs);
  expect((await body.next()).value).toEqual(Buffer.from("b"));
  expect((await body.next()).done).toBe(true);
});
