import { failureOf } from "#lib/failure.ts";
import type { MountProgress } from "#lib/vfs/progress.ts";
import { snapshotSize } from "#lib/vfs/snapshot.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { createVolume, fillVolume, type Volume } from "#lib/vfs/volume.ts";
import { type Core, currentProfile, type FetchedSource } from "./core.ts";
import { type FetchOptions, fetchSource, type Incoming } from "./fetch-source.ts";
import { indexTree, type MountTree } from "./mount-points.ts";
import { choosePlacement } from "./placement.ts";
import { workspaceRecord } from "./record.ts";
import { refresh } from "./refresh.ts";
import type { Mount } from "./state.ts";

/** Fetches, verifies and mounts. Until the last step nothing of the workspace changes. */
export async function mountIncoming(core: Core, incoming: Incoming, onMounted = (): void => {}): Promise<void> {
  await underway(core, incoming, async (options) => {
    await placeFetched(core, await fetchSource(incoming, options), options);
    onMounted();
  });
}

/** Tries again what failed last. */
export async function retryMount(core: Core): Promise<void> {
  await core.retry?.();
}

/** Fetches and verifies what a link names, and shows it instead of mounting it. */
export async function offerIncoming(
  core: Core,
  incoming: Incoming,
  show: (fetched: FetchedSource) => void,
): Promise<void> {
  await underway(core, incoming, async (options) => {
    core.offered = await fetchSource(incoming, options);
    show(core.offered);
  });
}

/** Mounts what was offered. */
export async function mountOffered(core: Core, offered: FetchedSource, onMounted: () => void): Promise<void> {
  delete core.offered;
  await underway(core, { kind: "source", source: offered.source }, async (options) => {
    await placeFetched(core, offered, options);
    onMounted();
  });
}

/**
 * Runs one mount at a time with progress and cancel. What fails becomes `activity`, which keeps what to
 * try again; a cancelled one leaves no trace.
 */
async function underway(core: Core, incoming: Incoming, work: (options: FetchOptions) => Promise<void>): Promise<void> {
  core.mounting?.abort();
  const controller = new AbortController();
  core.mounting = controller;
  const label = incomingLabel(incoming);
  const report = (progress: MountProgress) => {
    if (core.mounting === controller) core.store.setState({ activity: { kind: "cloning", label, progress } });
  };
  report({ phase: "connecting" });
  try {
    await work({ signal: AbortSignal.any([controller.signal, core.closed]), onProgress: report });
    if (core.mounting === controller) core.store.setState({ activity: { kind: "idle" } });
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    if (core.mounting !== controller) return;
    core.retry = () => underway(core, incoming, work);
    core.store.setState({
      activity: failure.code === "cancelled" ? { kind: "idle" } : { kind: "failed", label, failure },
    });
  } finally {
    if (core.mounting === controller) delete core.mounting;
  }
}

async function placeFetched(core: Core, fetched: FetchedSource, { signal, onProgress }: FetchOptions): Promise<void> {
  const tree = await growTree(fetched, { signal, onProgress });
  const { mounts } = core.store.getState();
  const mount = describeMount(core, fetched, tree, mounts);
  core.trees.set(mount.id, tree);
  core.mountNotices.set(mount.id, fetched.notices);
  core.store.setState({
    mounts: [...mounts, mount],
    ...(mounts.length === 0 && { title: mount.label }),
  });
  await refresh(core, "load");
  void core.saver.saveMount(workspaceRecord(core), mount.id, fetched.snapshot);
}

async function growTree(fetched: FetchedSource, { signal, onProgress }: FetchOptions): Promise<MountTree> {
  const volume: Volume = createVolume();
  await fillVolume(volume, fetched.snapshot, {
    signal,
    onProgress: (done, total) => onProgress({ phase: "mounting", done, total }),
  });
  return indexTree(volume);
}

function describeMount(core: Core, fetched: FetchedSource, tree: MountTree, mounts: readonly Mount[]): Mount {
  const { fileCount, byteCount } = snapshotSize(fetched.snapshot);
  return {
    id: crypto.randomUUID(),
    source: fetched.source,
    label: fetched.label,
    ...(fetched.commit !== undefined && { commit: fetched.commit }),
    ...choosePlacement(currentProfile(core), fetched, tree, mounts),
    fileCount,
    byteCount,
  };
}

function incomingLabel(incoming: Incoming): string {
  if (incoming.kind === "source") return sourceLabel(incoming.source);
  return incoming.kind === "upload" ? incoming.name : "Pasted skill";
}
