import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { placementAs } from "#lib/stage/placement.ts";
import { askedSkills, skillChoices } from "#lib/stage/source-skills.ts";
import { placedIn } from "#lib/stage/ways.ts";
import { isFetchable, keyInMount, type Mount, pinned, unpinned } from "#lib/state/mount.ts";
import type { LiveMount } from "#lib/state/source.ts";
import type { Drafts } from "#lib/state/state.ts";
import type { StoredFiles } from "#lib/storage/storage-shapes.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Folders } from "./folders.ts";

export interface PlacingNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly activity: Activity;
  readonly harness: Harness;
  readonly deliveries: Deliveries;
  readonly folders: Folders;
  readonly typed: Typed;
}

/** Removes a mount with its edits and unsaved texts; until the next activity it can be restored. The others are unchanged. */
export async function unmount(needs: PlacingNeeds, mountId: string): Promise<void> {
  if (!needs.tree.mountOf(mountId)) return;
  const taken = takenOut(needs, mountId);
  needs.deliveries.drop(mountId);
  needs.folders.unfollow(mountId);
  const drafts = draftsOf(needs, mountId);
  for (const key of drafts.keys()) needs.typed.put(key, undefined);
  needs.tree.remove(mountId);
  needs.activity.dropOffers();
  if (taken) {
    needs.activity.offerUndo(() => putBack(needs, { ...taken, drafts }));
    needs.activity.tell({ kind: "undoable", change: "unmounted", label: taken.mount.label });
  }
  const saved = needs.keeping.removeMount(mountId);
  await needs.harness.refresh("load");
  await saved;
}

/** Everything about a removed mount, and its place among the others. */
interface TakenOut {
  readonly mount: Mount;
  readonly index: number;
  readonly tree: MountTree;
  readonly files: StoredFiles;
  readonly notices: readonly Notice[];
  readonly live: LiveMount | undefined;
  readonly drafts: Drafts;
  /** Whether some of its contents had not arrived yet. */
  readonly isPart: boolean;
}

/** What is needed to restore a mount; `undefined` where its files were already lost. */
function takenOut(needs: PlacingNeeds, mountId: string): Omit<TakenOut, "drafts"> | undefined {
  const { mounts } = needs.tree.state();
  const { deliveries } = needs.deliveries.state();
  const index = mounts.findIndex(({ id }) => id === mountId);
  const [mount, tree] = [mounts[index], needs.tree.grown(mountId)];
  const files = needs.keeping.contents()?.mounts.get(mountId);
  if (!mount || !tree || !files) return undefined;
  const notices = needs.tree.noticesOf(mountId);
  return { mount, index, tree, files, notices, live: needs.folders.of(mountId), isPart: deliveries.has(mountId) };
}

/** The unsaved texts for a mount's files, by their keys. */
function draftsOf({ typed }: PlacingNeeds, mountId: string): Drafts {
  const inMount = keyInMount(mountId, "");
  return new Map([...typed.state().drafts].filter(([key]) => key.startsWith(inMount)));
}

async function putBack(needs: PlacingNeeds, taken: TakenOut): Promise<void> {
  const { mount, index, tree, files, notices, live, drafts, isPart } = taken;
  for (const [key, draft] of drafts) needs.typed.put(key, draft);
  if (live) needs.folders.follow(mount.id, live, "open");
  const { mounts } = needs.tree.state();
  // Another mount may have its place by now: a project the working folder, a source of the same name its folder.
  const placed = mounts.some(({ at }) => at === mount.at)
    ? { ...mount, ...placementAs("install", mount.scope, mount.label, mounts) }
    : mount;
  needs.tree.add(placed, { tree, notices }, index);
  const shown = needs.harness.refresh("load");
  const piece = isFetchable(mount) ? files.base : undefined;
  const saved = isPart
    ? needs.keeping.keepPart(mount.id, { ...files, piece, shown })
    : needs.keeping.replaceMount(mount.id, files, shown);
  if (isPart) needs.deliveries.stop(mount.id, { code: "cancelled" });
  await shown;
  await saved;
}

/** Moves a mount by this many places among the others: of two that bring the same name, the earlier one gets it. */
export async function moveMount(needs: PlacingNeeds, mountId: string, by: number): Promise<void> {
  const { mounts } = needs.tree.state();
  const index = mounts.findIndex(({ id }) => id === mountId);
  const mount = mounts[index];
  if (!mount) return;
  const to = Math.min(Math.max(index + by, 0), mounts.length - 1);
  needs.tree.arrange(mounts.toSpliced(index, 1).toSpliced(to, 0, mount));
  const saved = needs.keeping.saveMeta();
  await needs.harness.refresh("load");
  await saved;
}

/** Pins a repository to the commit that is mounted, or lets it follow its branch or tag again. */
export async function pinMount(needs: PlacingNeeds, mountId: string, isToBePinned: boolean): Promise<void> {
  const change = isToBePinned ? pinned : unpinned;
  // Undoing an update after this would leave the mount pinned to a commit that is not mounted.
  if (needs.activity.state().activity.kind === "undoable") needs.activity.drop();
  needs.tree.change(mountId, change);
  await needs.keeping.saveMeta();
}

/**
 * Counts all skills the other way: with the first source as the project, or with each source's skills installed,
 * limited to the requested ones.
 */
export async function chooseWay(needs: PlacingNeeds, way: Way): Promise<void> {
  const { mounts } = needs.tree.state();
  const profile = needs.harness.profile();
  const placed = placedIn(way, mounts).map((mount, index) => {
    const tree = needs.tree.grown(mount.id);
    if (!tree || mount === mounts[index] || mount.as === "project") return mount;
    const { chosen } = askedSkills(mount.source, () => skillChoices(profile, tree, mount.label));
    return chosen ? { ...mount, chosen } : mount;
  });
  needs.tree.arrange(placed);
  if (needs.activity.state().activity.kind === "installed") needs.activity.tell({ kind: "idle" });
  const saved = needs.keeping.saveMeta();
  await needs.harness.refresh("load");
  await saved;
}

/** Changes the place of a mount: as the project, or with its skills installed under a root of the profile. */
export async function placeMount(
  needs: Pick<PlacingNeeds, "tree" | "harness" | "keeping">,
  mountId: string,
  { as, scope }: Pick<Mount, "as" | "scope">,
): Promise<void> {
  const { mounts } = needs.tree.state();
  needs.tree.arrange(mounts.map((mount) => replace(mount, mounts)));
  const saved = needs.keeping.saveMeta();
  await needs.harness.refresh("load");
  await saved;

  function replace(mount: Mount, all: readonly Mount[]): Mount {
    const others = all.filter((other) => other.id !== mount.id);
    if (mount.id === mountId) return { ...mount, ...placementAs(as, scope, mount.label, others) };
    // There is one project at a time: the previous one is installed instead.
    if (as === "project" && mount.as === "project") {
      return { ...mount, ...placementAs("install", "project", mount.label, others) };
    }
    return mount;
  }
}
