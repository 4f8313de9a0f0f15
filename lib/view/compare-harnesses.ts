import { profileFor, windowOf } from "#lib/chat/model-choice.ts";
import { failureOf } from "#lib/failure.ts";
import { profiles } from "#lib/harness/profiles.ts";
import type { Models } from "#lib/models/models.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { comparisonOf } from "#lib/stage/comparing.ts";
import { isUnverified, type Mount } from "#lib/state/mount.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { scan } from "./scan.ts";

export interface CompareOptions {
  readonly signal?: AbortSignal;
  /** Called before each harness, and after the last one, with the number that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

interface CompareNeeds {
  readonly tree: Tree;
  readonly models: Models;
  /** Whether harnesses with a switch that turns skills off are started with it. */
  readonly noSkills: boolean;
  readonly closed: AbortSignal;
}

/**
 * What every harness would make of the mounted sources, each left where it is mounted. Runs in slices. `undefined` when
 * cancelled or the workspace is closed meanwhile.
 */
export async function compareHarnesses(
  { tree, models, noSkills, closed }: CompareNeeds,
  options: CompareOptions = {},
): Promise<Comparison | undefined> {
  await tree.whenBundled();
  const signal = options.signal ? AbortSignal.any([options.signal, closed]) : closed;
  const { title, mounts } = tree.state();
  const { models: settings } = models.state();
  const compared = {
    title,
    sources: mounts.map(sourceOf),
    profiles: profiles.map((profile) => profileFor(profile, settings)),
    ...tree.trees(),
    mounts,
    noSkills,
    window: windowOf(settings),
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
