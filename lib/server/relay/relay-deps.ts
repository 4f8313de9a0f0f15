import { Agent } from "undici";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import type { RelayDeps } from "./git-relay.ts";
import { guardedConnector } from "./guarded-connector.ts";
import { defaultAnswers, RelayAnswers } from "./relay-answers.ts";
import { createRelayLimiter, defaultLimits } from "./relay-limiter.ts";
import { defaultBounds } from "./relay-upstream.ts";

/** One per process: connections are kept for the next request to the same host, limits and answers are for all. */
const dispatchers = { guarded: new Agent({ connect: guardedConnector() }), open: new Agent() };
let parts: Promise<Pick<RelayDeps, "limiter" | "answers">> | undefined;

/** What the route relays with; the environment is read anew, so that a change needs no other code. */
export async function relayDeps(): Promise<RelayDeps> {
  parts ??= createParts();
  return { ...(await parts), dispatchers, bounds: defaultBounds, now: Date.now, allow: process.env.GIT_RELAY_ALLOW };
}

async function createParts() {
  const store = await sharedStore(process.env.REDIS_URL);
  return {
    limiter: createRelayLimiter(defaultLimits, store.countRate),
    answers: new RelayAnswers({ ...defaultAnswers, shared: store.answers }),
  };
}
