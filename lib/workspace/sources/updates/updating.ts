import { inSlices } from "#lib/async/slices.ts";
import { isPinned } from "#lib/share/link.ts";
import { snapshotSize } from "#lib/vfs/snapshot.ts";
import { type Core, type FetchedUpdate, workspaceRecord } from "#lib/workspace/core.ts";
import { whenArrived } from "#lib/workspace/sources/arriving.ts";
import { fetchNewer } from "#lib/workspace/sources/fetch-source.ts";
import { underway } from "#lib/workspace/sources/mounting.ts";
import { filesOf, type MountState, mountOf, swapBack, swapFiles } from "#lib/workspace/sources/swap-files.ts";
import { isUnverified } from "#lib/workspace/state/mount.ts";
import type { UpdateChoices, UpdateOffer } from "#lib/workspace/state/update.ts";
import type { MountActivity } from "#lib/workspace/state.ts";
import { keyInMount, rekeyed } from "#lib/workspace/tree/drafts.ts";
import { compareUpdate, updatedEdits } from "./compare-update.ts";
import { chosenAfter, skillChanges } from "./skill-changes.ts";

/**
 * Asks the host what a mount's branch or tag names now. Where that is another commit, its files are fetched, verified
 * and offered beside what is mounted; nothing of the workspace changes. A pinned mount is left alone.
 */
export async function checkForUpdate(core: Core, mountId: string): Promise<void> {
  const mount = mountOf(core, mountId);
  if (mount?.source.kind !== "git" || mount.commit === undefined || isPinned(mount.source)) return;
  // Nobody has compared these files with the commit, so that the host still has it says nothing about them.
  if (isUnverified(mount)) return;
  const { source, commit, label } = mount;
  await underway(core, { kind: "source", source }, async ({ signal, onProgress }): Promise<MountActivity> => {
    await whenArrived(core, mountId);
    const fetched = await fetchNewer(source, commit, { signal, onProgress });
    if (!fetched) return { kind: "current", label, ref: source.ref ?? "HEAD", commit };
    const { edits } = filesOf(core, mountId);
    const update = await offerOf(core, { mountId, fetched, edits }, signal);
    if (!update) return { kind: "idle" };
    core.update = { mountId, fetched, edits, renames: renamesOf(update) };
    return { kind: "update", update };
  });
}

/**
 * Puts the offered files in place of the mounted ones, with the person's changes over them as they chose. Built beside
 * what is mounted and swapped when it is whole: a failure or a cancelling leaves everything as it was. Can be taken back.
 */
export async function applyUpdate(core: Core, choices: UpdateChoices): Promise<void> {
  const { update } = core;
  const offered = update && mountOf(core, update.mountId);
  if (!offered) return;
  const { mountId, fetched, renames } = update;
  const incoming = { kind: "source", source: offered.source } as const;
  await underway(core, incoming, async ({ signal }): Promise<MountActivity> => {
    const after = (now: MountState) => inSlices(stateAfter(now, update, choices), { signal });
    const swapped = await swapFiles(core, { mountId, base: fetched.snapshot, after, signal });
    if (!swapped) return { kind: "idle" };
    moveDrafts(core, mountId, renames);
    core.undo = () =>
      underway(core, incoming, async (options) => {
        await swapBack(core, swapped, options.signal);
        moveDrafts(core, mountId, new Map([...renames].map(([from, to]) => [to, from])));
        return { kind: "idle" };
      });
    return { kind: "undoable", change: "updated", label: swapped.after.mount.label };
  });
}

function renamesOf({ comparison }: UpdateOffer): ReadonlyMap<string, string> {
  const { changes } = comparison;
  return new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const])));
}

/** Gives the drafts of files that the source has moved their new paths. */
function moveDrafts(core: Core, mountId: string, renames: ReadonlyMap<string, string>): void {
  const { drafts } = core.store.getState();
  if (drafts.size === 0) return;
  const keys = new Map([...renames].map(([from, to]) => [keyInMount(mountId, from), keyInMount(mountId, to)]));
  core.store.setState({ drafts: rekeyed(drafts, keys) });
  void core.saver.saveDrafts(workspaceRecord(core));
}

/** The files of a mount that differ from its source because the person changed them. */
export async function ownEdits(core: Core, mountId: string): Promise<readonly string[]> {
  const { base, edits } = filesOf(core, mountId);
  const { kept } = await inSlices(compareUpdate(base, base, edits));
  return kept;
}

/** A mount after an update. Files edited since it was offered keep the person's version, as nobody chose against that. */
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
  core: Core,
  { mountId, fetched: { commit, snapshot }, edits }: Omit<FetchedUpdate, "renames">,
  signal: AbortSignal,
): Promise<UpdateOffer | undefined> {
  const { base } = filesOf(core, mountId);
  const comparison = await inSlices(compareUpdate(base, snapshot, edits), { signal });
  const skills = await inSlices(skillChanges(base, snapshot, comparison.changes), { signal });
  // Taken out meanwhile.
  const mount = mountOf(core, mountId);
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
