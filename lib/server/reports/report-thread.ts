/** Makes reports in a thread of its own (`report-threads.ts`), so that what somebody asks for holds up no one else's answers. */
import { parentPort } from "node:worker_threads";
import { FailureError, failureOf } from "#lib/failure.ts";
import { makeBrief, makeReport } from "./make-report.ts";
import type { FromThread, ReportJob, ToThread } from "./thread-messages.ts";

const port = parentPort;
if (!port) throw new Error("This is the code of a thread.");

const tell = (message: FromThread) => port.postMessage(message);

const waiting = new Map<number, (answer: Extract<ToThread, { kind: "answer" | "unanswered" }>) => void>();
let lastId = 0;

port.on("message", (message: ToThread) => {
  if (message.kind === "make") void make(message.job);
  else waiting.get(message.id)?.(message);
});

async function make({ name, source, bounds }: ReportJob): Promise<void> {
  try {
    const made = await (name === "brief" ? makeBrief : makeReport)(source, { fetch: ask, bounds });
    const text = JSON.stringify(made);
    if (text.length > bounds.characters) throw new FailureError({ code: "report-refused", why: "large" });
    tell({ kind: "made", text });
  } catch (caught) {
    const failure = failureOf(caught);
    if (failure) tell({ kind: "failed", failure });
    else tell({ kind: "broken", message: caught instanceof Error ? (caught.stack ?? caught.message) : String(caught) });
  }
}

/** Has the server ask. */
const ask: typeof fetch = (input, init = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const id = ++lastId;
  const { signal } = init;
  const leave = () => {
    tell({ kind: "leave", id });
    reject(new DOMException("Nobody waits any more.", "AbortError"));
  };
  waiting.set(id, (answer) => {
    waiting.delete(id);
    signal?.removeEventListener("abort", leave);
    if (answer.kind === "unanswered") reject(new TypeError("fetch failed"));
    else resolve(responseOf(answer, signal));
  });
  signal?.addEventListener("abort", leave, { once: true });
  const body = init.body instanceof Uint8Array ? new Uint8Array(init.body) : null;
  const headers = Object.fromEntries(new Headers(init.headers));
  tell({ kind: "ask", id, url: String(input), method: init.method ?? "GET", headers, body });
  return promise;
};

/** As `fetch` does it: who aborts the request ends its answer, too. */
function responseOf(
  { status, headers, body }: Extract<ToThread, { kind: "answer" }>,
  signal: AbortSignal | null | undefined,
): Response {
  const read = body && signal ? body.pipeThrough(new TransformStream(), { signal }) : body;
  return new Response(read as globalThis.ReadableStream | null, { status, headers });
}
