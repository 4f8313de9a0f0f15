import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { joinLater, joinSnapshots, type Snapshot, snapshotSize } from "#lib/vfs/snapshot.ts";
import type { MountProgress } from "#lib/vfs/source.ts";
import { settleVolume } from "#lib/vfs/volume.ts";
import type { Harness } from "#lib/workspace/harness/harness.ts";
import type { Keeping } from "#lib/workspace/keeping/keeping.ts";
import { type ArrivingStatus, type Mount, pinnedSource } from "#lib/workspace/state/mount.ts";
import type { ArrivingSource, FetchedSource } from "#lib/workspace/state/source.ts";
import type { Slice, SliceState } from "#lib/workspace/store/slices.ts";
import type { Tree } from "#lib/workspace/tree/tree.ts";
import { type FetchOptions, fetchSource, type Incoming } from "./fetch-source.ts";
import type { Folders } from "./folders.ts";

/** A source that is being fetched, from the moment it can be used. */
export interface Received {
  /** Absent where it came as a whole. */
  readonly arriving?: ArrivingSource;
  /** Rejects as `fetchSource`. */
  readonly whole: Promise<FetchedSource>;
  /** Mounts it by one of these. What has not come then comes behind the person's back: `arriving` of the state tells how that goes. */
  mount(receiver: Receiver): Promise<Mount>;
}

/** What becomes of a source that was received. */
interface Receiver {
  /** Mounts a source whose contents are on their way. */
  readonly arriving: (source: ArrivingSource) => Promise<Mount>;
  /** Mounts one that came as a whole. */
  readonly whole: (fetched: FetchedSource) => Promise<Mount>;
}

/** Mounts that can be used while contents of their files are on their way. */
export interface Arrivals {
  state(): SliceState<"arrivals">;
  /** Fetches a source until it can be used. Rejects as `fetchSource`. */
  receive(incoming: Incoming, options: ReceiveOptions): Promise<Received>;
  /** Fetches the files that are missing of a mount that stopped arriving, and only those. */
  resume(mount: Mount): Promise<void>;
  /**
   * Resolves once all contents have come: of the one mount, or of all without `mountId`. Throws `files-pending` where some
   * will not come unless they are fetched again.
   */
  whenArrived(mountId?: string): Promise<void>;
  /** Stops what is on its way, which stays as far as it has come. */
  cancel(): void;
  /** Ends an arrival that failed: the mount keeps what has come, and its status says how many files are missing. */
  stop(mountId: string, failure: Failure): void;
  /** Ends the arrival of a mount that was removed, or was shown in another way. */
  drop(mountId: string): void;
  /** Ends all arrivals here: the tab that saves the workspace next resumes them. */
  dropAll(): void;
  /** The files that were kept of a mount whose workspace was closed before all had come, or which was lost. */
  keptPieces(mountId: string): Promise<Snapshot | undefined>;
}

interface ArrivalNeeds {
  readonly slice: Slice<"arrivals">;
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly harness: Harness;
  readonly folders: Folders;
  readonly closed: AbortSignal;
}

interface Needs extends ArrivalNeeds {
  /** What is on its way, by mount; how it stands is in the state. */
  readonly under: Map<string, Under>;
}

interface Under {
  /** Stops it. What has come stays. */
  readonly stopping: AbortController;
  /** Resolves when everything has come, or nothing comes any more. */
  readonly over: Promise<void>;
}

export function createArrivals(given: ArrivalNeeds): Arrivals {
  const needs: Needs = { ...given, under: new Map() };
  return {
    state: needs.slice.get,
    receive: (incoming, options) => receive(needs, incoming, options),
    resume: (mount) => resumeArrival(needs, mount),
    whenArrived: (mountId) => whenArrived(needs, mountId),
    cancel: () => {
      for (const { stopping } of needs.under.values()) stopping.abort();
    },
    stop: (mountId, failure) => stopArrival(needs, mountId, failure),
    drop: (mountId) => dropArrival(needs, mountId),
    dropAll: () => {
      for (const id of needs.slice.get().arriving.keys()) dropArrival(needs, id);
    },
    keptPieces: (mountId) => keptPieces(needs, mountId),
  };
}

export interface ReceiveOptions extends Pick<FetchOptions, "signal" | "onProgress" | "known"> {
  /** Whether it is shown to the person before it is mounted: then the rest of it is fetched meanwhile. */
  readonly isShownFirst?: boolean;
}

async function receive(
  needs: Needs,
  incoming: Incoming,
  { isShownFirst, ...options }: ReceiveOptions,
): Promise<Received> {
  const first = Promise.withResolvers<ArrivingSource | undefined>();
  const inUse = Promise.withResolvers<void>();
  if (isShownFirst) inUse.resolve();
  const news = createNews(needs, options.onProgress);
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
      follow(needs, mount.id, { fetching: whole, stopping, news, want: arriving.want });
      return mount;
    },
  };
}

async function resumeArrival(needs: Needs, mount: Mount): Promise<void> {
  const source = pinnedSource(mount);
  if (!source || needs.under.has(mount.id)) return;
  const news = createNews(needs, () => undefined);
  const stopping = new AbortController();
  const fetching = fetchSource(
    { kind: "source", source },
    {
      signal: AbortSignal.any([needs.closed, stopping.signal]),
      known: needs.tree.filesOf(mount.id).base,
      onArriving: ({ known, want }) => {
        news.onContents(known);
        needs.tree.grown(mount.id)?.volume.pending.comeFrom(absolute(want));
      },
      ...news,
    },
  );
  follow(needs, mount.id, { fetching, stopping, news });
  await needs.under.get(mount.id)?.over;
}

async function whenArrived(needs: Needs, mountId?: string): Promise<void> {
  const ids = mountId === undefined ? [...needs.under.keys()] : [mountId];
  await Promise.all(ids.map((id) => needs.under.get(id)?.over));
  const { arriving } = needs.slice.get();
  for (const [id, { pending }] of arriving) {
    if (mountId !== undefined && mountId !== id) continue;
    throw new FailureError({ code: "files-pending", label: needs.tree.mountOf(id)?.label ?? "", count: pending });
  }
}

function dropArrival(needs: Needs, mountId: string): void {
  needs.under.get(mountId)?.stopping.abort();
  needs.under.delete(mountId);
  putStatus(needs, mountId, undefined);
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

function createNews(needs: Needs, onProgress: FetchOptions["onProgress"]): News {
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
    void inTurn(() => takeContents(needs, id, contents));
  };
  return {
    onProgress(progress: MountProgress) {
      if (mountId === undefined) onProgress(progress);
      else tellProgress(needs, mountId, progress);
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
function follow(needs: Needs, mountId: string, { fetching, stopping, news, want }: Following): void {
  const volume = needs.tree.grown(mountId)?.volume;
  if (want) volume?.pending.comeFrom(absolute(want));
  putStatus(needs, mountId, {
    kind: "coming",
    pending: volume?.pendingCount() ?? 0,
    progress: { phase: "downloading" },
  });
  news.tell(mountId);
  const over = fetching
    .then((fetched) => news.inTurn(() => complete(needs, mountId, fetched)))
    .catch((caught: unknown) => {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      return news.inTurn(() => {
        if (needs.under.get(mountId)?.stopping === stopping) stopArrival(needs, mountId, failure);
      });
    });
  needs.under.set(mountId, { stopping, over });
}

/** Paths of a snapshot are relative, those of a volume absolute. */
function absolute(want: ArrivingSource["want"]): ArrivingSource["want"] {
  return (paths) => want(paths.map((path) => path.slice(1)));
}

/** Shows contents that came ahead of the whole, and counts their files as come. */
async function takeContents(needs: Needs, mountId: string, contents: readonly Snapshot[]): Promise<void> {
  const tree = needs.tree.grown(mountId);
  // An arrival that is over has shown all that it will.
  if (!tree || needs.closed.aborted || !needs.under.has(mountId)) return;
  const [only] = contents;
  const come = contents.length === 1 && only ? only : joinSnapshots(...contents);
  const wasMissed = await settleVolume(tree.volume, come, needs.closed).catch(() => undefined);
  if (wasMissed === undefined || needs.tree.grown(mountId)?.volume !== tree.volume) return;
  const { base, edits } = needs.tree.filesOf(mountId);
  const piece = isFetchable(needs.tree, mountId) ? come : undefined;
  void needs.keeping.arrive(mountId, { base: joinLater(base, come), edits, piece });
  const status = needs.slice.get().arriving.get(mountId);
  if (status) putStatus(needs, mountId, { ...status, pending: tree.volume.pendingCount() });
  if (wasMissed) await needs.harness.refresh("load");
  else needs.harness.showContents();
}

/** Whether the files of a mount can be fetched, so that keeping a part of them saves fetching that part again. */
export function isFetchable(tree: Tree, mountId: string): boolean {
  return tree.mountOf(mountId)?.source.kind === "git";
}

async function keptPieces(needs: Needs, mountId: string): Promise<Snapshot | undefined> {
  try {
    const pieces = await (await needs.keeping.storage).pieces(needs.keeping.workspaceId, mountId);
    return pieces.length > 0 ? joinSnapshots(...pieces) : undefined;
  } catch (caught) {
    if (!failureOf(caught)) throw caught;
    return undefined;
  }
}

/** Everything has come and is verified: it is shown, and saved from now on. */
async function complete(needs: Needs, mountId: string, fetched: FetchedSource): Promise<void> {
  const tree = needs.tree.grown(mountId);
  if (!tree) return;
  const wasMissed = await settleVolume(tree.volume, fetched.snapshot, needs.closed);
  if (needs.tree.grown(mountId)?.volume !== tree.volume) return;
  tree.volume.pending.comeFrom(undefined);
  needs.under.delete(mountId);
  if (fetched.live) needs.folders.follow(mountId, fetched.live, "open");
  const hasNews = addNotices(needs, mountId, fetched.notices);
  needs.tree.change(mountId, (mount) => ({ ...mount, ...snapshotSize(fetched.snapshot) }));
  const shown = wasMissed || hasNews ? needs.harness.refresh(wasMissed ? "load" : "disk") : undefined;
  void needs.keeping.saveMount(mountId, fetched.snapshot, shown);
  putStatus(needs, mountId, undefined);
  if (!shown) needs.harness.showContents();
  await shown;
}

/** Adds the notices on the source as a whole to those on its folders. */
function addNotices(needs: Needs, mountId: string, notices: FetchedSource["notices"]): boolean {
  const known = needs.tree.noticesOf(mountId);
  const told = new Set(known.map((notice) => JSON.stringify(notice)));
  const added = notices.filter((notice) => !told.has(JSON.stringify(notice)));
  needs.tree.note(mountId, [...known, ...added]);
  return added.length > 0;
}

function stopArrival(needs: Needs, mountId: string, failure: Failure): void {
  needs.under.delete(mountId);
  const volume = needs.tree.grown(mountId)?.volume;
  volume?.pending.comeFrom(undefined);
  putStatus(needs, mountId, { kind: "stopped", pending: volume?.pendingCount() ?? 0, failure });
}

function tellProgress(needs: Needs, mountId: string, progress: MountProgress): void {
  const status = needs.slice.get().arriving.get(mountId);
  if (status?.kind === "coming") putStatus(needs, mountId, { ...status, progress });
}

function putStatus(needs: Needs, mountId: string, status: ArrivingStatus | undefined): void {
  const arriving = new Map(needs.slice.get().arriving);
  if (status) arriving.set(mountId, status);
  else arriving.delete(mountId);
  needs.slice.set({ arriving });
}
