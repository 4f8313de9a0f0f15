import { windowOf } from "#lib/chat/model-settings.ts";
import { failureOf } from "#lib/failure.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { comparisonOf } from "#lib/stage/comparing.ts";
import type { Core } from "#lib/workspace/core.ts";
import { isUnverified, type Mount } from "#lib/workspace/state/mount.ts";
import { scan } from "./scan.ts";

export interface CompareOptions {
  readonly signal?: AbortSignal;
  /** Called before each harness and after the last with how many are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * The same sources under every harness, each placed as that harness would have them installed. Runs in
 * slices. `undefined` when cancelled or the workspace is closed meanwhile.
 */
export async function compareHarnesses(core: Core, options: CompareOptions = {}): Promise<Comparison | undefined> {
  await core.bundling;
  const signal = options.signal ? AbortSignal.any([options.signal, core.closed]) : core.closed;
  const { title, mounts, models } = core.store.getState();
  const { own, bundled, trees } = core;
  const compared = {
    title,
    sources: mounts.map(sourceOf),
    profiles,
    own,
    bundled,
    mounts: () => mounts,
    trees,
    window: windowOf(models),
    onProgress: options.onProgress,
  };
  try {
    return await scan(comparisonOf(compared), signal);
  } catch (caught) {
    if (failureOf(caught)?.code === "cancelled") return undefined;
    throw caught;
  }
}

function sourceOf(mount: Mount): Comparison["sources"][number] {
  const { label, source, commit } = mount;
  const mark = isUnverified(mount) && { unverified: true as const };
  return { label, source, ...(commit !== undefined && { commit }), ...mark };
}
