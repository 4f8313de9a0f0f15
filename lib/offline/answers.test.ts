import { afterEach, expect, test, vi } from "vitest";
import { buildOf, createWorld, navigation, requestOf } from "#test/offline-world.ts";
import { answerTo, keptPageOf } from "./answers.ts";
import { keepBuild } from "./kept-build.ts";

test("without a network every page that is kept opens, and the lab at any address", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const textOf = async (path: string) => (await answerTo(host, build, navigation(path)))?.text();
  expect(await textOf("/")).toMatch(/^<html>\/, /);
  expect(await textOf("/guide")).toMatch(/^<html>\/guide, /);
  expect(await textOf("/gh/acme/skills?skill=pdf")).toMatch(/^<html>\/local\/offline, /);
  expect(await (await answerTo(host, build, requestOf("/samples/index.json")))?.text()).toBe("samples of one");
  expect(await (await answerTo(host, build, requestOf("/_next/static/chunks/one.js")))?.text()).toContain("code of");
  const other = await answerTo(host, build, navigation("/room"));
  expect([other?.status, await other?.text()]).toEqual([503, expect.stringContaining("<h1>You are offline</h1>")]);
});

test("without a network Next is answered for a workspace without a source, and for nothing else", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const step = (path: string, headers: Record<string, string> = {}) =>
    answerTo(host, build, requestOf(path, { headers: { rsc: "1", ...headers } }));
  expect(await (await step("/local/7?_rsc=abc"))?.text()).toMatch(/^\/local\/offline for Next/);
  const ahead = step("/local/7?_rsc=abc", { "next-router-prefetch": "1" });
  expect([ahead, step("/gh/acme/skills?_rsc=abc"), step("/local/7/8")]).toEqual([undefined, undefined, undefined]);
});

test("with a network pages and samples come from the server, whatever is kept", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.version = "two";
  expect(await (await answerTo(host, build, navigation("/")))?.text()).toContain("two.js");
  expect(await (await answerTo(host, build, requestOf("/samples/index.json")))?.text()).toBe("samples of two");
  const preloaded = Promise.resolve(new Response("asked by the browser"));
  expect(await (await answerTo(host, build, navigation("/"), preloaded))?.text()).toBe("asked by the browser");
  world.isCut = true;
  const cut = Promise.reject(new DOMException("The network is cut.", "NetworkError"));
  expect(await (await answerTo(host, build, navigation("/"), cut))?.text()).toContain("one.js");
  // Firefox takes it for answered.
  const error = Promise.resolve(Response.error());
  expect(await (await answerTo(host, build, navigation("/"), error))?.text()).toContain("one.js");
});

afterEach(() => vi.useRealTimers());

test("on a line that hangs a page that is kept opens after some seconds, and any other once it comes", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.version = "two";
  vi.useFakeTimers();
  const line = Promise.withResolvers<void>();
  const hanging = { ...host, fetch: (request: Request) => line.promise.then(() => host.fetch(request)) };
  const shown = new Map<string, string>();
  const opening = ["/guide", "/room"].map(async (path) => {
    shown.set(path, (await (await answerTo(hanging, build, navigation(path)))?.text()) ?? "");
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...shown]).toEqual([["/guide", expect.stringContaining("one.js")]]);
  line.resolve();
  await Promise.all(opening);
  expect(shown.get("/room")).toContain("two.js");
});

test("a worker's script takes on the address that was asked for, whose fragment says what it is to load", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  world.isCut = true;
  const script = Object.defineProperty(requestOf("/_next/static/chunks/one.js"), "destination", { value: "worker" });
  const answer = await answerTo(host, build, script);
  expect(answer?.url).toBe("");
  expect(await answer?.text()).toContain("code of");
});

test("what has a session, a token or another method is none of the worker's", async () => {
  const { world, host } = createWorld("one");
  const build = buildOf("one");
  await keepBuild(host, build);
  const left = [
    requestOf("/api/chat"),
    requestOf("/api/git/github.com/acme/skills/info/refs?service=git-upload-pack"),
    requestOf("/gh/acme/skills?_rsc=1"),
    requestOf("/", { method: "POST" }),
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

test("addresses of the lab are told from all others", () => {
  expect(keptPageOf("/local/1")).toBe("/local/offline");
  expect(keptPageOf("/git/https%3A%2F%2Fa.example%2Fb.git")).toBe("/local/offline");
  expect(["/gh", "/gh/", "/api/chat", "/service-worker.js", "/github.com/a/b"].map(keptPageOf)).toEqual(
    Array(5).fill(undefined),
  );
});
