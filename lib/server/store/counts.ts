import { LRUCache } from "lru-cache";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** This many requests, within this many seconds from the first. */
export interface Rate {
  readonly points: number;
  readonly duration: number;
}

/**
 * Creates a counter by key. Counters of the same name share their counts, wherever they are stored. A count that is
 * reduced to zero (`reward`, or a negative `penalty`) is forgotten with its key.
 */
export type CountRate = (name: string, rate: Rate) => RateLimiterAbstract;

/**
 * The most keys counted under one name; the one that asked longest ago is forgotten first. Keys such as session ids
 * come from outside and cost nothing to invent. So each needs a rate by network address beside it, against abuse: where
 * that lets fewer keys through per duration than this number, no one can have others' counts forgotten.
 */
export const keysCounted = 10_000;

/** Counters of this process. */
export const countInMemory: CountRate = (name, rate) => new BoundedCounts({ keyPrefix: name, ...rate });

/** Counts; where a rate is used up, throws what `refusal` returns for the milliseconds until it is available again. */
export async function countOrRefuse(
  count: () => Promise<unknown>,
  refusal: (milliseconds: number) => Error,
): Promise<void> {
  try {
    await count();
  } catch (caught) {
    throw caught instanceof RateLimiterRes ? refusal(caught.msBeforeNext) : caught;
  }
}

type Key = string | number;

/** `RateLimiterMemory` with bounded memory: the original grows with every key for as long as the duration. */
class BoundedCounts extends RateLimiterMemory {
  readonly #keys = new LRUCache<string, true>({ max: keysCounted, dispose: (_, key) => this.#forget(key) });

  override consume(key: Key, points?: number): Promise<RateLimiterRes> {
    this.#keys.set(String(key), true);
    return super.consume(key, points);
  }

  override async penalty(key: Key, points?: number): Promise<RateLimiterRes> {
    this.#keys.set(String(key), true);
    return this.#unlessNothing(key, await super.penalty(key, points));
  }

  override async reward(key: Key, points?: number): Promise<RateLimiterRes> {
    this.#keys.set(String(key), true);
    return this.#unlessNothing(key, await super.reward(key, points));
  }

  override set(key: Key, points: number, seconds: number): Promise<RateLimiterRes> {
    this.#keys.set(String(key), true);
    return super.set(key, points, seconds);
  }

  override block(key: Key, seconds: number): Promise<RateLimiterRes> {
    this.#keys.set(String(key), true);
    return super.block(key, seconds);
  }

  #unlessNothing(key: Key, result: RateLimiterRes): RateLimiterRes {
    if (result.consumedPoints <= 0) this.#keys.delete(String(key));
    return result;
  }

  #forget(key: string): void {
    void super.delete(key);
  }
}
