import { type Failure, FailureError, failureOrThrow, ignoreFailure } from "#lib/failure.ts";
import { type FetchOptions, fetchSource } from "#lib/fetching/fetch-source.ts";
import type { Sender } from "#lib/fetching/incoming.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import { type DeliveryStatus, isFetchable, type Mount, pinnedSource } from "#lib/state/mount.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import { type FetchedSource, fetchedSource, type SourceAbout } from "#lib/state/source.ts";
import type { UnderwayOptions } from "#lib/tree/activity.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type DeliveredPart, type DeliveredWhole, type Delivery, firstOf } from "#lib/vfs/delivery.ts";
import { isPending } from "#lib/vfs/files.ts";
import { joinLater, joinSnapshots, type Snapshot, snapshotSize } from "#lib/vfs/snapshot.ts";
import type { MountProgress } from "#lib/vfs/source.ts";
import { settleVolume, type Volume } from "#lib/vfs/volume.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Folders } from "./folders.ts";

/** The usable part of a source: the whole, or a part. */
export type Offered = DeliveredPart<SourceAbout> | DeliveredWhole<SourceAbout>;

/** The transfer of the rest of a source. */
interface Transfer {
  readonly rest: Delivery<SourceAbout>;
  /** Stops the transfer. What has arrived stays. */
  readonly stopping: AbortController;
}

/** A usable part of a source, with the transfer of the rest. */
export type ReceivedPart = DeliveredPart<SourceAbout> & Transfer;
export type Received = DeliveredWhole<SourceAbout> | ReceivedPart;

/** The transfers of mounts that can already be used while contents of their files are still arriving. */
export interface Deliveries {
  state(): SliceState<"deliveries">;
  /** Receives a source until it can be used. Rejects as its delivery throws. */
  receive(sender: Sender, options: UnderwayOptions & Pick<FetchOptions, "known">): Promise<Received>;
  /** Adds what arrives after the part to the mount; `deliveries` of the state shows the progress. */
  follow(mountId: string, received: ReceivedPart): void;
  /** Fetches only the files that are missing from a mount whose delivery stopped. */
  resume(mount: Mount): Promise<void>;
  /**
   * Resolves once all contents have arrived: of the one mount, or of all without `mountId`. Throws `files-pending`
   * where some will not arrive unless fetched again.
   */
  whenComplete(mountId?: string): Promise<void>;
  /** Stops all transfers. What has arrived stays. */
  cancel(): void;
  /** Ends a delivery that failed: the mount keeps what has arrived, and its status says how many files are missing. */
  stop(mountId: string, failure: Failure): void;
  /** Ends the delivery of a mount that was removed or replaced. */
  drop(mountId: string): void;
  /** Ends all deliveries here: the tab that saves the workspace next resumes them. */
  dropAll(): void;
  /** The stored files of a mount whose workspace was closed before all had arrived, or which was lost. */
  keptPieces(mountId: string): Promise<Snapshot | undefined>;
}

interface DeliveryNeeds {
  readonly slice: Slice<"deliveries">;
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly harness: Harness;
  readonly folders: Folders;
  readonly closed: AbortSignal;
}

interface Needs extends DeliveryNeeds {
  /** The transfers under way, by mount; their status is in the state. */
  readonly under: Map<string, RunningTransfer>;
}

interface RunningTransfer {
  readonly stopping: AbortController;
  /** Resolves when everything has arrived, or nothing more will. */
  readonly over: Promise<void>;
}

export function createDeliveries(given: DeliveryNeeds): Deliveries {
  const needs: Needs = { ...given, under: new Map() };
  return {
    state: needs.slice.get,
    receive,
    follow: (mountId, received) => {
      requestFrom(needs.tree.grown(mountId), received.want);
      follow(needs, mountId, received);
    },
    resume: (mount) => resume(needs, mount),
    whenComplete: (mountId) => whenComplete(needs, mountId),
    cancel: () => {
      for (const { stopping } of needs.under.values()) stopping.abort();
    },
    stop: (mountId, failure) => stop(needs, mountId, failure),
    drop: (mountId) => drop(needs, mountId),
    dropAll: () => {
      for (const id of needs.slice.get().deliveries.keys()) drop(needs, id);
    },
    keptPieces: (mountId) => keptPieces(needs.keeping, mountId),
  };
}

async function receive(
  sender: Sender,
  { signal, onProgress, known }: UnderwayOptions & Pick<FetchOptions, "known">,
): Promise<Received> {
  const stopping = new AbortController();
  const rest = sender.deliver({
    signal: AbortSignal.any([signal, stopping.signal]),
    ...(known && { known }),
  });
  const first = await firstOf(rest, onProgress);
  return first.kind === "whole" ? first : { ...first, rest, stopping };
}

async function resume(needs: Needs, mount: Mount): Promise<void> {
  const source = pinnedSource(mount);
  if (!source || needs.under.has(mount.id)) return;
  const stopping = new AbortController();
  const signal = AbortSignal.any([needs.closed, stopping.signal]);
  const known = needs.tree.filesOf(mount.id).base;
  follow(needs, mount.id, { rest: fetchSource(source, { signal, known }), stopping });
  await needs.under.get(mount.id)?.over;
}

async function whenComplete(needs: Needs, mountId?: string): Promise<void> {
  const ids = mountId === undefined ? [...needs.under.keys()] : [mountId];
  await Promise.all(ids.map((id) => needs.under.get(id)?.over));
  const { deliveries } = needs.slice.get();
  for (const [id, { pending }] of deliveries) {
    if (mountId !== undefined && mountId !== id) continue;
    throw new FailureError({ code: "files-pending", label: needs.tree.mountOf(id)?.label ?? "", count: pending });
  }
}

function drop(needs: Needs, mountId: string): void {
  needs.under.get(mountId)?.stopping.abort();
  needs.under.delete(mountId);
  putStatus(needs.slice, mountId, undefined);
}

/** Follows a delivery to its end, and sets the mount's status to the result. */
function follow(needs: Needs, mountId: string, transfer: Transfer): void {
  const pending = needs.tree.grown(mountId)?.volume.pendingCount() ?? 0;
  putStatus(needs.slice, mountId, { kind: "coming", pending, progress: { phase: "downloading" } });
  const over = readToEnd(needs, mountId, transfer).catch((caught: unknown) => {
    const failure = failureOrThrow(caught);
    if (needs.under.get(mountId)?.stopping === transfer.stopping) stop(needs, mountId, failure);
  });
  needs.under.set(mountId, { stopping: transfer.stopping, over });
}

async function readToEnd(needs: Needs, mountId: string, { rest }: Transfer): Promise<void> {
  for await (const event of rest) {
    if (event.kind === "progress") tellProgress(needs, mountId, event.progress);
    else if (event.kind === "contents") await takeContents(needs, mountId, event.contents);
    else if (event.kind === "whole") await complete(needs, mountId, fetchedSource(event));
    else {
      requestFrom(needs.tree.grown(mountId), event.want);
      await takeContents(needs, mountId, event.known);
    }
  }
}

/**
 * From now on asks this delivery for files that readers of the tree wait for. Its paths are relative, those of a tree
 * absolute.
 */
function requestFrom(tree: MountTree | undefined, want: DeliveredPart<SourceAbout>["want"]): void {
  tree?.volume.pending.requestFrom((paths) => want(paths.map((path) => path.slice(1))));
}

/** Shows contents that arrived ahead of the whole, and counts their files as arrived. */
async function takeContents(needs: Needs, mountId: string, come: Snapshot): Promise<void> {
  const tree = needs.tree.grown(mountId);
  // A delivery that has ended shows nothing more.
  if (!tree || needs.closed.aborted || !needs.under.has(mountId)) return;
  const wasMissed = await settleVolume(tree.volume, come, needs.closed).catch(ignoreFailure);
  if (wasMissed === undefined || needs.tree.grown(mountId)?.volume !== tree.volume) return;
  const { base, edits } = needs.tree.filesOf(mountId);
  const mount = needs.tree.mountOf(mountId);
  const piece = mount && isFetchable(mount) ? come : undefined;
  void needs.keeping.keepPart(mountId, { base: joinLater(base, come), edits, piece });
  const status = needs.slice.get().deliveries.get(mountId);
  if (status) putStatus(needs.slice, mountId, { ...status, pending: tree.volume.pendingCount() });
  if (wasMissed) await needs.harness.refresh("load");
  else needs.harness.showContents();
}

async function keptPieces(keeping: Keeping, mountId: string): Promise<Snapshot | undefined> {
  try {
    const pieces = await (await keeping.storage).pieces(keeping.workspaceId, mountId);
    return pieces.length > 0 ? joinSnapshots(...pieces) : undefined;
  } catch (caught) {
    failureOrThrow(caught);
    return undefined;
  }
}

/** Shows and saves the files once all have arrived and are verified. */
async function complete(needs: Needs, mountId: string, fetched: FetchedSource): Promise<void> {
  const tree = needs.tree.grown(mountId);
  if (!tree) return;
  const wasMissed = await settleVolume(tree.volume, fetched.snapshot, needs.closed);
  if (needs.tree.grown(mountId)?.volume !== tree.volume) return;
  tree.volume.pending.requestFrom(undefined);
  needs.under.delete(mountId);
  const hasLost = removePending(tree.volume);
  if (fetched.live) needs.folders.follow(mountId, fetched.live, "open");
  const hasNews = addNotices(needs.tree, mountId, fetched.notices);
  needs.tree.change(mountId, (mount) => ({ ...mount, ...snapshotSize(fetched.snapshot) }));
  const shown = wasMissed || hasNews || hasLost ? needs.harness.refresh(wasMissed ? "load" : "disk") : undefined;
  void needs.keeping.saveMount(mountId, fetched.snapshot, shown);
  putStatus(needs.slice, mountId, undefined);
  if (!shown) needs.harness.showContents();
  await shown;
}

/** Removes files that have not come with the whole: they vanished from a folder while it was read. Returns whether there were some. */
function removePending(volume: Volume): boolean {
  if (volume.pendingCount() === 0) return false;
  for (const path of [...volume.paths()]) if (isPending(volume.lstat(path))) volume.remove(path);
  return true;
}

/** Adds the notices on the source as a whole to those on its folders. */
function addNotices(tree: Tree, mountId: string, notices: FetchedSource["notices"]): boolean {
  const known = tree.noticesOf(mountId);
  const told = new Set(known.map((notice) => JSON.stringify(notice)));
  const added = notices.filter((notice) => !told.has(JSON.stringify(notice)));
  tree.note(mountId, [...known, ...added]);
  return added.length > 0;
}

function stop(needs: Needs, mountId: string, failure: Failure): void {
  needs.under.delete(mountId);
  const volume = needs.tree.grown(mountId)?.volume;
  volume?.pending.requestFrom(undefined);
  putStatus(needs.slice, mountId, { kind: "stopped", pending: volume?.pendingCount() ?? 0, failure });
}

function tellProgress(needs: Needs, mountId: string, progress: MountProgress): void {
  const status = needs.slice.get().deliveries.get(mountId);
  if (status?.kind === "coming") putStatus(needs.slice, mountId, { ...status, progress });
}

function putStatus(slice: Slice<"deliveries">, mountId: string, status: DeliveryStatus | undefined): void {
  const deliveries = new Map(slice.get().deliveries);
  if (status) deliveries.set(mountId, status);
  else deliveries.delete(mountId);
  slice.set({ deliveries });
}
