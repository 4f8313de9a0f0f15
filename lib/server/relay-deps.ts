import { Agent } from "undici";
import type { RelayDeps } from "./git-relay.ts";
import { guardedConnector } from "./guarded-connector.ts";
import { createMemoryLimiter } from "./relay-limiter.ts";
import { defaultBounds } from "./relay-upstream.ts";

/** One per process: connections are kept for the next request to the same host, and limits count them all. */
const shared = {
  dispatchers: { guarded: new Agent({ connect: guardedConnector() }), open: new Agent() },
  limiter: createMemoryLimiter(),
  bounds: defaultBounds,
  now: Date.now,
};

/** What the route relays with; the environment is read anew, so that a change needs no other code. */
export function relayDeps(): RelayDeps {
  return { ...shared, allow: process.env.GIT_RELAY_ALLOW };
}
