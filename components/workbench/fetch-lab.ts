import { nextTask } from "#lib/async/slices.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";
import type { OpenLab } from "./open-lab.ts";

/**
 * Fetches the lab: the code that opens a workspace, then the code that draws it. Rejects with a failure that `failureOf` knows when the
 * network fails, and may be called again.
 */
export async function fetchLab(): Promise<(visit: Visit) => OpenLab> {
  // So the build leaves the lab out of the server, which never opens one.
  if (typeof window === "undefined") return new Promise(() => undefined);
  const { fetchPanels, fetchChecks, openLab } = await import("./open-lab.ts");
  // Evaluating that module was enough work for one task.
  await nextTask();
  void fetchPanels().catch(() => undefined);
  if (await keepsSomething()) await fetchChecks();
  return openLab;
}

/**
 * Begins to fetch what every lab needs, and warms it up, while a person decides what to open. Whatever fails is fetched again where it is
 * needed.
 */
export function prepareLab(): void {
  void fetchLab()
    .then(() => import("./open-lab.ts"))
    .then(({ rehearse }) => rehearse())
    .catch(() => undefined);
  // The bundled skills, which every workspace shows.
  void import("#lib/upload/sample.ts").then(({ prepareSample }) => prepareSample("bundled")).catch(() => undefined);
}

/** Begins to fetch what the lab at `path` needs, which is opened as soon as it is there. Fails like `prepareLab`. */
export function prepareLabAt(path: string): void {
  if (namesRepository(path)) void prepareFirstClone().catch(() => undefined);
  void fetchLab().catch(() => undefined);
}

/** Whether this browser keeps anything of this site. */
async function keepsSomething(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).length > 0;
  } catch {
    // Refused where the browser stores nothing.
    return false;
  }
}

/** Whether the address is one of a repository, or of a lesson in one. Reading it properly takes code that is not here yet. */
function namesRepository(path: string): boolean {
  return /^\/(?:w\/)?(?:gh|gl|cb|bb|git)\//.test(path);
}

/** Starts the cloning worker where this browser keeps nothing of this site, and so not what the address names either. */
async function prepareFirstClone(): Promise<void> {
  if (await keepsSomething()) return;
  const { prepareClone } = await import("#lib/git/clone/clone.ts");
  prepareClone();
}
