import { failureOf } from "#lib/failure.ts";
import type { MountProgress } from "#lib/vfs/progress.ts";
import { snapshotSize } from "#lib/vfs/snapshot.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { type Core, currentProfile, type FetchedSource } from "./core.ts";
import { type FetchOptions, fetchSource, type Incoming } from "./fetch-source.ts";
import { growTree } from "./grow-tree.ts";
import type { MountTree } from "./mount-points.ts";
import { pinnedSource } from "./pinned-source.ts";
import { choosePlacement } from "./placement.ts";
import { workspaceRecord } from "./record.ts";
import { refresh } from "./refresh.ts";
import type { Edits } from "./saver.ts";
import type { Mount } from "./state.ts";

/** Fetches, verifies and mounts. Until the last step nothing of the workspace changes. */
export async function mountIncoming(core: Core, incoming: Incoming, onMounted?: () => void): Promise<void> {
  await underway(core, incoming, async (options) => {
    await placeFetched(core, await fetchSource(incoming, options), options);
    onMounted?.();
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

/** Fetches the files of a mount again, at its commit, and puts the person's changes back over them. */
export async function remount(core: Core, mount: Mount, edits: Edits): Promise<void> {
  const source = pinnedSource(mount);
  if (!source) {
    const failure = { code: "storage-failed", detail: `the files of ${mount.label} did not survive` } as const;
    core.store.setState({ activity: { kind: "failed", label: mount.label, failure } });
    return;
  }
  const incoming = { kind: "source", source } as const;
  await underway(core, incoming, async (options) => {
    const { snapshot } = await fetchSource(incoming, options);
    core.trees.set(mount.id, await growTree(snapshot, { edits, signal: options.signal }));
    await refresh(core, "load");
    void core.saver.saveMount(workspaceRecord(core), mount.id, snapshot);
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
  const tree = await growTree(fetched.snapshot, {
    signal,
    onProgress: (done, total) => onProgress({ phase: "mounting", done, total }),
  });
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
