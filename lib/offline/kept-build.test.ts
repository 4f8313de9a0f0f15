import { afterEach, describe, expect, test, vi } from "vitest";
import { buildOf, createWorld, navigation, requestOf } from "#test/offline-world.ts";
import { answerTo } from "./answers.ts";
import { type BuildList, comparablePolicy } from "./build-list.ts";
import { markBusy, untilIdle } from "./busy.ts";
import { dropOldBuilds, keepBuild, keptAnswer, mendBuild, type WorkerHost } from "./kept-build.ts";
import { isLabKept, labPayload } from "./kept-lab.ts";

afterEach(() => vi.unstubAllGlobals());

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

test("a page whose scripts are not kept is not kept either", async () => {
  const { world, host } = createWorld("one");
  const { fetch } = host;
  // The server gets its next build while this one is being fetched.
  const changing: WorkerHost = {
    ...host,
    fetch(asked) {
      const answer = fetch(asked);
      if (asked.url.endsWith(".json")) world.version = "two";
      return answer;
    },
  };
  const build = buildOf("one");
  await expect(keepBuild(changing, build)).rejects.toThrow("is not of the build one: it is of another.");
  world.isCut = true;
  expect((await answerTo(host, build, navigation("/")))?.status).toBe(503);
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
  expect(scriptsAsked()).toEqual(["one.js", "shared.js", "shared.js"]);
  world.isCut = false;
  await keepBuild(host, buildOf("one"));
  expect(scriptsAsked()).toEqual(["shared.js"]);
  world.version = "two";
  await keepBuild(host, buildOf("two"));
  expect(scriptsAsked()).toEqual(["two.js"]);
});

test("files are stored when no page is busy, and at the latest when patience ends", async () => {
  vi.useFakeTimers();
  const { world, host } = createWorld("one");
  const { locks } = navigator;
  const [end, endOther] = [markBusy(), markBusy()];
  const kept = keepBuild({ ...host, locks }, buildOf("one"));
  await vi.waitFor(async () => expect((await locks.query()).pending).not.toEqual([]));
  expect(world.asked).toEqual([]);
  end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(world.asked).toEqual([]);
  endOther();
  await vi.advanceTimersByTimeAsync(2000);
  await kept;
  expect(world.asked).not.toEqual([]);
  const endLast = markBusy();
  await untilIdle(locks, AbortSignal.timeout(1));
  endLast();
  vi.useRealTimers();
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

const half = (text: string) => text.slice(0, text.length / 2);
const html = { "content-type": "text/html" };

/** Wrong answers by kind; `undefined` for the right answer unchanged. */
const wrongAnswers: Readonly<Record<string, (right: Response, text: string) => Response>> = {
  "a network's sign-in page": () => new Response("<html>Sign in, please.</html>", { headers: html }),
  "nothing, with status 200": ({ headers }) => new Response("", { headers }),
  "a half that says that it is whole": ({ headers }, text) => new Response(half(text), { headers }),
  "what a redirect led to": (right) => Object.defineProperty(right, "redirected", { value: true }),
  "an error": ({ headers }, text) => new Response(text, { status: 503, headers }),
  "a part": ({ headers }, text) => new Response(text, { status: 206, headers }),
  "more than anything has": ({ headers }, text) => new Response(text + " ".repeat(2_000_000) + text, { headers }),
  "what has no end": ({ headers }) =>
    new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100_000)) }), { headers }),
  "a connection that is cut": ({ headers }, text) =>
    new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(half(text))),
        pull: (stream) => stream.error(new TypeError("network error")),
      }),
      { headers },
    ),
  "another content type": (right) => withHeader(right, "content-type", "text/plain"),
  "no policy": (right) => withHeader(right, "content-security-policy", ""),
  "a policy that allows more": (right) =>
    withHeader(right, "content-security-policy", "script-src 'self' 'unsafe-inline'"),
};
function withHeader(answer: Response, name: string, value: string): Response {
  answer.headers.set(name, value);
  return answer;
}

const places = {
  script: "/_next/static/chunks/one.js",
  page: "/guide",
  "answer to Next": "/local/offline",
};

describe.each(Object.entries(places))("of a %s", (kind, place) => {
  test.each(Object.entries(wrongAnswers))("%s is not kept, and does no harm when it passes", async (_, wrong) => {
    const { world, host } = createWorld("one");
    const build = buildOf("one");
    const isPlace = ({ url, headers }: Request) =>
      new URL(url).pathname === place && headers.has("rsc") === (kind === "answer to Next");
    const modes: string[] = [];
    const breakFor = (times: number) => {
      world.fault = async (right, asked) => {
        if (!isPlace(asked)) return right;
        modes.push(asked.cache);
        return modes.length > times ? right : wrong(right, await right.clone().text());
      };
    };
    breakFor(Number.POSITIVE_INFINITY);
    await expect(keepBuild(host, build)).rejects.toThrow(/is not of the build one|network error/);
    expect(await keptAnswer(host, build, kind === "answer to Next" ? labPayload : place)).toBeUndefined();
    // The browser's HTTP cache may have a wrong file, so it is bypassed on retry; it must never get a wrong page.
    expect(modes.splice(0)).toEqual(kind === "script" ? ["default", "reload"] : ["no-store", "no-store"]);
    breakFor(1);
    await keepBuild(host, build);
    expect(modes).toHaveLength(2);
    expect(await keptAnswer(host, build, kind === "answer to Next" ? labPayload : place)).toBeDefined();
  });
});

/** Replaces every stored answer with another one. */
async function poison({ caches }: WorkerHost, text = "<html>foreign</html>"): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) await cache.put(key, new Response(text, { headers: html }));
  }
}

test("what is kept and is not the build's own is answered with nothing, dropped, and fetched anew", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  await poison(host);
  world.isCut = true;
  expect((await answerTo(host, build, navigation("/guide")))?.status).toBe(503);
  await expect(answerTo(host, build, requestOf("/samples/index.json"))).rejects.toThrow(TypeError);
  world.isCut = false;
  const script = await answerTo(host, build, requestOf("/_next/static/chunks/one.js"));
  expect(await script?.text()).toBe("code of /_next/static/chunks/one.js");
  await mendBuild(host, build);
  world.isCut = true;
  const textOf = async (path: string) => (await answerTo(host, build, navigation(path)))?.text();
  expect([await textOf("/guide"), await textOf("/gh/acme/skills")].join()).not.toContain("foreign");
  world.asked.length = 0;
  await mendBuild(host, build);
  expect(world.asked).toEqual([]);
});

test("what an earlier version of the worker kept is taken over where it is right, and forgotten", async () => {
  const { world, host } = createWorld("one");
  const earlier = await host.caches.open("skillground-build-0-0");
  const [one, shared] = Object.keys(buildOf("one").assets) as [string, string];
  await earlier.put(one, new Response("<html>foreign</html>", { headers: html }));
  const right = await host.fetch(requestOf(shared));
  await earlier.put(shared, right);
  world.asked.length = 0;
  await keepBuild(host, buildOf("one"));
  await dropOldBuilds(host, buildOf("one"));
  const asked = world.asked.map(({ url }) => new URL(url).pathname);
  expect([asked.includes(one), asked.includes(shared)]).toEqual([true, false]);
  expect(await host.caches.keys()).toEqual(["skillground-checked-one-1"]);
});

test("a build that was never whole is forgotten, and the whole one before it stays", async () => {
  const { world, host } = createWorld("one");
  await keepBuild(host, buildOf("one"));
  world.version = "two";
  world.fault = (right, { url }) => (url.endsWith("/guide") ? new Response("", { status: 502 }) : right);
  await expect(keepBuild(host, buildOf("two"))).rejects.toThrow("it was answered 502");
  world.fault = (right) => right;
  world.version = "three";
  await keepBuild(host, buildOf("three"));
  await dropOldBuilds(host, buildOf("three"));
  expect(await host.caches.keys()).toEqual(["skillground-checked-one-1", "skillground-checked-three-1"]);
  world.asked.length = 0;
  const old = await answerTo(host, buildOf("three"), requestOf("/_next/static/chunks/one.js"));
  expect(await old?.text()).toBe("code of /_next/static/chunks/one.js");
  expect(world.asked).toEqual([]);
});

test("a list of another build than the server's changes nothing, nor does one that is fetched during a fault", async () => {
  const { world, host } = createWorld("one");
  const one = buildOf("one");
  const two = buildOf("two");
  const opensOffline = async (build: BuildList) => {
    world.isCut = true;
    const pages = ["/guide", "/gh/acme/skills"].map((path) => answerTo(host, build, navigation(path)));
    const texts = await Promise.all(pages.map(async (page) => (await page)?.text()));
    world.isCut = false;
    return texts.every((text) => text?.includes(`of ${build.version}`));
  };
  const renamed = { ...one, version: "two" };
  await expect(keepBuild(host, renamed)).rejects.toThrow("not of the build two");
  expect(await opensOffline(renamed)).toBe(false);
  await keepBuild(host, one);
  await expect(keepBuild(host, renamed)).rejects.toThrow("not of the build two");
  expect(await opensOffline(one)).toBe(true);

  world.version = "two";
  world.fault = () => new Response("<html>Sign in, please.</html>", { headers: html });
  await expect(keepBuild(host, two)).rejects.toThrow("not of the build two");
  world.fault = (right) => right;
  expect(await opensOffline(one)).toBe(true);
  await keepBuild(host, two);
  await dropOldBuilds(host, two);
  expect(await opensOffline(two)).toBe(true);
});

test("where there is no room, what was kept gives its room back, and the build before stays", async () => {
  const { world, host } = createWorld("one");
  await keepBuild(host, buildOf("one"));
  world.version = "two";
  const open = async (name: string) => {
    const cache = await host.caches.open(name);
    const full = async (path: RequestInfo | URL, answer: Response) => {
      if (String(path) === "/guide") throw new DOMException("There is no room.", "QuotaExceededError");
      await cache.put(path, answer);
    };
    return { ...cache, put: full } as Cache;
  };
  const caches = { ...host.caches, open } as CacheStorage;
  await expect(keepBuild({ ...host, caches }, buildOf("two"))).rejects.toThrow("There is no room.");
  expect(await host.caches.keys()).toEqual(["skillground-checked-one-1"]);
  world.isCut = true;
  expect(await (await answerTo(host, buildOf("one"), navigation("/guide")))?.text()).toContain("of one");
});

test("a list that cannot be this server's is refused before anything is fetched", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  const [digest = ""] = Object.values(build.assets);
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`/samples/${i}`, digest]));
  const wrong: Partial<BuildList>[] = [
    { version: "" },
    { hash: "../other" },
    { files: many },
    { files: { "//elsewhere.example/a": digest } },
    { files: { "/a": "" } },
    { files: { [`/${"a/".repeat(600)}`]: digest } },
    { assets: { "/guide": digest } },
  ];
  for (const part of wrong) await expect(keepBuild(host, { ...build, ...part })).rejects.toThrow("is refused");
  expect(world.asked).toEqual([]);
});

test("a policy is known by all but its nonce and what an operator lets pages reach", () => {
  const nonce = "'nonce-84e404a1-021a-4253-98d0-5b52f99cee8f'";
  const policy = (script: string, connect: string) =>
    `script-src 'self' ${script}; connect-src 'self'${connect}; img-src 'self'`;
  const own = comparablePolicy(policy(nonce, " https://a.example http://localhost:*"));
  expect(comparablePolicy(policy(nonce, " https://b.example:8443 http://[::1]:80"))).toBe(own);
  for (const other of [
    policy("'nonce-a'", ""),
    policy(`${nonce} 'unsafe-inline'`, ""),
    policy(`${nonce} ${nonce}`, ""),
    policy(nonce, " https://*"),
    policy(nonce, " *"),
    `${policy(nonce, "")}, img-src *`,
  ])
    expect(comparablePolicy(other)).not.toBe(own);
});
