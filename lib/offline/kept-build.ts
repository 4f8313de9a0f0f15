import { cachePrefix, labPayload } from "./kept-lab.ts";

/** What of a build the worker keeps; written by `lib/tasks/service-worker.ts`. */
export interface BuildList {
  /** The build's name, which pages of it know, too. */
  readonly version: string;
  /** Changes with every file that is kept. */
  readonly hash: string;
  /** Addresses of files whose content never changes, `/_next/static/…`. */
  readonly assets: readonly string[];
  /** Addresses of files that another build may have with other contents. */
  readonly files: readonly string[];
}

/** What the worker does all of its work with; in a test, anything that behaves alike. */
export interface WorkerHost {
  readonly caches: CacheStorage;
  readonly origin: string;
  fetch(request: Request): Promise<Response>;
}

/** One page for each address that has a page of its own, and one for all of the lab. */
const ownPages: readonly string[] = ["/", "/guide", "/guide/workshops", "/class"];
/** The lab for a workspace that nobody has: what it draws before it looks at the address is the same for all. */
const labPage = "/local/offline";
const labForms: ReadonlySet<string> = new Set(["gh", "gl", "cb", "bb", "git", "local", "try", "w"]);

/** So many requests at once, while the person goes on with the page. */
const lanes = 4;

const cacheName = ({ version, hash }: BuildList) => `${cachePrefix}${version}-${hash}`;

/**
 * Fetches all of a build. Pages come last, when all that they load is there, so an attempt that broke off is gone on with
 * the next time. @throws TypeError where the network is cut, Error where the server has another build by now.
 */
export async function keepBuild(host: WorkerHost, build: BuildList): Promise<void> {
  const cache = await host.caches.open(cacheName(build));
  await inLanes(build.assets, async (path) => {
    await cache.put(path, (await host.caches.match(path)) ?? (await fetchKept(host, path)));
  });
  await inLanes(build.files, async (path) => cache.put(path, await fetchKept(host, path)));
  const pages = [...ownPages, labPage, labPayload];
  await inLanes(pages, async (path) => cache.put(path, await fetchPage(host, build, path)));
}

/** Forgets all builds but this one and the one kept before it, of which tabs may be open. */
export async function dropOldBuilds({ caches }: WorkerHost, build: BuildList): Promise<void> {
  // In the order in which they were first kept.
  const others = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName(build));
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * How a request is answered that the page sends; `undefined` when the browser is to send it as if there were no worker.
 * `preloaded`: the answer to a page's address, where the browser has asked for it by itself.
 */
export function answerTo(
  host: WorkerHost,
  build: BuildList,
  request: Request,
  preloaded?: Promise<Response | undefined>,
): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== host.origin) return undefined;
  const { pathname } = url;
  if (request.mode === "navigate") {
    return fromNetworkFirst(host, build, { request, kept: keptPageOf(pathname), preloaded });
  }
  if (isLabStep(request, pathname)) return fromNetworkFirst(host, build, { request, kept: labPayload });
  if (build.assets.includes(pathname)) return assetFirst(host, pathname, request);
  if (build.files.includes(pathname)) return fromNetworkFirst(host, build, { request, kept: pathname });
  return undefined;
}

/** The kept page that stands for an address; `undefined` where none does, as for `/api/…`. */
export function keptPageOf(pathname: string): string | undefined {
  if (ownPages.includes(pathname)) return pathname;
  const [, form = "", rest = ""] = pathname.split("/");
  return labForms.has(form) && rest !== "" ? labPage : undefined;
}

/**
 * Whether Next asks for the lab, to go there from an open page. Only for workspaces without a source, to whose form the kept
 * answer belongs; to any other address the page goes by loading it, where there is no network.
 */
function isLabStep({ headers }: Request, pathname: string): boolean {
  const isAhead = headers.has("next-router-prefetch") || headers.has("next-router-segment-prefetch");
  return headers.get("rsc") === "1" && !isAhead && /^\/local\/[^/]+$/.test(pathname);
}

/** A hashed file is the same in every build that has it. */
async function assetFirst({ caches, fetch }: WorkerHost, pathname: string, request: Request): Promise<Response> {
  const kept = await caches.match(pathname);
  if (!kept) return fetch(request);
  // A worker's location is the address of its answer, and what it is to load stands in the fragment, which kept answers
  // have not. Scripts of the page stay as they are: browsers keep them compiled.
  return request.destination === "worker" ? withoutAddress(kept, kept.headers, kept.body) : kept;
}

/** An answer that takes on the address of its request; headers of the bytes as they travelled are left out. */
function withoutAddress({ status }: Response, headers: Headers, body: BodyInit | null): Response {
  const own = new Headers(headers);
  for (const name of ["content-encoding", "content-length"]) own.delete(name);
  return new Response(body, { status, headers: own });
}

interface NetworkFirst {
  readonly request: Request;
  /** What is kept for it, if anything is. */
  readonly kept: string | undefined;
  readonly preloaded?: Promise<Response | undefined> | undefined;
}

async function fromNetworkFirst(host: WorkerHost, build: BuildList, wanted: NetworkFirst): Promise<Response> {
  try {
    return (await wanted.preloaded) ?? (await host.fetch(wanted.request));
  } catch (caught) {
    // Chromium reports a failed preload as a NetworkError, `fetch` everything as a TypeError.
    const isCut = caught instanceof TypeError || (caught as Error | undefined)?.name === "NetworkError";
    const cache = await host.caches.open(cacheName(build));
    const kept = isCut && wanted.kept !== undefined && (await cache.match(wanted.kept));
    if (!kept) throw caught;
    return kept.headers.get("content-security-policy")?.includes("'nonce-") ? withNewNonce(kept) : kept;
  }
}

/** A kept page under a nonce that nobody has seen before. */
async function withNewNonce(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  const policy = headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (nonce === undefined) return page;
  const fresh = crypto.randomUUID();
  headers.set("content-security-policy", policy.replaceAll(nonce, fresh));
  return withoutAddress(page, headers, (await page.text()).replaceAll(nonce, fresh));
}

/** @throws Error when a page is not of this build: it would stay without its scripts. */
async function fetchPage(host: WorkerHost, { assets, version }: BuildList, path: string): Promise<Response> {
  const page = await fetchKept(host, path);
  const text = await page.clone().text();
  const named = text.match(/\/_next\/static\/[\w./~%-]+\.(?:js|css)/g) ?? [];
  const known = new Set(assets);
  const stranger = named.find((asset) => !known.has(asset));
  if (stranger !== undefined) throw new Error(`${path} is not of the build ${version}: it loads ${stranger}`);
  return page;
}

/** Without cookies: it is kept as anybody would get it. @throws Error for anything but the file itself. */
async function fetchKept({ fetch, origin }: WorkerHost, path: string): Promise<Response> {
  const isHashed = path.startsWith("/_next/static/");
  const cache = isHashed ? "default" : "no-store";
  const headers: HeadersInit = path === labPayload ? { rsc: "1" } : {};
  const request = new Request(origin + path, { credentials: "omit", cache, priority: "low", headers });
  const response = await fetch(request);
  if (response.status !== 200 || response.redirected) throw new Error(`${path} was answered ${response.status}`);
  return response;
}

async function inLanes(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const waiting = [...paths];
  const lane = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await work(path);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
