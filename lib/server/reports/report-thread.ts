/** Makes reports in a thread of its own (`report-threads.ts`), so that what somebody asks for holds up no one else's answers. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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

// V8 hands it to contexts that are made from now on, and to no others.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function make(job: ReportJob): Promise<void> {
  await tellOf(job);
  // Nothing of a report is needed for the next, and V8 left to itself keeps it until well into that one: the server would have
  // room for both. The answer is on its way by now.
  setImmediate(collectGarbage);
}

async function tellOf({ name, source, bounds }: ReportJob): Promise<void> {
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
