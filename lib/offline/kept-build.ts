import { type BuildList, checkList } from "./build-list.ts";
import { untilIdle } from "./busy.ts";
import { checkAnswer } from "./checked-answers.ts";
import { cachePrefix, labPayload } from "./kept-lab.ts";

/** The worker's environment; a test passes a fake. */
export interface WorkerHost {
  readonly caches: CacheStorage;
  readonly origin: string;
  fetch(request: Request): Promise<Response>;
  /** Absent in older browsers. */
  readonly locks?: LockManager | undefined;
}

/** One page for each address with a page of its own, and one for the whole lab. */
export const ownPages: readonly string[] = ["/", "/guide", "/guide/workshops", "/class"];
/** The lab at an address without a workspace: what it draws before it reads the address is the same for all. */
export const labPage = "/local/offline";

/** The prefix of cache names of earlier versions of the worker, which stored answers unchecked. */
const uncheckedPrefix = "skillground-build-";

/** The number of parallel requests, which leaves the person's page room. */
const lanes = 4;
/** Milliseconds for which all files together wait for busy pages: browsers end a worker that takes minutes. */
const patience = 60_000;

const cacheName = ({ version, hash }: BuildList) => `${cachePrefix}${version}-${hash}`;
const filesOf = ({ assets, files }: BuildList) => [...Object.keys(assets), ...Object.keys(files)];
const drawnPages: readonly string[] = [...ownPages, labPage];

/**
 * Fetches everything of a build that is not stored yet. Pages come last, when everything that they load is there, so an
 * interrupted attempt continues the next time.
 * @throws TypeError where the network is cut, Error where the server answers with anything but this build,
 * QuotaExceededError where there is no room for it: what was stored is then deleted.
 */
export async function keepBuild(host: WorkerHost, build: BuildList): Promise<void> {
  checkList(build);
  await dropParts(host, build);
  try {
    await fill(host, build);
  } catch (caught) {
    if ((caught as Error).name === "QuotaExceededError") await host.caches.delete(cacheName(build));
    throw caught;
  }
}

/**
 * Fetches again what is missing or wrong in the storage of a build. Checks pages only, and counts the rest.
 * @throws as `keepBuild`
 */
export async function mendBuild(host: WorkerHost, build: BuildList): Promise<void> {
  for (const path of [...drawnPages, labPayload]) await keptAnswer(host, build, path);
  const kept = await (await host.caches.open(cacheName(build))).keys();
  if (kept.length < filesOf(build).length + drawnPages.length + 1) await fill(host, build);
}

async function fill(host: WorkerHost, build: BuildList): Promise<void> {
  const others = await otherCaches(host, build);
  const stored = new Set((await (await host.caches.open(cacheName(build))).keys()).map(({ url }) => url));
  const isKept = async (path: string) => stored.has(host.origin + path) && (await keptAnswer(host, build, path));
  const signal = AbortSignal.timeout(patience);
  await inLanes(filesOf(build), async (path) => {
    if (await isKept(path)) return;
    await untilIdle(host.locks, signal);
    const found = await findAnswer(others, build, path);
    if (found) await keep(host, build, path, found);
    else await keepAnew(host, build, path);
  });
  const keepPage = async (path: string) => {
    if (!(await isKept(path))) await keepAnew(host, build, path);
  };
  await inLanes(drawnPages, keepPage);
  // It is stored last: where it exists, everything does.
  await keepPage(labPayload);
}

/** Deletes all builds but this one and the previous one, of which tabs may be open. */
export async function dropOldBuilds(host: WorkerHost, build: BuildList): Promise<void> {
  await dropParts(host, build);
  // In the order in which they were first stored.
  const names = (await host.caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName(build));
  const unchecked = (await host.caches.keys()).filter((name) => name.startsWith(uncheckedPrefix));
  await Promise.all([...names.slice(0, -1), ...unchecked].map((name) => host.caches.delete(name)));
}

/** Deletes what was stored of other builds that were never completed. */
async function dropParts({ caches }: WorkerHost, build: BuildList): Promise<void> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(cachePrefix) || name === cacheName(build)) continue;
    if (!(await (await caches.open(name)).match(labPayload))) await caches.delete(name);
  }
}

/** The stored answer of a build for an address of its own; a wrong one is deleted. */
export async function keptAnswer(
  { caches }: WorkerHost,
  build: BuildList,
  path: string,
): Promise<Response | undefined> {
  const cache = await caches.open(cacheName(build));
  const kept = await cache.match(path);
  if (!kept || (await isRight(build, path, kept))) return kept;
  await cache.delete(path);
  return undefined;
}

/** A file of an older stored build, for a tab that is still open. It was checked when it was stored. */
export async function olderAsset(host: WorkerHost, build: BuildList, path: string): Promise<Response | undefined> {
  const names = (await host.caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName(build));
  for (const name of names) {
    const found = await (await host.caches.open(name)).match(path);
    if (found) return found;
  }
  return undefined;
}

/**
 * Fetches what a build has at an address, and stores it.
 * @throws as `keepBuild`
 */
export async function keepAnew(host: WorkerHost, build: BuildList, path: string): Promise<Response> {
  const answer = await fetchChecked(host, build, path);
  await keep(host, build, path, answer.clone());
  return answer;
}

async function keep({ caches }: WorkerHost, build: BuildList, path: string, answer: Response): Promise<void> {
  await (await caches.open(cacheName(build))).put(path, answer);
}

async function otherCaches({ caches }: WorkerHost, build: BuildList): Promise<readonly Cache[]> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(cachePrefix) || name.startsWith(uncheckedPrefix));
  return Promise.all(others.filter((name) => name !== cacheName(build)).map((name) => caches.open(name)));
}

/** The first answer that is what the build has at `path`. */
async function findAnswer(among: readonly Cache[], build: BuildList, path: string): Promise<Response | undefined> {
  for (const cache of among) {
    const found = await cache.match(path);
    if (found && (await isRight(build, path, found))) return found;
  }
  return undefined;
}

function isRight(build: BuildList, path: string, answer: Response): Promise<boolean> {
  return checkAnswer(build, path, answer).then(
    () => true,
    () => false,
  );
}

/**
 * Without cookies: the answer is stored as anybody would get it. A wrong answer is requested once more without the
 * browser's HTTP cache, which may have kept it for a year.
 */
async function fetchChecked(host: WorkerHost, build: BuildList, path: string): Promise<Response> {
  const ask = async (cache: RequestCache) => {
    const headers: HeadersInit = path === labPayload ? { rsc: "1" } : {};
    const answer = await host.fetch(
      new Request(host.origin + path, {
        credentials: "omit",
        mode: "same-origin",
        redirect: "error",
        priority: "low",
        cache,
        headers,
      }),
    );
    await checkAnswer(build, path, answer);
    return answer;
  };
  // The HTTP cache must not get a wrong page: it would be served when the network is cut.
  if (build.assets[path] === undefined) return ask("no-store").catch(() => ask("no-store"));
  return ask("default").catch(() => ask("reload"));
}

/** @throws the error of the first work that fails, after everything under way has ended. */
async function inLanes(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const waiting = [...paths];
  const lane = async () => {
    try {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await work(path);
    } finally {
      waiting.length = 0;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
}
