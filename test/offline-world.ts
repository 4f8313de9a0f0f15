import { createHash } from "node:crypto";
import { type BuildList, comparablePolicy } from "#lib/offline/build-list.ts";
import type { WorkerHost } from "#lib/offline/kept-build.ts";

const origin = "https://lab.example";
const assetPolicy = "default-src 'none'; script-src 'self'";
const pagePolicy = (nonce: string) =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; connect-src 'self' https://llm.example`;

const script = (version: string) => `/_next/static/chunks/${version}.js`;
const shared = "/_next/static/chunks/shared.js";
const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

/** A build whose pages load one script, named after the build. */
export function buildOf(version: string): BuildList {
  const assets = [script(version), shared].map((path) => [path, sha256(`code of ${path}`)]);
  return {
    version,
    hash: "1",
    assets: Object.fromEntries(assets),
    files: { "/samples/index.json": sha256(`samples of ${version}`) },
    policies: { page: comparablePolicy(pagePolicy(crypto.randomUUID())), asset: assetPolicy },
  };
}

export interface World {
  /** The server's current build. */
  version: string;
  isCut: boolean;
  readonly asked: Request[];
  /** Changes the server's answers on their way. */
  fault: (answer: Response, request: Request) => Response | Promise<Response>;
}

/** A server that has one build at a time, and the service worker's view of it. */
export function createWorld(version: string): { world: World; host: WorkerHost } {
  const world: World = { version, isCut: false, asked: [], fault: (answer) => answer };
  const host: WorkerHost = {
    origin,
    caches: createCaches(),
    async fetch(request) {
      world.asked.push(request);
      if (world.isCut) throw new TypeError("Failed to fetch");
      const answer = serve(world.version, new URL(request.url).pathname, request.headers.get("rsc") === "1");
      return addressed(await world.fault(answer, request), request.url);
    },
  };
  return { world, host };
}

function serve(version: string, path: string, isStep: boolean): Response {
  if (path === script(version) || path === shared) {
    const headers = { "content-type": "application/javascript; charset=UTF-8", "content-security-policy": assetPolicy };
    return new Response(`code of ${path}`, { headers });
  }
  if (path.startsWith("/_next/")) return new Response("gone", { status: 404 });
  if (path === "/samples/index.json") return new Response(`samples of ${version}`);
  const nonce = crypto.randomUUID();
  const headers = {
    "content-security-policy": pagePolicy(nonce),
    "content-encoding": "gzip",
    "content-type": isStep ? "text/x-component" : "text/html; charset=utf-8",
  };
  const text = isStep
    ? `${path} for Next, of ${version}: ${script(version)}\n`
    : `<html>${path}, of ${version}: <script nonce="${nonce}" src="${script(version)}"></script></html>`;
  return new Response(text, { headers });
}

/** An answer that knows its address, like one from the network; so do its clones. */
function addressed(response: Response, url: string): Response {
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    url: { value: url },
    clone: { value: () => addressed(clone(), url) },
  });
}

/** The part of the browser's caches that the worker uses. */
function createCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (key: RequestInfo | URL) => {
    const { pathname, search } = new URL(key instanceof Request ? key.url : key, origin);
    return pathname + search;
  };
  const open = (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      match: async (key: RequestInfo | URL) => kept.get(pathOf(key))?.clone(),
      put: async (key: RequestInfo | URL, response: Response) => void kept.set(pathOf(key), response),
      delete: async (key: RequestInfo | URL) => kept.delete(pathOf(key)),
      keys: async () => [...kept.keys()].map((path) => new Request(origin + path)),
    } as Partial<Cache> as Cache;
  };
  return {
    open: async (name: string) => open(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: RequestInfo | URL) =>
      [...all.values()].map((kept) => kept.get(pathOf(key))?.clone()).find((found) => found),
  } as Partial<CacheStorage> as CacheStorage;
}

/** A request as a browser makes it; scripts cannot create the mode `navigate`. */
export function requestOf(path: string, { mode, ...init }: RequestInit & { mode?: RequestMode } = {}): Request {
  const made = new Request(origin + path, init);
  return mode ? Object.defineProperty(made, "mode", { value: mode }) : made;
}

export const navigation = (path: string) => requestOf(path, { mode: "navigate" });
