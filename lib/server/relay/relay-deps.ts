import { Agent } from "undici";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import type { RelayDeps } from "./git-relay.ts";
import { guardedConnector } from "./guarded-connector.ts";
import type { KeepingBounds } from "./kept-answers.ts";
import { defaultAnswers, RelayAnswers } from "./relay-answers.ts";
import { createRelayLimiter, defaultLimits } from "./relay-limiter.ts";
import { defaultBounds } from "./relay-upstream.ts";

/** One per process: connections are reused for the next request to the same host, limits and answers are shared. */
const dispatchers = { guarded: new Agent({ connect: guardedConnector() }), open: new Agent() };
let parts: ReturnType<typeof createParts> | undefined;

/**
 * The relay's dependencies, for the route and for this server's own reports: the guard and the limits are the same.
 * Reads the environment each time, so that changes take effect.
 */
export async function relayDeps(asker: RelayDeps["asker"] = "page"): Promise<RelayDeps> {
  parts ??= createParts();
  const { limiter, ofPages, ofReports } = await parts;
  const answers = asker === "page" ? ofPages : ofReports;
  const allow = process.env.GIT_RELAY_ALLOW;
  return { asker, limiter, answers, dispatchers, bounds: defaultBounds, now: Date.now, allow };
}

/**
 * Kept for reports: refs and lists of folders. Reports themselves are kept, so nobody requests their files again, which
 * would displace the packs that a class shares, and take as much memory.
 */
const reportKeeping: KeepingBounds = { totalBytes: 4 * 1024 * 1024, answerBytes: 512 * 1024, answers: 500 };

async function createParts() {
  const { countRate, answers: shared } = await sharedStore(process.env.REDIS_URL);
  return {
    limiter: createRelayLimiter(defaultLimits, countRate),
    ofPages: new RelayAnswers({ ...defaultAnswers, shared }),
    ofReports: new RelayAnswers({ ...defaultAnswers, keeping: reportKeeping, heldBytes: 4 * 1024 * 1024, shared }),
  };
}
