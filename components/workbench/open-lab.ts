import type { ReactNode } from "react";
import { failureOf } from "#lib/failure.ts";
import { openWorkspace } from "#lib/workspace/open-workspace.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";

export interface OpenLab {
  /**
   * Fetches the code that draws the workspace, and renders it. Rejects with a failure that `failureOf` knows when the network fails; may be
   * called again.
   */
  draw(): Promise<ReactNode>;
  /** Resolves when everything is saved; never rejects. */
  close(): Promise<void>;
}

/**
 * Fetches the code that draws a workspace. Separate, and fetched while the workspace opens: evaluating both at once would block the page.
 */
export function fetchPanels() {
  return import("./lab.tsx");
}

/** Fetches the code that checks a stored workspace. Separate, because most pages open what was never stored. */
export function fetchChecks() {
  return import("#lib/keeping/check-stored.ts");
}

const opening = new AbortController();
let isRehearsed = false;

/**
 * Runs the code that evaluates skills once, so that the browser compiles it; stops when a workspace is opened. Does not reject because of
 * that, but when the network fails.
 */
export async function rehearse(): Promise<void> {
  if (isRehearsed || opening.signal.aborted) return;
  isRehearsed = true;
  // Separate, because a lab that opens at once has no time for it.
  const { rehearseJudging } = await import("#lib/stage/rehearse.ts");
  await rehearseJudging(opening.signal).catch((caught: unknown) => {
    if (failureOf(caught)?.code !== "cancelled") throw caught;
  });
}

/** Opens the workspace of a visit, and meanwhile fetches the code that draws it. Close it with `close()`. */
export function openLab(visit: Visit): OpenLab {
  opening.abort();
  const workspace = openWorkspace(visit);
  return { draw: async () => (await fetchPanels()).drawLab(workspace), close: workspace.close };
}
