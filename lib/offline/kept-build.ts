import { type BuildList, checkList } from "./build-list.ts";
import { checkAnswer } from "./checked-answers.ts";
import { cachePrefix, labPayload } from "./kept-lab.ts";

/** What the worker does all of its work with; in a test, anything that behaves alike. */
export interface WorkerHost {
  readonly caches: CacheStorage;
  readonly origin: string;
  fetch(request: Request): Promise<Response>;
}

/** One page for each address that has a page of its own, and one for all of the lab. */
export const ownPages: readonly string[] = ["/", "/guide", "/guide/workshops", "/class"];
/** The lab for a workspace that nobody has: what it draws before it looks at the address is the same for all. */
export const labPage = "/local/offline";

/** What earlier versions of the worker named their caches by: they kept answers without a look at them. */
const uncheckedPrefix = "skillground-build-";

/** So many requests at once, while the person goes on with the page. */
const lanes = 4;

const cacheName = ({ version, hash }: BuildList) => `${cachePrefix}${version}-${hash}`;
const filesOf = ({ assets, files }: BuildList) => [...Object.keys(assets), ...Object.keys(files)];
const drawnPages: readonly string[] = [...ownPages, labPage];

/**
 * Fetches all of a build that is not kept yet. Pages come last, when all that they load is there, so an attempt that broke off is gone on
 * with the next time. @throws TypeError where the network is cut, Error where the server answers with anything but this build,
 * QuotaExceededError where there is no room for it: what was kept gives its room back then.
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

/** Fetches anew what is no longer kept of a build, or no longer its own. Looks at pages only, and counts the rest. @throws as `keepBuild` */
export async function mendBuild(host: WorkerHost, build: BuildList): Promise<void> {
  for (const path of [...drawnPages, labPayload]) await keptAnswer(host, build, path);
  const kept = await (await host.caches.open(cacheName(build))).keys();
  if (kept.length < filesOf(build).length + drawnPages.length + 1) await fill(host, build);
}

async function fill(host: WorkerHost, build: BuildList): Promise<void> {
  const others = await otherCaches(host, build);
  await inLanes(filesOf(build), async (path) => {
    if (await keptAnswer(host, build, path)) return;
    const found = await findAnswer(others, build, path);
    if (found) await keep(host, build, path, found);
    else await keepAnew(host, build, path);
  });
  const keepPage = async (path: string) => {
    if (!(await keptAnswer(host, build, path))) await keepAnew(host, build, path);
  };
  await inLanes(drawnPages, keepPage);
  // Where it is, all is.
  await keepPage(labPayload);
}

/** Forgets all builds but this one and the one kept before it, of which tabs may be open. */
export async function dropOldBuilds(host: WorkerHost, build: BuildList): Promise<void> {
  await dropParts(host, build);
  // In the order in which they were first kept.
  const names = (await host.caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName(build));
  const unchecked = (await host.caches.keys()).filter((name) => name.startsWith(uncheckedPrefix));
  await Promise.all([...names.slice(0, -1), ...unchecked].map((name) => host.caches.delete(name)));
}

/** Forgets what was kept of other builds that never became whole. */
async function dropParts({ caches }: WorkerHost, build: BuildList): Promise<void> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(cachePrefix) || name === cacheName(build)) continue;
    if (!(await (await caches.open(name)).match(labPayload))) await caches.delete(name);
  }
}

/** What is kept of a build for an address of its own; what proves to be anything else is forgotten. */
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

/** A file of a build that was kept before this one, for a tab that is open since. It was looked at when it was kept. */
export async function olderAsset(host: WorkerHost, build: BuildList, path: string): Promise<Response | undefined> {
  const names = (await host.caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName(build));
  for (const name of names) {
    const found = await (await host.caches.open(name)).match(path);
    if (found) return found;
  }
  return undefined;
}

/** Fetches what a build has at an address, and keeps it. @throws as `keepBuild` */
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
 * Without cookies: it is kept as anybody would get it. What was answered wrongly for a moment is asked for once more, past the browser's own
 * memory, which may have kept it for a year.
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
  // The browser's own memory must not hold a wrong page either: it would be answered with when the network is cut.
  if (build.assets[path] === undefined) return ask("no-store").catch(() => ask("no-store"));
  return ask("default").catch(() => ask("reload"));
}

/** @throws what the first work that fails throws, when all that is under way has ended. */
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
