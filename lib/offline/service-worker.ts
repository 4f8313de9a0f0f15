import { answerTo } from "./answers.ts";
import type { BuildList } from "./build-list.ts";
import { dropOldBuilds, keepBuild, mendBuild, type WorkerHost } from "./kept-build.ts";

/** Filled in by `lib/tasks/service-worker.ts`. */
declare const buildList: BuildList;

/** Milliseconds from a page's answer to checking the storage: what the page loads goes first. */
const mendDelay = 2000;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
/** Assigned once: the bundler replaces each use of the name with the whole list. */
const build = buildList;
const host: WorkerHost = {
  caches,
  origin: location.origin,
  fetch: (request) => fetch(request),
  locks: navigator.locks,
};
let isMending = false;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepBuild(host, build));
  // Pages come from the network first, so a newer worker changes no open page.
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  await dropOldBuilds(host, build);
  // Page requests then need not wait until the worker has started.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll({ type: "window" })) {
    client.postMessage({ kind: "build", version: build.version });
  }
}

worker.addEventListener("fetch", (event) => {
  // Typed as `any` in TypeScript.
  const preloaded = event.preloadResponse as Promise<Response | undefined>;
  const answer = answerTo(host, build, event.request, preloaded);
  if (answer === undefined) return;
  event.respondWith(answer);
  if (event.request.mode === "navigate") event.waitUntil(mend());
});

async function mend(): Promise<void> {
  if (isMending) return;
  isMending = true;
  await new Promise((resolve) => setTimeout(resolve, mendDelay));
  // Without a network, or where the server has a newer build, nothing can be mended.
  await mendBuild(host, build).catch(() => undefined);
  isMending = false;
}
