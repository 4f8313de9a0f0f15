import { type Pace, PaceWatch } from "./deadline.ts";
import { memoryOf } from "./kept-answers.ts";

/** An answer that has begun. `chunks` must be read to the end, or abandoned by aborting the request's signal. */
export interface OpenedAnswer {
  /** The address that the repository has moved to, without `.git`. */
  readonly movedTo: string | undefined;
  /** Whether it is a stored answer: the host is not asked. */
  readonly isKept: boolean;
  /** Returns at its end whether the answer may be given to others as well. */
  readonly chunks: AsyncIterator<Uint8Array, boolean>;
}

/** One reader's view of an answer. */
export interface AnswerReader {
  /** Rejects with the reason when there is no answer. */
  readonly begun: Promise<Omit<OpenedAnswer, "chunks">>;
  /**
   * The next bytes, `undefined` after the last; rejects when the answer broke. Call it only when the previous call has
   * settled.
   */
  next(): Promise<Uint8Array | undefined>;
  /** Must be called once, however the reading ended. */
  leave(): void;
}

/** Memory that all flights together hold for later readers. A flight past the limit accepts no more readers. */
export interface HeldBytes {
  used: number;
  readonly limit: number;
}

export interface FlightOptions {
  readonly open: (signal: AbortSignal) => Promise<OpenedAnswer>;
  /** Whether readers may join later: everything that has arrived is held for them, as long as there is room. */
  readonly isShared: boolean;
  readonly held: HeldBytes;
  /** The pace required of readers that hold up others, once the flight is past its room. */
  readonly sharedPace: Pace;
  /** The flight accepts no more readers: it is over, abandoned, or past its room. */
  readonly onClosed: () => void;
  /**
   * A shared answer has ended and is complete; `chunks` are all of it. Not called for an answer that outgrew its room.
   */
  readonly onComplete: (answer: Pick<OpenedAnswer, "movedTo">, chunks: readonly Uint8Array[]) => void;
}

interface Position {
  /** The number of chunks read. */
  at: number;
  readonly onLost: () => void;
}

/**
 * One answer on its way to any number of readers, each at its own pace; the fastest sets the pace of the source. A late
 * reader gets what has arrived so far, then the rest. The source is abandoned when the last reader leaves, and its
 * failure fails every reader. A flight that accepts no more readers drops chunks that all have read, and then reads on
 * only when they have. So memory stays bounded, and the slowest reader sets the pace, down to `sharedPace`: a slower
 * one loses the answer, so that the others do not.
 */
export class AnswerFlight {
  readonly #options: FlightOptions;
  readonly #opened: Promise<OpenedAnswer>;
  readonly #giveUp = new AbortController();
  readonly #readers = new Set<Position>();
  #chunks: Uint8Array[] = [];
  /** The number of chunks dropped before those. */
  #dropped = 0;
  #isOpen: boolean;
  #hasEnded = false;
  /** The arrival that readers await; stays after a failure, for readers that get there later. */
  #arrival: Promise<void> | undefined;
  #drained: () => void = () => undefined;
  readonly #readersPace: PaceWatch;

  constructor(options: FlightOptions) {
    this.#options = options;
    this.#readersPace = new PaceWatch(options.sharedPace);
    this.#isOpen = options.isShared;
    this.#opened = options.open(this.#giveUp.signal);
    this.#opened.catch(() => this.#close());
  }

  /**
   * Adds a reader, from the first byte. Only before `onClosed`.
   * @param onLost called when the reader is too slow for the others; it gets no more then.
   */
  join(onLost: () => void): AnswerReader {
    const position: Position = { at: 0, onLost };
    this.#readers.add(position);
    return {
      begun: this.#opened,
      next: () => this.#next(position),
      leave: () => this.#leave(position),
    };
  }

  async #next(position: Position): Promise<Uint8Array | undefined> {
    while (position.at >= this.#dropped + this.#chunks.length) {
      if (this.#hasEnded) return undefined;
      this.#arrival ??= this.#pull();
      await this.#arrival;
    }
    const chunk = this.#chunks[position.at - this.#dropped];
    position.at++;
    this.#letGo();
    return chunk;
  }

  #leave(position: Position): void {
    this.#readers.delete(position);
    if (this.#readers.size === 0 && !this.#hasEnded) {
      this.#close();
      this.#giveUp.abort();
    }
    this.#letGo();
  }

  async #pull(): Promise<void> {
    const answer = await this.#opened;
    if (!this.#isOpen) await this.#allHaveRead();
    const next = await answer.chunks.next().catch((error: unknown) => {
      this.#close();
      throw error;
    });
    if (next.done) this.#end(answer, next.value);
    else this.#hold(next.value);
    this.#arrival = undefined;
  }

  #hold(chunk: Uint8Array): void {
    const { held } = this.#options;
    this.#chunks.push(chunk);
    held.used += memoryOf(chunk);
    if (held.used > held.limit) this.#close();
  }

  #end(answer: OpenedAnswer, isWhole: boolean): void {
    this.#hasEnded = true;
    if (!this.#isOpen) return;
    if (isWhole) this.#options.onComplete(answer, [...this.#chunks]);
    this.#close();
    this.#letGo();
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.onClosed();
  }

  #letGo(): void {
    if (this.#isOpen) return;
    const end = this.#dropped + this.#chunks.length;
    const slowest = Math.min(end, ...[...this.#readers].map(({ at }) => at));
    for (const chunk of this.#chunks.splice(0, slowest - this.#dropped)) this.#options.held.used -= memoryOf(chunk);
    this.#dropped = slowest;
    if (this.#chunks.length === 0) this.#drained();
  }

  async #allHaveRead(): Promise<void> {
    this.#letGo();
    if (this.#chunks.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    const start = performance.now();
    const timer = setTimeout(() => this.#loseSlowest(), Math.max(this.#readersPace.patience, 0));
    const bytes = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    await promise;
    clearTimeout(timer);
    this.#readersPace.add(bytes, performance.now() - start);
  }

  /** Drops the slowest reader. There are faster ones, or nobody would be waiting. */
  #loseSlowest(): void {
    const end = this.#dropped + this.#chunks.length;
    for (const position of [...this.#readers]) if (position.at < end) position.onLost();
  }
}
