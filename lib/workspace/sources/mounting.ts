import { fetchWhole } from "#lib/fetching/fetch-source.ts";
import { type Sender, senderOf } from "#lib/fetching/incoming.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { choosePlacement } from "#lib/stage/choose-placement.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { placementAs } from "#lib/stage/placement.ts";
import { askedSkills, skillChoices } from "#lib/stage/source-skills.ts";
import { isFetchable, type Mount, pinnedSource } from "#lib/state/mount.ts";
import { type FetchedSource, fetchedSource, type SourceAbout } from "#lib/state/source.ts";
import type { MountActivity } from "#lib/state/state.ts";
import type { Activity, UnderwayOptions } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type DeliveredPart, type DeliveredWhole, readAhead } from "#lib/vfs/delivery.ts";
import { type Snapshot, type SnapshotSize, snapshotSize } from "#lib/vfs/snapshot.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Deliveries, Offered, Received } from "./deliveries.ts";
import type { Folders } from "./folders.ts";
import { type MountState, swapFiles } from "./swap-files.ts";

export interface MountingNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly activity: Activity;
  readonly harness: Harness;
  readonly deliveries: Deliveries;
  readonly folders: Folders;
}

export interface MountOptions {
  /** Called with the mount before its activity ends. */
  readonly onMounted?: ((mount: Mount) => Promise<void> | void) | undefined;
  /** Whether the chosen harness is kept, even where a lesson is made for another. */
  readonly keepsHarness?: boolean;
  /** What trying again does, where that is more than mounting this. */
  readonly again?: () => Promise<void>;
}

/**
 * Fetches, verifies and mounts. Nothing of the workspace changes until the last step. Resolves when the files can be
 * used; most contents of a repository may arrive later.
 */
export async function mountIncoming(
  needs: MountingNeeds,
  sender: Sender,
  { onMounted, again, ...how }: MountOptions = {},
): Promise<void> {
  needs.activity.keepGiven(sender.given);
  const work = async (options: UnderwayOptions) => {
    const mount = await place(needs, await needs.deliveries.receive(sender, options), { ...options, ...how });
    await onMounted?.(mount);
    // Browsers show it beside the clone's measures, and the benchmark reads it.
    performance.mark("mounted");
    return restingActivity(mount, needs.tree.grown(mount.id));
  };
  await needs.activity.underway(sender.label, work, again);
}

/**
 * Fetches what a link names, and shows it instead of mounting it: first the part known early, then the whole. A failure
 * while it is shown is reported once it is mounted.
 */
export async function offerIncoming(
  { activity, deliveries }: Pick<MountingNeeds, "activity" | "deliveries">,
  sender: Sender,
  { take, isOffered, show, again }: Offering,
): Promise<void> {
  activity.keepGiven(sender.given);
  const work = async (options: UnderwayOptions): Promise<MountActivity> => {
    const received = await deliveries.receive(sender, options);
    const ahead = received.kind === "part" ? readAhead(received.rest) : undefined;
    const offered = ahead ? { ...received, rest: ahead.delivery } : received;
    take(offered);
    show(offered);
    ahead?.whole.then(
      (whole) => isOffered(offered) && show(whole),
      () => undefined,
    );
    return { kind: "idle" };
  };
  await activity.underway(sender.label, work, again);
}

/** Shows a source before it is mounted. */
export interface Offering {
  /** Keeps what was received for mounting. */
  readonly take: (received: Received) => void;
  /** Whether this is still what is offered. */
  readonly isOffered: (received: Received) => boolean;
  readonly show: (offered: Offered) => void;
  readonly again: MountOptions["again"];
}

/** Mounts what was offered. */
export async function mountOffered(
  needs: MountingNeeds,
  received: Received,
  { onMounted, again, ...how }: MountOptions,
): Promise<void> {
  const work = async (options: UnderwayOptions) => {
    const mount = await place(needs, received, { ...options, ...how });
    await onMounted?.(mount);
    return restingActivity(mount, needs.tree.grown(mount.id));
  };
  await needs.activity.underway(sourceLabel(received.about.source), work, again);
}

/** Fetches the files of a mount again, at its commit, and puts them under the person's changes. */
export async function remount(needs: MountingNeeds, mount: Mount): Promise<void> {
  const { id: mountId, label } = mount;
  const source = pinnedSource(mount);
  if (!source) {
    return needs.activity.fail(label, { code: "files-lost", label }, () => remount(needs, mount));
  }
  await needs.activity.underway(sourceLabel(source), async (options) => {
    // An older copy of its files stays until all of the newer one have arrived.
    if (needs.tree.grown(mountId) !== undefined) {
      await swapLost(needs, mount, (await fetchWhole(source, options)).snapshot, options);
    } else {
      const known = await needs.deliveries.keptPieces(mountId);
      const sender = senderOf({ kind: "source", source });
      await mountReceived(needs, await needs.deliveries.receive(sender, { ...options, ...(known && { known }) }), {
        part: (part) => regrow(needs, mount, part, options),
        whole: ({ snapshot }) => swapLost(needs, mount, snapshot, options),
      });
    }
    return { kind: "idle" };
  });
}

/** The mount without its mark as imported: its files were just fetched from the source. */
async function swapLost(
  needs: MountingNeeds,
  mount: Mount,
  base: Snapshot,
  { signal }: UnderwayOptions,
): Promise<Mount> {
  const after = async ({ mount: { imported: _, ...rest }, ...now }: MountState) => ({
    ...now,
    mount: rest,
    files: { base, edits: now.files.edits },
  });
  return (await swapFiles(needs, { mountId: mount.id, base, after, signal }))?.after.mount ?? mount;
}

/** Shows a mount again whose files were lost, with the person's changes, while the files arrive. */
async function regrow(
  needs: MountingNeeds,
  lost: Mount,
  { known, pending }: DeliveredPart<SourceAbout>,
  { signal }: UnderwayOptions,
): Promise<Mount> {
  const { edits } = needs.tree.filesOf(lost.id);
  needs.tree.grow(lost.id, await growTree(known, { signal, pending, edits }));
  const { imported: _, ...mount } = needs.tree.mountOf(lost.id) ?? lost;
  needs.tree.change(lost.id, () => mount);
  await showPart(needs, mount, known);
  return mount;
}

/** The activity after mounting: where several skills were installed, it offers to choose among them. */
function restingActivity({ as, id }: Mount, grown: MountTree | undefined): MountActivity {
  const count = grown?.skillFiles.length ?? 0;
  return as === "install" && count > 1 ? { kind: "installed", mountId: id } : { kind: "idle" };
}

type PlaceOptions = UnderwayOptions & Pick<MountOptions, "keepsHarness">;

function place(needs: MountingNeeds, received: Received, options: PlaceOptions): Promise<Mount> {
  return mountReceived(needs, received, {
    part: (part) => placePart(needs, part, options),
    whole: (whole) => placeFetched(needs, fetchedSource(whole), options),
  });
}

/** Mounts what was received, in the way that its kind needs. Missing contents then arrive in the background. */
async function mountReceived(
  { deliveries }: Pick<MountingNeeds, "deliveries">,
  received: Received,
  by: {
    readonly part: (part: DeliveredPart<SourceAbout>) => Promise<Mount>;
    readonly whole: (whole: DeliveredWhole<SourceAbout>) => Promise<Mount>;
  },
): Promise<Mount> {
  if (received.kind === "whole") return by.whole(received);
  try {
    const mount = await by.part(received);
    deliveries.follow(mount.id, received);
    return mount;
  } catch (caught) {
    received.stopping.abort();
    throw caught;
  }
}

async function placeFetched(
  needs: MountingNeeds,
  fetched: FetchedSource,
  { signal, onProgress, keepsHarness = false }: PlaceOptions,
): Promise<Mount> {
  const tree = await growTree(fetched.snapshot, {
    signal,
    onProgress: (done, total) => onProgress({ phase: "mounting", done, total }),
  });
  onProgress({ phase: "skills", done: tree.skillFiles.length });
  // A lesson is made for one harness, unless its link asks for another.
  if (fetched.lesson && fetched.madeFor !== undefined && !keepsHarness)
    needs.harness.put({ profileId: profileById(fetched.madeFor).id });
  await openFor(needs, fetched, tree, signal);
  const mount = addMount(needs, fetched, tree, snapshotSize(fetched.snapshot));
  if (fetched.live) needs.folders.follow(mount.id, fetched.live, "open");
  const shown = needs.harness.refresh("load");
  void needs.keeping.saveMount(mount.id, fetched.snapshot, shown);
  await shown;
  return mount;
}

async function placePart(
  needs: MountingNeeds,
  { about, known, pending }: DeliveredPart<SourceAbout>,
  { signal, onProgress }: UnderwayOptions,
): Promise<Mount> {
  const tree = await growTree(known, { signal, pending });
  onProgress({ phase: "skills", done: tree.skillFiles.length });
  const fileCount = known.modes.length + pending.modes.length;
  await openFor(needs, about, tree, signal);
  const mount = addMount(needs, about, tree, { fileCount, byteCount: known.bytes.length });
  await showPart(needs, mount, known);
  return mount;
}

/** Saves that this mount exists: where the person returns before all of it has arrived, it is fetched again. */
async function showPart(needs: MountingNeeds, mount: Mount, known: Snapshot): Promise<void> {
  const shown = needs.harness.refresh("load");
  const { edits } = needs.tree.filesOf(mount.id);
  const piece = isFetchable(mount) ? known : undefined;
  void needs.keeping.keepPart(mount.id, { base: known, edits, piece, shown });
  await shown;
}

/** Chooses the harness by the first source, when the workspace opens. */
async function openFor(
  { tree, harness }: MountingNeeds,
  { lesson, madeFor }: Pick<SourceAbout, "lesson" | "madeFor">,
  grown: MountTree,
  signal: AbortSignal,
): Promise<void> {
  if (tree.state().mounts.length === 0)
    await harness.openFor(grown, { madeFor, isLesson: lesson !== undefined }, signal);
}

/** Adds a source to the mounts. Its tree is not shown yet. */
function addMount(needs: MountingNeeds, fetched: SourceAbout, tree: MountTree, size: SnapshotSize): Mount {
  const { source, label, commit, lesson } = fetched;
  const { mounts } = needs.tree.state();
  const profile = needs.harness.profile();
  const { chosen, missing } = askedSkills(source, () => skillChoices(profile, tree, label));
  const mount: Mount = {
    id: crypto.randomUUID(),
    source,
    label,
    ...(commit !== undefined && { commit }),
    ...(chosen && { chosen }),
    ...(lesson ? placementAs("project", "project", label, mounts) : choosePlacement(profile, fetched, tree, mounts)),
    ...(lesson && { lesson }),
    ...size,
  };
  // Notices from fetching, and about requested skills that do not exist.
  needs.tree.add(mount, { tree, notices: [...missing.map(askedSkillMissing), ...fetched.notices] });
  needs.activity.keepGiven(undefined);
  return mount;
}

function askedSkillMissing(name: string): Notice {
  return { code: "asked-skill-missing", severity: "warning", path: "/", data: { name } };
}
