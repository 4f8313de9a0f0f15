import type { ReadableStream } from "node:stream/web";
import type { Worker } from "node:worker_threads";
import type { FromThread, ToThread } from "./thread-messages.ts";

/** Asks what a thread wants to know of hosts, for as long as it has one job. */
export class ThreadQuestions {
  readonly #thread: Worker;
  readonly #fetch: typeof fetch;
  readonly #open = new Map<number, AbortController>();

  constructor(thread: Worker, fetch: typeof globalThis.fetch) {
    this.#thread = thread;
    this.#fetch = fetch;
  }

  take(message: Extract<FromThread, { kind: "ask" | "leave" }>): void {
    if (message.kind === "leave") this.#open.get(message.id)?.abort();
    else void this.#ask(message);
  }

  /** Leaves the hosts whose answers nobody waits for any more. */
  end(): void {
    for (const asking of this.#open.values()) asking.abort();
  }

  async #ask({ id, url, method, headers, body }: Extract<FromThread, { kind: "ask" }>): Promise<void> {
    const asking = new AbortController();
    this.#open.set(id, asking);
    try {
      const response = await this.#fetch(url, { method, headers, body, signal: asking.signal });
      this.#answer(id, response);
    } catch (caught) {
      this.#tell({ kind: "unanswered", id });
      // Nobody waits here who could be told, and a thread's question must not end the server.
      if (!asking.signal.aborted) process.emitWarning(`A report's question could not be asked: ${String(caught)}`);
    }
  }

  #answer(id: number, { status, headers, body }: Response): void {
    const stream = (body?.pipeThrough(inLargerPieces()) ?? null) as ReadableStream<Uint8Array> | null;
    this.#tell({ kind: "answer", id, status, headers: Object.fromEntries(headers), body: stream }, stream);
  }

  #tell(message: ToThread, handedOver?: ReadableStream | null): void {
    this.#thread.postMessage(message, handedOver ? [handedOver] : []);
  }
}

/** Bytes of a piece. Each takes a question and an answer between the threads: a pack in those of a host's took an eighth of a report's time. */
const pieceSize = 256 * 1024;

function inLargerPieces(): TransformStream<Uint8Array, Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  return new TransformStream({
    transform(part, controller) {
      parts.push(part);
      size += part.length;
      if (size < pieceSize) return;
      controller.enqueue(Buffer.concat(parts));
      [parts, size] = [[], 0];
    },
    flush(controller) {
      if (size > 0) controller.enqueue(Buffer.concat(parts));
    },
  });
}
