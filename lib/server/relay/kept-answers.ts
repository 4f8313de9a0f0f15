import { LRUCache } from "lru-cache";

/** A host's whole answer, to be given to others as well. */
export interface KeptAnswer {
  /** The address that the repository has moved to, without `.git`. */
  readonly movedTo: string | undefined;
  /** As it came: an answer of 30 MB in one piece would be there twice while it is put together. */
  readonly chunks: readonly Uint8Array[];
  /** The time from which it is no longer given, in milliseconds since 1970. */
  readonly until: number;
}

export interface KeepingBounds {
  /** Of all answers together, and of the largest that is kept. */
  readonly totalBytes: number;
  readonly answerBytes: number;
  readonly answers: number;
}

/** What bytes take in memory: a host may send its answer in pieces of one. */
export function memoryOf(chunk: Uint8Array): number {
  return chunk.length + 256;
}

/** Room for the packs of a school's lessons; a server of half a gigabyte can spare it. */
export const defaultKeeping: KeepingBounds = {
  totalBytes: 64 * 1024 * 1024,
  answerBytes: 32 * 1024 * 1024,
  answers: 500,
};

/** The answers of this process: those used last stay. Answers are handed out and taken in as they are, never copied. */
export interface KeptAnswers {
  get(key: string): KeptAnswer | undefined;
  /** Leaves alone what is too large or too old to keep. */
  set(key: string, answer: KeptAnswer): void;
}

/** Answers kept where other processes find them. Neither method rejects: a store out of reach has and takes nothing. */
export interface SharedAnswers {
  get(key: string): Promise<KeptAnswer | undefined>;
  set(key: string, answer: KeptAnswer): Promise<void>;
}

/** @param now milliseconds since 1970 */
export function keepInMemory(bounds: KeepingBounds, now: () => number): KeptAnswers {
  const answers = new LRUCache<string, KeptAnswer>({
    max: bounds.answers,
    maxSize: bounds.totalBytes,
    maxEntrySize: bounds.answerBytes,
    sizeCalculation: ({ chunks }) => 1 + chunks.reduce((sum, chunk) => sum + memoryOf(chunk), 0),
    perf: { now },
    // Looks at the clock at every request, as requests are few and tests set it.
    ttlResolution: 0,
  });
  return {
    get: (key) => answers.get(key),
    set(key, answer) {
      const ttl = answer.until - now();
      if (ttl > 0) answers.set(key, answer, { ttl });
    },
  };
}
