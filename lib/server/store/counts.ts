import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";

/** So many requests, in so many seconds from the first of them. */
export interface Rate {
  readonly points: number;
  readonly duration: number;
}

/** Makes what counts by key. Counts of one name are the same counts, wherever they are kept. */
export type CountRate = (name: string, rate: Rate) => RateLimiterAbstract;

/** Counts of this process. Keys come from outside, so each is forgotten when its time is over. */
export const countInMemory: CountRate = (name, rate) => new RateLimiterMemory({ keyPrefix: name, ...rate });
