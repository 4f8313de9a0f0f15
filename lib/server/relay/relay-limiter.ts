import { RateLimiterRes } from "rate-limiter-flexible";
import { FailureError } from "#lib/failure.ts";
import { countInMemory, type Rate } from "#lib/server/store/counts.ts";

export interface RelayLimits {
  /** What one page may ask, answered from here or by a host. */
  readonly session: Rate;
  /** What hosts are asked by all pages together: answers given again are not counted. */
  readonly host: Rate;
  /** Readers at once. */
  readonly readers: number;
  /** Requests to hosts at once, in all and to one. */
  readonly open: number;
  readonly openPerHost: number;
}

/**
 * Sized for five hundred pages behind one address that open one repository at the same moment, and for a hundred that
 * open each another one, at some four requests each; a loop does not pass. Addresses of visitors are not counted, since a
 * school has only one.
 */
export const defaultLimits: RelayLimits = {
  session: { points: 120, duration: 60 },
  host: { points: 600, duration: 60 },
  readers: 2000,
  open: 128,
  openPerHost: 64,
};

/** Who may ask now. Each method counts, takes a place, and returns what gives it back (once; further calls do nothing). */
export interface RelayLimiter {
  /**
   * For a page's request.
   * @param session an opaque id the page chose; all that send none are one.
   * @throws FailureError `rate-limited`, with the time from which asking again makes sense.
   */
  admit(host: string, session: string | undefined): Promise<() => void>;
  /** For a request to a host. @throws FailureError as `admit` does. */
  enter(host: string): Promise<() => void>;
}

/** Rates are counted by what `countRate` makes, places in this process. */
export function createRelayLimiter(limits: RelayLimits = defaultLimits, countRate = countInMemory): RelayLimiter {
  const sessions = countRate("relay-session", limits.session);
  const hosts = countRate("relay-host", limits.host);
  const readers = countPlaces(limits.readers, limits.readers);
  const requests = countPlaces(limits.open, limits.openPerHost);
  return {
    admit: (host, session = "none") => enter(readers.take("all"), () => sessions.consume(session), host),
    enter: (host) => enter(requests.take(host), () => hosts.consume(host), host),
  };
}

/** Takes the place before it counts, as others come in meanwhile. */
async function enter(leave: (() => void) | undefined, count: () => Promise<unknown>, host: string) {
  if (!leave) throw refusal(host, placeSeconds * 1000);
  try {
    await count();
    return leave;
  } catch (error) {
    leave();
    throw error instanceof RateLimiterRes ? refusal(host, error.msBeforeNext) : error;
  }
}

/** When a place may have come free, in seconds. */
const placeSeconds = 5;

function refusal(host: string, milliseconds: number): FailureError {
  const seconds = Math.ceil((Date.now() + milliseconds) / 1000);
  return new FailureError({ code: "rate-limited", host, retryAt: new Date(seconds * 1000).toISOString() });
}

function countPlaces(limit: number, limitPerKey: number) {
  const taken = new Map<string, number>();
  let total = 0;
  const change = (key: string, by: 1 | -1) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
    total += by;
  };
  return {
    /** @returns what gives the place back, `undefined` when none is free */
    take(key: string): (() => void) | undefined {
      if (total >= limit || (taken.get(key) ?? 0) >= limitPerKey) return undefined;
      change(key, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(key, -1);
        isTaken = false;
      };
    },
  };
}
