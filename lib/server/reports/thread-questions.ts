import type { Worker } from "node:worker_threads";
import { Progress } from "#lib/server/relay/deadline.ts";
import type { FromThread, ToThread } from "./thread-messages.ts";

/** One question of a thread, until its answer has been read or is no longer wanted. */
interface Asking {
  readonly stop: AbortController;
  /** Pieces of the body that have arrived and were not read yet. */
  pieces?: AsyncIterator<Uint8Array<ArrayBuffer>>;
}

/** Asks hosts on behalf of a thread, during one job. What the thread does not read is not requested. */
export class ThreadQuestions {
  readonly #thread: Worker;
  readonly #fetch: typeof fetch;
  readonly #open = new Map<number, Asking>();
  readonly #progress = new Progress();
  #waiting = 0;
  #isCut = false;

  constructor(thread: Worker, fetch: typeof globalThis.fetch) {
    this.#thread = thread;
    this.#fetch = fetch;
  }

  take(message: Extract<FromThread, { kind: "ask" | "more" | "leave" }>): void {
    if (message.kind === "ask") void this.#ask(message);
    else if (message.kind === "more") void this.#tellPiece(message.id);
    else this.#leave(message.id);
  }

  /** Ends all open requests, whose answers nobody wants any more. */
  end(): void {
    for (const id of [...this.#open.keys()]) this.#leave(id);
  }

  /** Whether requests were ended before they were answered. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /**
   * Ends all open requests as if the connections had broken: the thread's job fails, and the thread is free for the
   * next one.
   */
  cut(): void {
    this.#isCut = true;
    for (const [id, { pieces }] of [...this.#open]) {
      this.#leave(id);
      this.#tell({ kind: pieces ? "broken-off" : "unanswered", id });
    }
  }

  /** How far behind the hosts are that the thread waits for, in milliseconds; 0 while it waits for none. */
  behind(): number {
    return this.#waiting > 0 ? this.#progress.behind() : 0;
  }

  async #heard<Answer>(answer: Promise<Answer>): Promise<Answer> {
    if (this.#waiting++ === 0) this.#progress.rest();
    try {
      return await answer;
    } finally {
      this.#waiting--;
    }
  }

  #leave(id: number): void {
    this.#open.get(id)?.stop.abort();
    this.#open.delete(id);
  }

  async #ask({ id, url, method, headers, body }: Extract<FromThread, { kind: "ask" }>): Promise<void> {
    if (this.#isCut) return this.#tell({ kind: "unanswered", id });
    const asking: Asking = { stop: new AbortController() };
    const { signal } = asking.stop;
    this.#open.set(id, asking);
    try {
      const response = await this.#heard(this.#fetch(url, { method, headers, body, signal }));
      if (response.body) asking.pieces = largerPieces(response.body, (bytes) => this.#progress.add(bytes));
      else this.#open.delete(id);
      const { status } = response;
      const answer = { kind: "answer", id, status, hasBody: response.body !== null } as const;
      this.#tell({ ...answer, headers: Object.fromEntries(response.headers) });
    } catch (caught) {
      this.#open.delete(id);
      this.#tell({ kind: "unanswered", id });
      // Nobody waits here who could be told, and a thread's question must not end the server.
      if (!signal.aborted) process.emitWarning(`A report's question could not be asked: ${String(caught)}`);
    }
  }

  async #tellPiece(id: number): Promise<void> {
    try {
      const next = this.#open.get(id)?.pieces?.next();
      const { value, done } = (next && (await this.#heard(next))) ?? { done: true, value: undefined };
      if (done) this.#open.delete(id);
      this.#tell({ kind: "piece", id, bytes: done ? undefined : value }, value ? [value.buffer] : []);
    } catch {
      // The thread notices from the received part what is wrong with an answer.
      this.#open.delete(id);
      this.#tell({ kind: "broken-off", id });
    }
  }

  #tell(message: ToThread, handedOver: readonly ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, handedOver);
  }
}

/**
 * Bytes of a piece. Each piece takes two messages between the threads: sending a pack in the host's own pieces took an
 * eighth of a report's time.
 */
const pieceSize = 256 * 1024;

/** The body in larger, copied pieces that can be transferred: the relay may share the host's own pieces with others. */
async function* largerPieces(
  body: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    onBytes(part.length);
    parts.push(part);
    size += part.length;
    if (size < pieceSize) continue;
    yield joined(parts, size);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const piece = new Uint8Array(size);
  let end = 0;
  for (const part of parts) {
    piece.set(part, end);
    end += part.length;
  }
  return piece;
}
