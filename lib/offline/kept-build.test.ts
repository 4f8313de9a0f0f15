import { afterEach, expect, test, vi } from "vitest";
import { answerTo, type BuildList, dropOldBuilds, keepBuild, keptPageOf, type WorkerHost } from "./kept-build.ts";
import { isLabKept } from "./kept-lab.ts";

afterEach(() => vi.unstubAllGlobals());

const origin = "https://lab.example";

/** A build whose pages load one script, named after it. */
function buildOf(version: string): BuildList {
  const assets = [`/_next/static/chunks/${version}.js`, "/_next/static/chunks/shared.js"];
  return { version, hash: "1", assets, files: ["/samples/index.json"] };
}

/** A server that has one build at a time, and the worker's side of it. */
function createWorld(version: string) {
  const asked: Request[] = [];
  const world = { version, isCut: false, asked };
  const serve = (path: string, isStep: boolean): Response => {
    const script = `/_next/static/chunks/${world.version}.js`;
    if (path === script || path === "/_next/static/chunks/shared.js") return new Response(`code of ${path}`);
    if (path.startsWith("/_next/")) return new Response("gone", { status: 404 });
    if (path === "/samples/index.json") return new Response(`samples of ${world.version}`);
    if (isStep) return new Response(`${path} for Next, of ${script}`);
    const nonce = `nonce-${asked.length}`;
    const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'`;
    const text = `${path}: <script nonce="${nonce}" src="${script}"></script>`;
    return new Response(text, { headers: { "content-security-policy": policy, "content-encoding": "gzip" } });
  };
  const host: WorkerHost = {
    origin,
    caches: createCaches(),
    async fetch(request) {
      asked.push(request);
      if (world.isCut) throw new TypeError("Failed to fetch");
      return addressed(serve(new URL(request.url).pathname, request.headers.get("rsc") === "1"), request.url);
    },
  };
  return { world, host };
}

/** An answer as the network gives it: it knows its address, and so do its copies. */
function addressed(response: Response, url: string): Response {
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    url: { value: url },
    clone: { value: () => addressed(clone(), url) },
  });
}

/** As much of the browser's caches as the worker uses. */
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

/** A request as a browser makes it; `navigate` is a mode that scripts cannot ask for. */
function request(path: string, { mode, ...init }: RequestInit & { mode?: RequestMode } = {}): Request {
  const made = new Request(origin + path, init);
  return mode ? Object.defineProperty(made, "mode", { value: mode }) : made;
}

const navigation = (path: string) => request(path, { mode: "navigate" });

test("without a network every page that is kept opens, and the lab at any address", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const textOf = async (path: string) => (await answerTo(host, build, navigation(path)))?.text();
  expect(await textOf("/")).toMatch(/^\/: /);
  expect(await textOf("/guide")).toMatch(/^\/guide: /);
  expect(await textOf("/gh/acme/skills?skill=pdf")).toMatch(/^\/local\/offline: /);
  expect(await (await answerTo(host, build, request("/samples/index.json")))?.text()).toBe("samples of one");
  expect(await (await answerTo(host, build, request("/_next/static/chunks/one.js")))?.text()).toContain("code of");
  await expect(answerTo(host, build, navigation("/nothing/here"))).rejects.toThrow(TypeError);
});

test("without a network Next is answered for a workspace without a source, and for nothing else", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const step = (path: string, headers: Record<string, string> = {}) =>
    answerTo(host, build, request(path, { headers: { rsc: "1", ...headers } }));
  expect(await (await step("/local/7?_rsc=abc"))?.text()).toMatch(/^\/local\/offline for Next/);
  const ahead = step("/local/7?_rsc=abc", { "next-router-prefetch": "1" });
  expect([ahead, step("/gh/acme/skills?_rsc=abc"), step("/local/7/8")]).toEqual([undefined, undefined, undefined]);
});

test("the lab is known to be kept when all of the page's own build is, and the worker is there", async () => {
  const { world, host } = createWorld("one");
  vi.stubGlobal("caches", host.caches);
  vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
  expect(await isLabKept("one")).toBe(false);
  await keepBuild(host, buildOf("one"));
  expect(await isLabKept("one")).toBe(true);
  expect(await isLabKept("o")).toBe(false);
  world.version = "two";
  await keepBuild(host, buildOf("two"));
  expect([await isLabKept("one"), await isLabKept("two")]).toEqual([false, true]);
  vi.stubGlobal("navigator", { serviceWorker: { controller: null } });
  expect(await isLabKept("two")).toBe(false);
});

test("with a network pages and samples come from the server, whatever is kept", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.version = "two";
  expect(await (await answerTo(host, build, navigation("/")))?.text()).toContain("two.js");
  expect(await (await answerTo(host, build, request("/samples/index.json")))?.text()).toBe("samples of two");
  const preloaded = Promise.resolve(new Response("asked by the browser"));
  expect(await (await answerTo(host, build, navigation("/"), preloaded))?.text()).toBe("asked by the browser");
  world.isCut = true;
  const cut = Promise.reject(new DOMException("The network is cut.", "NetworkError"));
  expect(await (await answerTo(host, build, navigation("/"), cut))?.text()).toContain("one.js");
});

test("a worker's script takes on the address that was asked for, whose fragment says what it is to load", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const script = Object.defineProperty(request("/_next/static/chunks/one.js"), "destination", { value: "worker" });
  const answer = await answerTo(host, build, script);
  expect(answer?.url).toBe("");
  expect(await answer?.text()).toContain("code of");
});

test("what has a session, a token or another method is none of the worker's", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  const left = [
    request("/api/chat"),
    request("/api/git/github.com/acme/skills/info/refs?service=git-upload-pack"),
    request("/gh/acme/skills?_rsc=1"),
    request("/", { method: "POST" }),
    new Request("https://elsewhere.example/"),
  ];
  expect(left.map((each) => answerTo(host, build, each))).toEqual(left.map(() => undefined));
  expect(world.asked.map(({ credentials }) => credentials)).toEqual(world.asked.map(() => "omit"));
  expect(world.asked.filter(({ url }) => url.includes("/api/"))).toEqual([]);
});

test("a kept page has another nonce each time, the same in its text and in its policy", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const show = async () => {
    const page = await answerTo(host, build, navigation("/"));
    const nonce = /'nonce-([^']+)'/.exec(page?.headers.get("content-security-policy") ?? "")?.[1];
    expect(page?.headers.get("content-encoding")).toBeNull();
    expect(await page?.text()).toContain(`nonce="${nonce}"`);
    return nonce;
  };
  const nonces = [await show(), await show()];
  expect(new Set(nonces).size).toBe(2);
  expect(nonces).not.toContain(undefined);
});

test("a page whose scripts are not kept is not kept either", async () => {
  const { world, host } = createWorld("one");
  const { fetch } = host;
  // The server is given its next build while this one is fetched.
  const changing: WorkerHost = {
    ...host,
    fetch(asked) {
      if (asked.url.endsWith(".json")) world.version = "two";
      return fetch(asked);
    },
  };
  const build = buildOf("one");
  await expect(keepBuild(changing, build)).rejects.toThrow("/ is not of the build one: it loads");
  world.isCut = true;
  await expect(answerTo(host, build, navigation("/"))).rejects.toThrow(TypeError);
});

test("what broke off is gone on with, and a later build fetches only what is new", async () => {
  const { world, host } = createWorld("one");
  const scriptsAsked = () =>
    world.asked.splice(0).flatMap(({ url }) => (url.includes("/_next/") ? url.replace(/.*\//, "") : []));
  const { fetch } = host;
  const cutAfterOne: WorkerHost = {
    ...host,
    fetch(asked) {
      world.isCut = world.asked.length > 0;
      return fetch(asked);
    },
  };
  await expect(keepBuild(cutAfterOne, buildOf("one"))).rejects.toThrow(TypeError);
  expect(scriptsAsked()).toEqual(["one.js", "shared.js"]);
  world.isCut = false;
  await keepBuild(host, buildOf("one"));
  expect(scriptsAsked()).toEqual(["shared.js"]);
  world.version = "two";
  await keepBuild(host, buildOf("two"));
  expect(scriptsAsked()).toEqual(["two.js"]);
});

test("the scripts of the build before stay for the tabs that are open, older ones go", async () => {
  const { world, host } = createWorld("one");
  for (const version of ["one", "two", "three"]) {
    world.version = version;
    await keepBuild(host, buildOf(version));
    await dropOldBuilds(host, buildOf(version));
  }
  const isKept = async (version: string) =>
    (await host.caches.match(`/_next/static/chunks/${version}.js`)) !== undefined;
  expect([await isKept("one"), await isKept("two"), await isKept("three")]).toEqual([false, true, true]);
});

test("addresses of the lab are told from all others", () => {
  expect(keptPageOf("/local/1")).toBe("/local/offline");
  expect(keptPageOf("/git/https%3A%2F%2Fa.example%2Fb.git")).toBe("/local/offline");
  expect(["/gh", "/gh/", "/api/chat", "/service-worker.js", "/github.com/a/b"].map(keptPageOf)).toEqual(
    Array(5).fill(undefined),
  );
});
