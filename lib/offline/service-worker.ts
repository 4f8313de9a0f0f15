import { answerTo, type BuildList, dropOldBuilds, keepBuild, type WorkerHost } from "./kept-build.ts";

/** Filled in by `lib/tasks/service-worker.ts`. */
declare const buildList: BuildList;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const host: WorkerHost = { caches, origin: location.origin, fetch: (request) => fetch(request) };

worker.addEventListener("install", (event) => {
  event.waitUntil(keepBuild(host, buildList));
  // Pages come from the network first, so no open page is changed by a newer worker.
  void worker.skipWaiting();
});

worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  await dropOldBuilds(host, buildList);
  // The request for a page need not wait until the worker has started.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll({ type: "window" })) {
    client.postMessage({ kind: "build", version: buildList.version });
  }
}

worker.addEventListener("fetch", (event) => {
  // Known as `any` in TypeScript.
  const preloaded = event.preloadResponse as Promise<Response | undefined>;
  const answer = answerTo(host, buildList, event.request, preloaded);
  if (answer !== undefined) event.respondWith(answer);
});
