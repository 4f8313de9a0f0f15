import { workerError } from "#lib/async/worker-error.ts";
import { FailureError } from "#lib/failure.ts";
import type { HostAuthorization } from "#lib/git/transport/git-http.ts";
import { type DeliveredWhole, type Delivery, deliver, type Tell } from "#lib/vfs/delivery.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { GitSource, ReportProgress } from "#lib/vfs/source.ts";
import type { CloneAbout, CloneReply, CloneRequest } from "./clone-protocol.ts";

export interface CloneOptions {
  readonly signal?: AbortSignal;
  /** Sent to the source's own host and to no other. */
  readonly authorization?: HostAuthorization;
  /** Contents that are already here and are not fetched again. */
  readonly known?: Snapshot;
  /** Until this resolves, only the files that show which skills there are get fetched; then the whole repository. */
  readonly opened?: Promise<void>;
}

/** Tells the relay which requests belong to one page, where a whole classroom shares one address. */
let session: string | undefined;

/** Milliseconds that a cancelled worker has to end its request itself. */
const grace = 100;

/** Milliseconds that a cancelled worker may take to hand over its files, which may be 100 MB. */
const handoverGrace = 2000;

/** A worker that has loaded its code and waits for its one clone. */
let spare: Worker | undefined;

/**
 * Starts the next clone's worker ahead of time: its code is loaded and compiled while a person still decides, or while the page's own code
 * is. Does nothing where a clone has already been prefetched.
 */
export function prepareClone(): void {
  if (spare || prefetched) return;
  const worker = startWorker();
  spare = worker;
  // A worker whose code could not be loaded would never answer. The next clone starts another, and reports its failure.
  worker.addEventListener("error", (event) => {
    if (spare !== worker) return;
    spare = undefined;
    event.preventDefault();
  });
}

function takeWorker(): Worker {
  const worker = spare ?? startWorker();
  spare = undefined;
  return worker;
}

function startWorker(): Worker {
  return new Worker(new URL("./clone.worker.ts", import.meta.url), { type: "module" });
}

/**
 * Downloads and verifies the files of the commit that `source` names, in a worker of its own. Throws a `FailureError`,
 * `cancelled` as soon as `signal` aborts; nothing of the clone is left if its part has not arrived by then.
 */
export function cloneRepository(source: GitSource, options: CloneOptions = {}): Delivery<CloneAbout> {
  return deliver((tell) => bringClone(source, options, tell));
}

async function bringClone(
  source: GitSource,
  options: CloneOptions,
  tell: Tell<CloneAbout>,
): Promise<DeliveredWhole<CloneAbout>> {
  const start = performance.now();
  // Browsers show these beside the network's times, and the benchmark reads them.
  const measure = (name: string) => performance.measure(name, { start });
  let isConnected = false;
  const reply = await askWorker("clone", source, options, (news) => {
    if (news.kind === "part") measure("skills listed");
    if (!isConnected && !(news.kind === "progress" && news.progress.phase === "connecting")) {
      isConnected = true;
      measure("connected");
    }
    return tell(news);
  });
  if (reply.kind !== "done") throw new Error(`A clone was answered by "${reply.kind}".`);
  measure("clone");
  const { snapshot, ...about } = reply.result;
  return { kind: "whole", about, snapshot };
}

/** The id of the commit, or of the annotated tag, that `source` names now. Rejects as `cloneRepository` throws. */
export async function resolveRepository(
  source: GitSource,
  { onProgress, ...options }: Pick<CloneOptions, "signal" | "authorization"> & { readonly onProgress: ReportProgress },
): Promise<string> {
  const reply = await askWorker("resolve", source, options, async (news) => {
    if (news.kind === "progress") onProgress(news.progress);
  });
  if (reply.kind !== "resolved") throw new Error(`A question for a commit was answered by "${reply.kind}".`);
  return reply.id;
}

type Answer = Extract<CloneReply, { kind: "done" | "resolved" }>;

function askWorker(
  kind: "clone" | "resolve",
  source: GitSource,
  options: CloneOptions,
  tell: Tell<CloneAbout>,
): Promise<Answer> {
  const { signal, authorization, known, opened = Promise.resolve() } = options;
  if (signal?.aborted) return Promise.reject(new FailureError({ code: "cancelled" }));
  const worker = takeWorker();
  const post = (request: CloneRequest) => worker.postMessage(request);
  const done = Promise.withResolvers<Answer>();
  let hasPart = false;
  const cancel = () => {
    post({ kind: "cancel" });
    const end = () => done.reject(new FailureError({ code: "cancelled" }));
    // After its part, the worker first hands over what has arrived, which stays.
    if (hasPart) setTimeout(end, handoverGrace);
    else end();
  };
  signal?.addEventListener("abort", cancel);
  worker.addEventListener("error", (event) => done.reject(workerError(event)));
  const report = (data: Told) => {
    // Reports from just before the cancellation may still arrive.
    if (signal?.aborted && !hasPart) return;
    if (data.kind !== "part") void tell(data);
    else {
      hasPart = true;
      const want = (paths: readonly string[]) => post({ kind: "want", paths });
      void tell({ kind: "part", ...data.part, want }).then(() => post({ kind: "read-on" }));
    }
  };
  worker.addEventListener("message", ({ data }: MessageEvent<CloneReply>) => {
    if (data.kind === "progress" || data.kind === "part" || data.kind === "contents") report(data);
    else if (data.kind === "failed") done.reject(new FailureError(data.failure));
    else if (data.kind === "broken") done.reject(new Error(data.message));
    else done.resolve(data);
  });
  session ??= crypto.randomUUID();
  post({ kind, source, session, ...(authorization && { authorization }), ...(known && { known }) });
  void opened.then(() => post({ kind: "open" }));
  return done.promise.finally(() => {
    signal?.removeEventListener("abort", cancel);
    setTimeout(() => worker.terminate(), signal?.aborted && !hasPart ? grace : 0);
  });
}

/** Replies that come before the answer. */
type Told = Extract<CloneReply, { kind: "progress" | "part" | "contents" }>;

interface PrefetchedClone {
  readonly source: string;
  readonly since: number;
  readonly delivery: Delivery<CloneAbout>;
  readonly stopping: AbortController;
  readonly opened: PromiseWithResolvers<void>;
  isOpened: boolean;
}

let prefetched: PrefetchedClone | undefined;

/** Milliseconds for which a prefetched repository that was not opened counts as unchanged. */
const freshFor = 60_000;

/**
 * Starts a clone before there is a workspace for it, while the page that shows it loads. At most one is kept: one of
 * another repository ends it.
 * @param isOpened whether the person has opened it; until then only the files that show which skills there are get
 * fetched
 */
export function prefetchClone(source: GitSource, isOpened: boolean): void {
  const clone = prefetchedOf(source) ?? startPrefetching(source);
  if (!isOpened) return;
  clone.isOpened = true;
  clone.opened.resolve();
}

function startPrefetching(source: GitSource): PrefetchedClone {
  dropPrefetchedClone();
  const stopping = new AbortController();
  const opened = Promise.withResolvers<void>();
  const bring = async (tell: Tell<CloneAbout>) => {
    try {
      return await bringClone(source, { signal: stopping.signal, opened: opened.promise }, tell);
    } catch (caught) {
      // The caller that takes it gets the failure. One that nobody has opened is dropped, and opening it later starts a
      // new clone.
      if (prefetched === clone && !clone.isOpened) prefetched = undefined;
      throw caught;
    }
  };
  const clone: PrefetchedClone = {
    source: JSON.stringify(source),
    since: performance.now(),
    delivery: deliver(bring),
    stopping,
    opened,
    isOpened: false,
  };
  prefetched = clone;
  return clone;
}

/** The prefetched clone of `source`, unless it was not opened and is too old. */
function prefetchedOf(source: GitSource): PrefetchedClone | undefined {
  if (prefetched?.source !== JSON.stringify(source)) return undefined;
  if (prefetched.isOpened || performance.now() - prefetched.since < freshFor) return prefetched;
  dropPrefetchedClone();
  return undefined;
}

/** Ends a prefetched clone that turned out not to be needed. */
export function dropPrefetchedClone(): void {
  prefetched?.stopping.abort();
  prefetched = undefined;
}

/** The prefetched clone of `source`, or a new one. Like `cloneRepository`. */
export function takeClone(source: GitSource, options: CloneOptions): Delivery<CloneAbout> {
  const clone = prefetchedOf(source);
  if (!clone) return cloneRepository(source, options);
  prefetched = undefined;
  clone.opened.resolve();
  const stop = () => clone.stopping.abort();
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener("abort", stop);
  return clone.delivery;
}
