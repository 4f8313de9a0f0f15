import { LRUCache } from "lru-cache";

/** A host's complete answer, which may be given to others as well. */
export interface KeptAnswer {
  /** The address that the repository has moved to, without `.git`. */
  readonly movedTo: string | undefined;
  /** In the pieces that arrived: joining an answer of 30 MB would hold it twice for a moment. */
  readonly chunks: readonly Uint8Array[];
  /** When the answer expires, in milliseconds since 1970. */
  readonly until: number;
}

export interface KeepingBounds {
  /** The most bytes of all answers together, and of a single one. */
  readonly totalBytes: number;
  readonly answerBytes: number;
  readonly answers: number;
}

/** The memory that a chunk takes: a host may send its answer in pieces of one byte. */
export function memoryOf(chunk: Uint8Array): number {
  return chunk.length + 256;
}

/** Room for the packs of a school's lessons; a server with half a gigabyte can spare it. */
export const defaultKeeping: KeepingBounds = {
  totalBytes: 64 * 1024 * 1024,
  answerBytes: 32 * 1024 * 1024,
  answers: 500,
};

/** The answers kept in this process, the last used longest. Answers go in and out by reference, never copied. */
export interface KeptAnswers {
  get(key: string): KeptAnswer | undefined;
  /** Ignores answers that are too large or too old to keep. */
  set(key: string, answer: KeptAnswer): void;
}

/**
 * Answers kept where other processes find them. Neither method rejects: an unreachable store finds and takes nothing.
 */
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
    // Reads the clock at every request, as requests are few and tests set it.
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
