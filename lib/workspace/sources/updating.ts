import { inSlices } from "#lib/async/slices.ts";
import { fetchNewer } from "#lib/fetching/fetch-source.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { isPinned } from "#lib/share/link.ts";
import { isUnverified, keyInMount } from "#lib/state/mount.ts";
import type { FetchedUpdate } from "#lib/state/source.ts";
import type { MountActivity } from "#lib/state/state.ts";
import type { UpdateChoices, UpdateOffer } from "#lib/state/update.ts";
import type { Activity } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Typed } from "#lib/tree/typed.ts";
import { snapshotSize } from "#lib/vfs/snapshot.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { compareUpdate, updatedEdits } from "./compare-update.ts";
import type { Deliveries } from "./deliveries.ts";
import { chosenAfter, skillChanges } from "./skill-changes.ts";
import { type MountState, type SwapNeeds, swapBack, swapFiles } from "./swap-files.ts";

export interface UpdateNeeds extends SwapNeeds {
  readonly keeping: Keeping;
  readonly typed: Typed;
  readonly tree: Tree;
  readonly activity: Activity;
  readonly deliveries: Deliveries;
}

/**
 * Asks the host which commit a mount's branch or tag names now. Where it is another one, its files are fetched,
 * verified and offered; nothing of the workspace changes. A pinned mount is left alone.
 */
export async function checkForUpdate(needs: UpdateNeeds, mountId: string): Promise<void> {
  const mount = needs.tree.mountOf(mountId);
  if (mount?.source.kind !== "git" || mount.commit === undefined || isPinned(mount.source)) return;
  // Nobody has compared these files with the commit, so the host still having it says nothing about them.
  if (isUnverified(mount)) return;
  const { source, commit, label } = mount;
  await needs.activity.underway(sourceLabel(source), async ({ signal, onProgress }): Promise<MountActivity> => {
    await needs.deliveries.whenComplete(mountId);
    const fetched = await fetchNewer(source, commit, { signal, onProgress });
    if (!fetched) return { kind: "current", label, ref: source.ref ?? "HEAD", commit };
    const { edits } = needs.tree.filesOf(mountId);
    const update = await offerOf(needs, { mountId, fetched, edits }, signal);
    if (!update) return { kind: "idle" };
    needs.activity.offerUpdate({ mountId, fetched, edits, renames: renamesOf(update) });
    return { kind: "update", update };
  });
}

/**
 * Replaces the mounted files by the offered ones, with the person's changes over them as they chose. The new tree is
 * built beside the mounted one and swapped in when complete: a failure or cancellation leaves everything unchanged. Can
 * be undone.
 */
export async function applyUpdate(needs: UpdateNeeds, choices: UpdateChoices): Promise<void> {
  const update = needs.activity.update();
  const offered = update && needs.tree.mountOf(update.mountId);
  if (!offered) return;
  const { mountId, fetched, renames } = update;
  const label = sourceLabel(offered.source);
  await needs.activity.underway(label, async ({ signal }): Promise<MountActivity> => {
    const after = (now: MountState) => inSlices(stateAfter(now, update, choices), { signal });
    const swapped = await swapFiles(needs, { mountId, base: fetched.snapshot, after, signal });
    if (!swapped) return { kind: "idle" };
    moveDrafts(needs, mountId, renames);
    needs.activity.offerUndo(() =>
      needs.activity.underway(label, async (options) => {
        await swapBack(needs, swapped, options.signal);
        moveDrafts(needs, mountId, new Map([...renames].map(([from, to]) => [to, from])));
        return { kind: "idle" };
      }),
    );
    return { kind: "undoable", change: "updated", label: swapped.after.mount.label };
  });
}

function renamesOf({ comparison }: UpdateOffer): ReadonlyMap<string, string> {
  const { changes } = comparison;
  return new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const])));
}

/** Moves the drafts of files that the source has moved to their new paths. */
function moveDrafts(
  needs: Pick<UpdateNeeds, "typed" | "keeping">,
  mountId: string,
  renames: ReadonlyMap<string, string>,
): void {
  const { drafts } = needs.typed.state();
  if (drafts.size === 0) return;
  const keys = new Map([...renames].map(([from, to]) => [keyInMount(mountId, from), keyInMount(mountId, to)]));
  needs.typed.rekey(keys);
  void needs.keeping.saveDrafts();
}

/** The files of a mount that differ from its source because the person changed them, or that have unsaved text. */
export async function ownEdits(
  { tree, typed }: Pick<UpdateNeeds, "tree" | "typed">,
  mountId: string,
): Promise<readonly string[]> {
  const { base, edits } = tree.filesOf(mountId);
  const { kept } = await inSlices(compareUpdate(base, base, edits));
  const inMount = keyInMount(mountId, "");
  const drafts = [...typed.state().drafts.keys()].filter((key) => key.startsWith(inMount));
  return [...new Set([...kept, ...drafts.map((key) => key.slice(inMount.length))])];
}

/**
 * A mount after an update. Files edited since the update was offered keep the person's version, as the person could not
 * choose about them.
 */
function* stateAfter(
  { mount, files }: MountState,
  { fetched, edits: offered, sinceTrusted }: FetchedUpdate,
  { theirs: asked, skills }: UpdateChoices,
): Generator<void, MountState> {
  const { snapshot, commit, notices } = fetched;
  const theirs = new Set([...asked].filter((path) => files.edits.get(path) === offered.get(path)));
  const comparison = yield* compareUpdate(files.base, snapshot, files.edits);
  const edits = yield* updatedEdits(snapshot, files.edits, comparison, theirs);
  const { commit: from, trustedCommit = from, sinceTrusted: _, imported: __, chosen, ...rest } = mount;
  const changes = yield* skillChanges(files.base, snapshot, comparison.changes);
  const chosenNow = chosenAfter(chosen, changes, skills);
  return {
    mount: {
      ...rest,
      ...snapshotSize(snapshot),
      ...(commit !== undefined && { commit }),
      ...(trustedCommit !== undefined && trustedCommit !== commit && { trustedCommit }),
      ...(trustedCommit !== commit && sinceTrusted !== undefined && { sinceTrusted }),
      ...(chosenNow && { chosen: chosenNow }),
      ...(fetched.lesson && { lesson: fetched.lesson }),
    },
    files: { base: snapshot, edits },
    notices,
  };
}

async function offerOf(
  { tree }: Pick<UpdateNeeds, "tree">,
  { mountId, fetched: { commit, snapshot }, edits }: Omit<FetchedUpdate, "renames">,
  signal: AbortSignal,
): Promise<UpdateOffer | undefined> {
  const { base } = tree.filesOf(mountId);
  const comparison = await inSlices(compareUpdate(base, snapshot, edits), { signal });
  const skills = await inSlices(skillChanges(base, snapshot, comparison.changes), { signal });
  // Removed meanwhile.
  const mount = tree.mountOf(mountId);
  if (mount?.source.kind !== "git" || mount.commit === undefined || commit === undefined) return undefined;
  return {
    mountId,
    label: mount.label,
    ref: mount.source.ref ?? "HEAD",
    from: mount.commit,
    to: commit,
    comparison,
    skills,
  };
}
