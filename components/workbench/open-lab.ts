import type { ReactNode } from "react";
import { failureOf } from "#lib/failure.ts";
import { rehearseJudging } from "#lib/stage/rehearse.ts";
import { openWorkspace } from "#lib/workspace/open-workspace.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";

export interface OpenLab {
  /** Fetches what draws it, and draws it. Rejects with what `failureOf` knows when the network is cut; may be called again. */
  draw(): Promise<ReactNode>;
  /** Resolves when all is saved; never rejects. */
  close(): Promise<void>;
}

/**
 * Fetches what draws a workspace. A part of its own, fetched while the workspace opens: evaluating both at once would hold up
 * the page.
 */
export function fetchPanels() {
  return import("./lab.tsx");
}

const opening = new AbortController();
let isRehearsed = false;

/** Has the browser compile what judges skills, once, until a workspace is opened. Never rejects for being ended by that. */
export async function rehearse(): Promise<void> {
  if (isRehearsed || opening.signal.aborted) return;
  isRehearsed = true;
  await rehearseJudging(opening.signal).catch((caught: unknown) => {
    if (failureOf(caught)?.code !== "cancelled") throw caught;
  });
}

/** Opens the workspace of a visit, and fetches what draws it meanwhile. Close it with `close()`. */
export function openLab(visit: Visit): OpenLab {
  opening.abort();
  const workspace = openWorkspace(visit);
  return { draw: async () => (await fetchPanels()).drawLab(workspace), close: workspace.close };
}
