import { nextTask } from "#lib/async/slices.ts";
import type { Visit } from "#lib/workspace/open/arrive.ts";
import type { OpenLab } from "./lab.tsx";

/**
 * Fetches the lab: what opens a workspace, and what draws it. One part, as neither is of use without the other and they share
 * much. Rejects with what `failureOf` knows when the network is cut, and may be called again.
 */
export async function fetchLab(): Promise<(visit: Visit) => OpenLab> {
  const { openLab } = await import("./lab.tsx");
  // Evaluating it was work enough for one task.
  await nextTask();
  return openLab;
}

/** Begins to fetch what the lab is going to need. What fails is fetched again where it is needed. */
export function prepareLab(): void {
  void fetchLab().catch(() => undefined);
  // The skills that come with a harness, which every workspace shows.
  void import("#lib/upload/sample.ts").then(({ prepareSample }) => prepareSample("bundled")).catch(() => undefined);
}
