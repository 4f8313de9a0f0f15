import { nextTask } from "#lib/async/slices.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";
import type { OpenLab } from "./open-lab.ts";

/**
 * Fetches the lab: what opens a workspace, and then what draws it. Rejects with what `failureOf` knows when the network is
 * cut, and may be called again.
 */
export async function fetchLab(): Promise<(visit: Visit) => OpenLab> {
  const { fetchPanels, openLab } = await import("./open-lab.ts");
  // Evaluating it was work enough for one task.
  await nextTask();
  void fetchPanels().catch(() => undefined);
  return openLab;
}

/** Begins to fetch what the lab is going to need, and to try it. What fails is fetched again where it is needed. */
export function prepareLab(): void {
  void fetchLab()
    .then(() => import("./open-lab.ts"))
    .then(({ rehearse }) => void rehearse())
    .catch(() => undefined);
  // The skills that come with a harness, which every workspace shows.
  void import("#lib/upload/sample.ts").then(({ prepareSample }) => prepareSample("bundled")).catch(() => undefined);
}
