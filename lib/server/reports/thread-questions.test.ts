import type { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { ToThread } from "./thread-messages.ts";
import { ThreadQuestions } from "./thread-questions.ts";

/** Plays a thread: asks for `response` and reads its whole body, piece by piece. */
async function piecesOf(response: () => Response): Promise<{ pieces: Uint8Array[]; end: ToThread["kind"] }> {
  const told: ToThread[] = [];
  let arrived = Promise.withResolvers<void>();
  const thread = {
    postMessage(message: ToThread) {
      told.push(message);
      arrived.resolve();
    },
  } as unknown as Worker;
  const next = async () => {
    await arrived.promise;
    arrived = Promise.withResolvers();
    return told.at(-1) as ToThread;
  };
  const questions = new ThreadQuestions(thread, async () => response());
  questions.take({ kind: "ask", id: 1, url: "https://x.dev", method: "GET", headers: {}, body: null });
  expect(await next()).toMatchObject({ kind: "answer", id: 1, status: 200, hasBody: true });
  const pieces: Uint8Array[] = [];
  for (;;) {
    expect(told).toHaveLength(pieces.length + 1);
    questions.take({ kind: "more", id: 1 });
    const message = await next();
    if (message.kind !== "piece" || !message.bytes) return { pieces, end: message.kind };
    pieces.push(message.bytes);
  }
}

const streamed = (parts: Iterable<Uint8Array>) => () => {
  const ahead = parts[Symbol.iterator]();
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { value, done } = ahead.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new Response(new ReadableStream({ pull }));
};

it("an answer comes in few pieces as they are asked for, whole and in order, a short one in one", async () => {
  const parts = Array.from({ length: 200 }, (_, at) => new Uint8Array(10_000).fill(at));
  const { pieces, end } = await piecesOf(streamed(parts));
  expect(end).toBe("piece");
  expect(Buffer.concat(pieces).equals(Buffer.concat(parts))).toBe(true);
  expect(pieces.slice(0, -1).every(({ length }) => length >= 256 * 1024)).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  expect((await piecesOf(streamed([new Uint8Array(10)]))).pieces.map(({ length }) => length)).toEqual([10]);
  expect((await piecesOf(streamed([]))).pieces).toEqual([]);
});

it("what a host sent stays the relay's: others may be reading it", async () => {
  const part = new Uint8Array(300_000);
  const { pieces } = await piecesOf(streamed([part]));
  expect(pieces[0]?.buffer).not.toBe(part.buffer);
});

it("an answer that breaks off is told as such, behind what has come of it", async () => {
  function* broken() {
    yield new Uint8Array(300_000);
    throw new Error("cut");
  }
  const { pieces, end } = await piecesOf(streamed(broken()));
  expect(pieces).toHaveLength(1);
  expect(end).toBe("broken-off");
});

it("a thread that leaves ends the request, and one that has ended its job all of them", async () => {
  const stopped: string[] = [];
  const thread = { postMessage: () => undefined } as unknown as Worker;
  const questions = new ThreadQuestions(thread, (input, init) => {
    init?.signal?.addEventListener("abort", () => stopped.push(String(input)));
    return new Promise(() => undefined);
  });
  for (const [at, url] of ["https://a.dev", "https://b.dev", "https://c.dev"].entries())
    questions.take({ kind: "ask", id: at, url, method: "GET", headers: {}, body: null });
  questions.take({ kind: "leave", id: 1 });
  expect(stopped).toEqual(["https://b.dev"]);
  questions.end();
  expect(stopped).toEqual(["https://b.dev", "https://a.dev", "https://c.dev"]);
});
