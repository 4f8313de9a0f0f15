import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { joinLater, joinSnapshots, type Snapshot, snapshotSize } from "#lib/vfs/snapshot.ts";
import type { MountProgress } from "#lib/vfs/source.ts";
import { settleVolume } from "#lib/vfs/volume.ts";
import {
  type ArrivingSource,
  type Core,
  type FetchedSource,
  type Received,
  workspaceRecord,
} from "#lib/workspace/core.ts";
import { refresh, showContents } from "#lib/workspace/harness/refresh.ts";
import { type ArrivingStatus, type Mount, pinnedSource } from "#lib/workspace/state/mount.ts";
import { type FetchOptions, fetchSource, type Incoming } from "./fetch-source.ts";
import { followFolder } from "./live-mounts.ts";
import { filesOf, mountOf } from "./swap-files.ts";

export interface ReceiveOptions extends Pick<FetchOptions, "signal" | "onProgress" | "known"> {
  /** Whether it is shown to the person before it is mounted: then the rest of it is fetched meanwhile. */
  readonly isShownFirst?: boolean;
}

/** Fetches a source until it can be used. Rejects as `fetchSource`. */
export async function receive(
  core: Core,
  incoming: Incoming,
  { isShownFirst, ...options }: ReceiveOptions,
): Promise<Received> {
  const first = Promise.withResolvers<ArrivingSource | undefined>();
  const inUse = Promise.withResolvers<void>();
  if (isShownFirst) inUse.resolve();
  const news = createNews(core, options.onProgress);
  const stopping = new AbortController();
  const whole = fetchSource(incoming, {
    ...options,
    signal: AbortSignal.any([options.signal, stopping.signal]),
    onArriving(arriving) {
      first.resolve(arriving);
      return inUse.promise;
    },
    ...news,
  });
  whole.then(() => first.resolve(undefined), first.reject);
  const arriving = await first.promise;
  return {
    ...(arriving && { arriving }),
    whole,
    async mount(receiver) {
      if (!arriving) return receiver.whole(await whole);
      const mount = await receiver.arriving(arriving).catch((caught) => {
        stopping.abort();
        throw caught;
      });
      inUse.resolve();
      follow(core, mount.id, { fetching: whole, stopping, news, want: arriving.want });
      return mount;
    },
  };
}

/** Fetches the files that are missing of a mount that stopped arriving, and only those. */
export async function resumeArrival(core: Core, mount: Mount): Promise<void> {
  const source = pinnedSource(mount);
  if (!source || core.arrivals.has(mount.id)) return;
  const news = createNews(core, () => undefined);
  const stopping = new AbortController();
  const fetching = fetchSource(
    { kind: "source", source },
    {
      signal: AbortSignal.any([core.closed, stopping.signal]),
      known: filesOf(core, mount.id).base,
      onArriving: ({ known, want }) => {
        news.onContents(known);
        core.trees.get(mount.id)?.volume.pending.comeFrom(absolute(want));
      },
      ...news,
    },
  );
  follow(core, mount.id, { fetching, stopping, news });
  await core.arrivals.get(mount.id)?.over;
}

/**
 * Resolves once all contents have come: of the one mount, or of all without `mountId`. Throws `files-pending` where some
 * will not come unless they are fetched again.
 */
export async function whenArrived(core: Core, mountId?: string): Promise<void> {
  const ids = mountId === undefined ? [...core.arrivals.keys()] : [mountId];
  await Promise.all(ids.map((id) => core.arrivals.get(id)?.over));
  const { arriving } = core.store.getState();
  for (const [id, { pending }] of arriving) {
    if (mountId !== undefined && mountId !== id) continue;
    throw new FailureError({ code: "files-pending", label: mountOf(core, id)?.label ?? "", count: pending });
  }
}

/** Ends an arrival whose mount was removed, or was shown in another way. */
export function dropArrival(core: Core, mountId: string): void {
  core.arrivals.get(mountId)?.stopping.abort();
  core.arrivals.delete(mountId);
  putStatus(core, mountId, undefined);
}

/** Ends all arrivals here: the tab that saves the workspace next resumes them. */
export function dropArrivals(core: Core): void {
  for (const id of core.store.getState().arriving.keys()) dropArrival(core, id);
}

/** Receives the reports of a fetch: at first for the activity under way, later for the mount they belong to. */
interface News {
  readonly onProgress: FetchOptions["onProgress"];
  readonly onContents: (contents: Snapshot) => void;
  /** Sends all reports to this mount from now on. */
  tell(mountId: string): void;
  /** Runs `work` when everything reported so far is shown; later reports wait for its end. */
  inTurn(work: () => Promise<void> | void): Promise<void>;
}

function createNews(core: Core, onProgress: FetchOptions["onProgress"]): News {
  let mountId: string | undefined;
  let untold: Snapshot[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: News["inTurn"] = (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const showAll = () => {
    const [id, contents] = [mountId, untold];
    if (id === undefined || contents.length === 0) return;
    untold = [];
    void inTurn(() => takeContents(core, id, contents));
  };
  return {
    onProgress(progress: MountProgress) {
      if (mountId === undefined) onProgress(progress);
      else tellProgress(core, mountId, progress);
    },
    onContents(contents) {
      untold.push(contents);
      showAll();
    },
    tell(id) {
      mountId = id;
      showAll();
    },
    inTurn,
  };
}

interface Following {
  readonly fetching: Promise<FetchedSource>;
  readonly stopping: AbortController;
  readonly news: News;
  readonly want?: ArrivingSource["want"];
}

/** Follows an arrival to its end, and sets the mount's status to how it ended. */
function follow(core: Core, mountId: string, { fetching, stopping, news, want }: Following): void {
  const volume = core.trees.get(mountId)?.volume;
  if (want) volume?.pending.comeFrom(absolute(want));
  putStatus(core, mountId, {
    kind: "coming",
    pending: volume?.pendingCount() ?? 0,
    progress: { phase: "downloading" },
  });
  news.tell(mountId);
  const over = fetching
    .then((fetched) => news.inTurn(() => complete(core, mountId, fetched)))
    .catch((caught: unknown) => {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      return news.inTurn(() => {
        if (core.arrivals.get(mountId)?.stopping === stopping) stopArrival(core, mountId, failure);
      });
    });
  core.arrivals.set(mountId, { stopping, over });
}

/** Paths of a snapshot are relative, those of a volume absolute. */
function absolute(want: ArrivingSource["want"]): ArrivingSource["want"] {
  return (paths) => want(paths.map((path) => path.slice(1)));
}

/** Shows contents that came ahead of the whole, and counts their files as come. */
async function takeContents(core: Core, mountId: string, contents: readonly Snapshot[]): Promise<void> {
  const tree = core.trees.get(mountId);
  // An arrival that is over has shown all that it will.
  if (!tree || core.closed.aborted || !core.arrivals.has(mountId)) return;
  const [only] = contents;
  const come = contents.length === 1 && only ? only : joinSnapshots(...contents);
  const wasMissed = await settleVolume(tree.volume, come, core.closed).catch(() => undefined);
  if (wasMissed === undefined || core.trees.get(mountId)?.volume !== tree.volume) return;
  const { base, edits } = filesOf(core, mountId);
  const piece = isFetchable(core, mountId) ? come : undefined;
  void core.saver.arrive(workspaceRecord(core), mountId, { base: joinLater(base, come), edits, piece });
  const status = core.store.getState().arriving.get(mountId);
  if (status) putStatus(core, mountId, { ...status, pending: tree.volume.pendingCount() });
  if (wasMissed) await refresh(core, "load");
  else showContents(core);
}

/** Whether the files of a mount can be fetched, so that keeping a part of them saves fetching that part again. */
export function isFetchable(core: Core, mountId: string): boolean {
  return mountOf(core, mountId)?.source.kind === "git";
}

/** The files that were kept of a mount whose workspace was closed before all had come, or which was lost. */
export async function keptPieces(core: Core, mountId: string): Promise<Snapshot | undefined> {
  try {
    const pieces = await (await core.storage).pieces(core.store.getState().id, mountId);
    return pieces.length > 0 ? joinSnapshots(...pieces) : undefined;
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    return undefined;
  }
}

/** Everything has come and is verified: it is shown, and saved from now on. */
async function complete(core: Core, mountId: string, fetched: FetchedSource): Promise<void> {
  const tree = core.trees.get(mountId);
  if (!tree) return;
  const wasMissed = await settleVolume(tree.volume, fetched.snapshot, core.closed);
  if (core.trees.get(mountId)?.volume !== tree.volume) return;
  tree.volume.pending.comeFrom(undefined);
  core.arrivals.delete(mountId);
  if (fetched.live) followFolder(core, mountId, fetched.live, "open");
  const hasNews = addNotices(core, mountId, fetched.notices);
  core.store.setState(({ mounts }) => ({
    mounts: mounts.map((mount) => (mount.id === mountId ? { ...mount, ...snapshotSize(fetched.snapshot) } : mount)),
  }));
  const shown = wasMissed || hasNews ? refresh(core, wasMissed ? "load" : "disk") : undefined;
  void core.saver.saveMount(workspaceRecord(core), mountId, fetched.snapshot, shown);
  putStatus(core, mountId, undefined);
  if (!shown) showContents(core);
  await shown;
}

/** Adds the notices on the source as a whole to those on its folders. */
function addNotices({ mountNotices }: Core, mountId: string, notices: FetchedSource["notices"]): boolean {
  const known = mountNotices.get(mountId) ?? [];
  const told = new Set(known.map((notice) => JSON.stringify(notice)));
  const added = notices.filter((notice) => !told.has(JSON.stringify(notice)));
  mountNotices.set(mountId, [...known, ...added]);
  return added.length > 0;
}

/** Ends an arrival that failed: the mount keeps what has come, and its status says how many files are missing. */
export function stopArrival(core: Core, mountId: string, failure: Failure): void {
  core.arrivals.delete(mountId);
  const volume = core.trees.get(mountId)?.volume;
  volume?.pending.comeFrom(undefined);
  putStatus(core, mountId, { kind: "stopped", pending: volume?.pendingCount() ?? 0, failure });
}

function tellProgress(core: Core, mountId: string, progress: MountProgress): void {
  const status = core.store.getState().arriving.get(mountId);
  if (status?.kind === "coming") putStatus(core, mountId, { ...status, progress });
}

function putStatus({ store }: Core, mountId: string, status: ArrivingStatus | undefined): void {
  const arriving = new Map(store.getState().arriving);
  if (status) arriving.set(mountId, status);
  else arriving.delete(mountId);
  store.setState({ arriving });
}
