import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { FailureError } from "#lib/failure.ts";
import { packLimits } from "#lib/git/pack/pack-budget.ts";
import { Deadline } from "#lib/server/relay/deadline.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { type AskingRelay, askRelay } from "./ask-relay.ts";
import type { ThreadAnswer, ThreadMessage, ThreadTask } from "./thread-messages.ts";

/** What the server does for one report: beyond it a person has the lab. */
export interface ReportBounds {
  /** Sent by the host, in bytes. */
  readonly bytes: number;
  /** Of all that this unpacks to. */
  readonly inflatedBytes: number;
  /** Of the report itself. */
  readonly jsonBytes: number;
  readonly milliseconds: number;
}

export const defaultReportBounds: ReportBounds = {
  bytes: 20 * 1024 * 1024,
  inflatedBytes: 64 * 1024 * 1024,
  jsonBytes: 8 * 1024 * 1024,
  milliseconds: 10_000,
};

/** Of V8's heap; what packs unpack to lies outside of it. */
const heap = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 } as const;

/** From where the server was started, as what Next has bundled knows no other place: built (`lib/tasks/report-thread.ts`), or as it is written. */
const threadFile = { built: ".next/report-thread.mjs", written: "lib/server/reports/report-thread.ts" } as const;

/**
 * Makes a report, or the counts of one, in a thread: what a stranger's repository costs is not paid by those who are served
 * meanwhile, and ends with its time. Resolves to JSON in UTF-8.
 * @throws FailureError `too-large` past the bounds, `network-cut` where the host used up the time
 */
export async function makeInThread(
  kind: ThreadTask["kind"],
  source: GitSource,
  { bounds, ...asking }: AskingRelay & { readonly bounds: ReportBounds },
): Promise<Uint8Array> {
  const { bytes, inflatedBytes, milliseconds } = bounds;
  const spending = { bytes, objects: packLimits.objects, inflatedBytes };
  const thread = startThread({ kind, source, spending });
  using deadline = new Deadline(milliseconds);
  const tooLarge = new FailureError({ code: "too-large", limit: bytes });
  const made = Promise.withResolvers<Uint8Array>();
  let received = 0;
  let late = new FailureError({ code: "network-cut", host: new URL(source.url).host });
  const count = (length: number) => {
    received += length;
    if (received > bytes) made.reject(tooLarge);
  };
  thread.on("message", (message: ThreadMessage) => {
    if (message.kind === "fetched") late = tooLarge;
    else if (message.kind === "failed") made.reject(new FailureError(message.failure));
    else if (message.kind === "made") made.resolve(message.json);
    else {
      const answering = askRelay(message.question, { ...asking, count, signal: deadline.signal });
      answering.then((answer) => answerThread(thread, message.id, answer)).catch(made.reject);
    }
  });
  thread.on("error", (error) => made.reject(isOutOfMemory(error) ? tooLarge : error));
  thread.on("exit", () => made.reject(new Error("The thread of a report ended without one.")));
  try {
    const json = await deadline.during(made.promise);
    if (json.length > bounds.jsonBytes) throw tooLarge;
    return json;
  } catch (caught) {
    throw caught === deadline.signal.reason ? late : caught;
  } finally {
    // Ends what is still asked for the thread, then the thread.
    deadline.cut(new DOMException("The report is over.", "AbortError"));
    await thread.terminate();
  }
}

function startThread(task: ThreadTask): Worker {
  const file = process.env.NODE_ENV === "production" ? threadFile.built : threadFile.written;
  // Not imported: Next would look for the file when it bundles this, and not find it.
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  return new Thread(join(/* turbopackIgnore: true */ process.cwd(), file), {
    workerData: task,
    name: "report",
    // The server's environment holds keys.
    env: {},
    execArgv: [],
    resourceLimits: heap,
  });
}

function answerThread(thread: Worker, id: number, { status, headers, body }: Response): void {
  const answer: ThreadAnswer = { id, status, headers: [...headers], body };
  thread.postMessage(answer, body ? [body as never] : []);
}

function isOutOfMemory(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
}
