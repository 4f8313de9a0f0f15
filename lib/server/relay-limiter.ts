import { FailureError } from "#lib/failure.ts";

/** A bucket holds up to `burst` requests and gains `perSecond` of them each second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

export interface LimiterOptions {
  readonly host: Rate;
  readonly session: Rate;
  /** Requests under way at once, in all and to one host. */
  readonly open: number;
  readonly openPerHost: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Sized for a classroom behind one address that opens one repository at the same moment: three requests for each of a
 * hundred browsers pass; a loop does not. Addresses of visitors are not counted, since a school has only one.
 */
export const defaultLimits: LimiterOptions = {
  host: { burst: 400, perSecond: 20 },
  session: { burst: 60, perSecond: 1 },
  open: 128,
  openPerHost: 64,
  now: Date.now,
};

/** Who may ask now. The one in memory counts for its process; a shared store would implement the same. */
export interface RelayLimiter {
  /**
   * Takes a place for one request and returns what gives it back (once; further calls do nothing).
   * @param session an opaque id the page chose; a page that sends none is bounded by the host's rate alone.
   * @throws FailureError `rate-limited`, with the time from which asking again makes sense.
   */
  enter(host: string, session: string | undefined): () => void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Names come from outside, so the oldest bucket makes room: memory is bounded, forgetting only forgives. */
const maxBuckets = 10_000;

export function createMemoryLimiter(options: LimiterOptions = defaultLimits): RelayLimiter {
  const buckets = new Map<string, Bucket>();
  const open = new Map<string, number>();
  let total = 0;

  /** Seconds until the bucket has a request to give; 0 when it gave one. */
  function wait(key: string, rate: Rate): number {
    const now = options.now();
    const last = buckets.get(key) ?? { tokens: rate.burst, at: now };
    const tokens = Math.min(rate.burst, last.tokens + ((now - last.at) / 1000) * rate.perSecond);
    const given = tokens >= 1 ? 1 : 0;
    buckets.delete(key);
    buckets.set(key, { tokens: tokens - given, at: now });
    const oldest = buckets.keys().next().value;
    if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest);
    return given ? 0 : (1 - tokens) / rate.perSecond;
  }

  function refuse(host: string, seconds: number): never {
    const retryAt = new Date(options.now() + Math.ceil(seconds) * 1000).toISOString();
    throw new FailureError({ code: "rate-limited", host, retryAt });
  }

  function changeOpen(host: string, by: 1 | -1): void {
    const count = (open.get(host) ?? 0) + by;
    if (count > 0) open.set(host, count);
    else open.delete(host);
    total += by;
  }

  return {
    enter(host, session) {
      if (total >= options.open || (open.get(host) ?? 0) >= options.openPerHost) refuse(host, 5);
      const seconds = (session && wait(`session ${session}`, options.session)) || wait(`host ${host}`, options.host);
      if (seconds > 0) refuse(host, seconds);
      changeOpen(host, 1);
      let entered = true;
      return () => {
        if (entered) changeOpen(host, -1);
        entered = false;
      };
    },
  };
}
