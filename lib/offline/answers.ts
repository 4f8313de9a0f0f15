import type { BuildList } from "./build-list.ts";
import { keepAnew, keptAnswer, labPage, olderAsset, ownPages, type WorkerHost } from "./kept-build.ts";
import { labPayload } from "./kept-lab.ts";

const labForms: ReadonlySet<string> = new Set(["gh", "gl", "cb", "bb", "git", "local", "try", "w"]);

/**
 * The answer to a page's request; `undefined` when the browser is to send it as without a worker. `preloaded`: the
 * answer to a page's address, where the browser has already requested it by itself.
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
  if (build.assets[pathname] !== undefined) return assetFirst(host, build, pathname, request);
  if (build.files[pathname] !== undefined) return fromNetworkFirst(host, build, { request, kept: pathname });
  if (pathname.startsWith("/_next/static/")) return olderFirst(host, build, pathname, request);
  return undefined;
}

/** The stored page for an address; `undefined` where there is none, as for `/api/…`. */
export function keptPageOf(pathname: string): string | undefined {
  if (ownPages.includes(pathname)) return pathname;
  const [, form = "", rest = ""] = pathname.split("/");
  return labForms.has(form) && rest !== "" ? labPage : undefined;
}

/**
 * Whether Next requests the lab for a navigation within an open page. Only for workspaces without a source, which the
 * stored answer fits; without a network, the page gets to any other address by loading it.
 */
function isLabStep({ headers }: Request, pathname: string): boolean {
  const isAhead = headers.has("next-router-prefetch") || headers.has("next-router-segment-prefetch");
  return headers.get("rsc") === "1" && !isAhead && /^\/local\/[^/]+$/.test(pathname);
}

/** A hashed file is the same in every build that has it. */
async function assetFirst(host: WorkerHost, build: BuildList, path: string, request: Request): Promise<Response> {
  const kept = await keptAnswer(host, build, path);
  // Where the server no longer has the file, or there is no room, the request goes as without a worker.
  const answer = kept ?? (await keepAnew(host, build, path).catch(() => host.fetch(request)));
  return forPlace(answer, request);
}

async function olderFirst(host: WorkerHost, build: BuildList, path: string, request: Request): Promise<Response> {
  return forPlace((await olderAsset(host, build, path)) ?? (await host.fetch(request)), request);
}

/**
 * A worker's location is the address of its answer, and its parameters are in the fragment, which stored answers do not
 * have. The page's own scripts are returned unchanged: browsers keep them compiled.
 */
function forPlace(answer: Response, request: Request): Response {
  return request.destination === "worker" ? withoutAddress(answer, answer.headers, answer.body) : answer;
}

/** An answer that takes the address of its request; headers about the transfer encoding are dropped. */
function withoutAddress({ status }: Response, headers: Headers, body: BodyInit | null): Response {
  const own = new Headers(headers);
  for (const name of ["content-encoding", "content-length"]) own.delete(name);
  return new Response(body, { status, headers: own });
}

interface NetworkFirst {
  readonly request: Request;
  /** The stored answer, if there is one. */
  readonly kept: string | undefined;
  readonly preloaded?: Promise<Response | undefined> | undefined;
}

/** Milliseconds for the network's answer to begin, on a line that may hang for minutes, before the stored one is given. */
const patience = 8000;

async function fromNetworkFirst(host: WorkerHost, build: BuildList, wanted: NetworkFirst): Promise<Response> {
  const keptAlready = async () => {
    const kept = wanted.kept === undefined ? undefined : await keptAnswer(host, build, wanted.kept);
    return kept?.headers.get("content-type")?.startsWith("text/html") ? withNewNonce(kept) : kept;
  };
  const network = fromNetwork(host, wanted);
  try {
    return (await first(network, patience)) ?? (await keptAlready()) ?? (await network);
  } catch (caught) {
    // Chromium reports a failed preload as a NetworkError, `fetch` everything as a TypeError.
    if (!(caught instanceof TypeError) && (caught as Error | undefined)?.name !== "NetworkError") throw caught;
    const kept = await keptAlready();
    if (kept) return kept;
    if (wanted.request.mode === "navigate") return offlinePage();
    throw caught;
  }
}

async function fromNetwork(host: WorkerHost, { request, preloaded }: NetworkFirst): Promise<Response> {
  const answer = await preloaded;
  // In Firefox a request ahead that fails is answered, with an error.
  return answer && answer.type !== "error" ? answer : host.fetch(request);
}

/** The answer; `undefined` where it has not come after this many milliseconds. */
function first(answer: Promise<Response>, milliseconds: number): Promise<Response | undefined> {
  return Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))]);
}

/** A stored page with a fresh nonce. */
async function withNewNonce(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  const policy = headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (nonce === undefined) return page;
  const fresh = crypto.randomUUID();
  headers.set("content-security-policy", policy.replaceAll(nonce, fresh));
  return withoutAddress(page, headers, (await page.text()).replaceAll(nonce, fresh));
}

/** Replaces the browser's own error page, for a page that is not stored. */
function offlinePage(): Response {
  const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline · Skillground</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 20vh auto 0; padding: 0 1rem; text-align: center; }
</style>
<main>
<h1>You are offline</h1>
<p>This page needs a connection. What you opened before works without one.</p>
<p><a href="/">Go to the home page</a></p>
</main>
</html>
`;
  const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return new Response(text, { status: 503, headers });
}
