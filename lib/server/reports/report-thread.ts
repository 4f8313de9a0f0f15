/**
 * Makes reports in a thread of its own (`report-threads.ts`), so that one visitor's report does not delay other
 * answers.
 */
import { parentPort, workerData } from "node:worker_threads";
import { FailureError, failureOf } from "#lib/failure.ts";
import { Judge, type JudgeOptions } from "./judge.ts";
import { makeBrief, makeReport } from "./make-report.ts";
import type { FromThread, ReportJob, ToThread } from "./thread-messages.ts";

const port = parentPort;
if (!port) throw new Error("This is the code of a thread.");

const judge = new Judge(workerData as JudgeOptions);

const tell = (message: FromThread) => port.postMessage(message);

type Answer = Extract<ToThread, { readonly id: number }>;

/** The next message of the server for each question, by the question's id. */
const waiting = new Map<number, (answer: Answer) => void>();
let lastId = 0;

port.on("message", (message: ToThread) => {
  if (message.kind === "make") void make(message.job);
  else waiting.get(message.id)?.(message);
});

async function make({ name, bounds, ...pinned }: ReportJob): Promise<void> {
  try {
    const deps = { fetch: ask, bounds, judge: (...asked: Parameters<Judge["ask"]>) => judge.ask(...asked) };
    const made = await (name === "brief" ? makeBrief : makeReport)(pinned, deps);
    const text = JSON.stringify(made);
    if (text.length > bounds.characters) throw new FailureError({ code: "report-refused", why: "large" });
    tell({ kind: "made", text });
  } catch (caught) {
    const failure = failureOf(caught);
    if (failure) tell({ kind: "failed", failure });
    else tell({ kind: "broken", message: caught instanceof Error ? (caught.stack ?? caught.message) : String(caught) });
  }
}

/** A `fetch` that the server carries out. As usual, aborting the request also ends its answer. */
const ask: typeof fetch = async (input, { signal, ...init } = {}) => {
  const id = ++lastId;
  const body = init.body instanceof Uint8Array ? new Uint8Array(init.body) : null;
  const headers = Object.fromEntries(new Headers(init.headers));
  const answer = await answerTo(id, signal, {
    kind: "ask",
    id,
    url: String(input),
    method: init.method ?? "GET",
    headers,
    body,
  });
  if (answer.kind !== "answer") throw new TypeError("fetch failed");
  const { status, hasBody } = answer;
  return new Response(hasBody ? bodyOf(id, signal) : null, { status, headers: answer.headers });
};

/** The body of an answer. Each piece is requested when the one before is read. */
function bodyOf(id: number, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const answer = await answerTo(id, signal, { kind: "more", id });
        if (answer.kind !== "piece") controller.error(new TypeError("terminated"));
        else if (answer.bytes) controller.enqueue(answer.bytes);
        else controller.close();
      },
      cancel: () => tell({ kind: "leave", id }),
    },
    { highWaterMark: 2 },
  );
}

/**
 * The server's next message about the question `id` after it gets `message`. Rejects as `fetch` does once `signal` is
 * aborted.
 */
async function answerTo(id: number, signal: AbortSignal | null | undefined, message: FromThread): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const leave = () => {
    tell({ kind: "leave", id });
    reject(new DOMException("Nobody waits any more.", "AbortError"));
  };
  waiting.set(id, resolve);
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted) leave();
  else tell(message);
  try {
    return await promise;
  } finally {
    waiting.delete(id);
    signal?.removeEventListener("abort", leave);
  }
}
