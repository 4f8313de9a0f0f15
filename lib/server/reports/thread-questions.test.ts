import type { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { ToThread } from "./thread-messages.ts";
import { ThreadQuestions } from "./thread-questions.ts";

/** The pieces in which a thread is handed an answer of these parts. */
async function piecesOf(parts: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const { promise, resolve } = Promise.withResolvers<ToThread>();
  const thread = { postMessage: resolve } as unknown as Worker;
  const questions = new ThreadQuestions(thread, async () => new Response(new Blob([...parts] as BlobPart[]).stream()));
  questions.take({ kind: "ask", id: 1, url: "https://x.dev", method: "GET", headers: {}, body: null });
  const told = await promise;
  const pieces: Uint8Array[] = [];
  if (told.kind === "answer") for await (const piece of told.body ?? []) pieces.push(piece);
  return pieces;
}

it("an answer comes in few pieces, whole and in order, a short one in one", async () => {
  const parts = Array.from({ length: 200 }, (_, at) => new Uint8Array(10_000).fill(at));
  const pieces = await piecesOf(parts);
  expect(Buffer.concat(pieces).equals(Buffer.concat(parts))).toBe(true);
  expect(pieces.slice(0, -1).every(({ length }) => length >= 256 * 1024)).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  expect((await piecesOf([new Uint8Array(10)])).map(({ length }) => length)).toEqual([10]);
  expect(await piecesOf([])).toEqual([]);
});
