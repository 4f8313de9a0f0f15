import { parentPort, workerData } from "node:worker_threads";
import { failureOf } from "#lib/failure.ts";
import { type Report, writeReport } from "#lib/report/shape.ts";
import { type Brief, makeBrief, makeReport } from "./make-report.ts";
import { relayedAddress, type ThreadAnswer, type ThreadMessage, type ThreadTask } from "./thread-messages.ts";

/**
 * Makes one report in a thread of its own (`run-thread.ts`), which can be ended in the middle of whatever a repository makes of
 * it, and is started without the server's environment.
 */
const { kind, source, spending } = workerData as ThreadTask;

interface Asked {
  readonly signal: AbortSignal | undefined;
  answer(response: Response): void;
}

const asked = new Map<number, Asked>();
let questions = 0;

parentPort?.on("message", ({ id, status, headers, body }: ThreadAnswer) => {
  const { signal, answer } = asked.get(id) ?? {};
  asked.delete(id);
  // Whoever no longer wants it ends it, as with `fetch` itself.
  const wanted = body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), signal && { signal }) ?? null;
  answer?.(new Response(wanted, { status, headers }));
});

const askServer: typeof fetch = (input, { method = "GET", headers, body, signal } = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const id = questions++;
  asked.set(id, { signal: signal ?? undefined, answer: resolve });
  signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  const sent = body ? { body: body as Uint8Array<ArrayBuffer> } : {};
  tell({ kind: "ask", id, question: { url: String(input), method, headers: [...new Headers(headers)], ...sent } });
  return promise;
};

function tell(message: ThreadMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const environment = {
  fetch: askServer,
  toAddress: relayedAddress,
  // Whoever started the thread ends it.
  signal: new AbortController().signal,
  idleMs: 60_000,
  spending,
  onFetched: () => tell({ kind: "fetched" }),
};

async function make(): Promise<string> {
  if (kind === "report") return writeReport((await makeReport(source, environment)) satisfies Report);
  return JSON.stringify((await makeBrief(source, environment)) satisfies Brief);
}

make().then(
  (text) => {
    const json = new TextEncoder().encode(text);
    tell({ kind: "made", json }, [json.buffer]);
  },
  (caught) => {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    tell({ kind: "failed", failure });
  },
);
