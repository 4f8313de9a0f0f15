import { LRUCache } from "lru-cache";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** So many requests, in so many seconds from the first of them. */
export interface Rate {
  readonly points: number;
  readonly duration: number;
}

/**
 * Makes what counts by key. Counts of one name are the same counts, wherever they are kept. A count that is taken back
 * (`reward`, or `penalty` of less than nothing) to nothing is forgotten with its key.
 */
export type CountRate = (name: string, rate: Rate) => RateLimiterAbstract;

/**
 * Keys that are counted at a time under one name; who asked least lately is forgotten first. Keys such as session ids
 * come from outside and cost nothing to invent, so what holds against ill will is a rate by network address beside
 * them: one that lets fewer keys through in a duration than these cannot be used to have others forgotten.
 */
export const keysCounted = 10_000;

/** Counts of this process. */
export const countInMemory: CountRate = (name, rate) => new BoundedCounts({ keyPrefix: name, ...rate });

/** Counts; where a rate is used up, throws what `refusal` makes of the milliseconds until it is not. */
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

/** `RateLimiterMemory`, but for its memory, which grows with every key it is given for as long as the duration. */
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
