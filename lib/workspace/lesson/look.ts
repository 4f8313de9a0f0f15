import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import type { CheckResult } from "#lib/lesson/checks/check.ts";
import type { World } from "#lib/lesson/checks/world.ts";
import { checksOf, type Step } from "#lib/lesson/lesson.ts";
import { eventsSince, type LessonProgress } from "#lib/lesson/progress.ts";
import { memoObject, memoText } from "#lib/memo.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type Snapshot, snapshotEntries } from "#lib/vfs/snapshot.ts";
import type { Harness } from "#lib/view/harness.ts";

export interface LookNeeds {
  readonly tree: Tree;
  readonly harness: Harness;
}

/** Everything that the checks of a step may examine, in its present state. */
export function worldOf(needs: LookNeeds, progress: LessonProgress, step: Step, compared: World["compared"]): World {
  const { view } = needs.harness.state();
  return {
    profile: needs.harness.profile(),
    session: needs.harness.session(),
    catalog: view.catalog,
    events: eventsSince(progress, step.id),
    tokens: tokensOf,
    seed: (path) => seedFile(needs.tree, path),
    ...(compared && { compared }),
  };
}

/**
 * The result of each check of a step. Where the harness has not reloaded since the files changed, that is given as the
 * reason.
 */
export function lookAt(step: Step, world: World, isStale: boolean): ReadonlyMap<string, CheckResult> {
  return new Map(
    checksOf(step).map(({ id, hits, test }) => {
      const result = test(world);
      if (result.isMet || hits || !isStale) return [id, result] as const;
      return [
        id,
        {
          ...result,
          near: `${result.near} ${world.profile.label} has not reloaded since the files changed: reload skills.`,
        },
      ] as const;
    }),
  );
}

/** Kept for the last text: the catalog is counted at every event, and rarely changes. */
const tokensOf = memoText(1, estimateTokens);

const indexOf = memoObject(
  (snapshot: Snapshot) => new Map(Array.from(snapshotEntries(snapshot), (entry) => [entry.path, entry])),
);

function seedFile(tree: Tree, path: string): Uint8Array | undefined {
  const place = tree.table().locate(path);
  if (!place) return undefined;
  const { base } = tree.filesOf(place.mountId);
  return indexOf(base).get(place.path.slice(1))?.bytes;
}
