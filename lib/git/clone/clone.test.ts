import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { firstOf, wholeOf } from "#lib/vfs/delivery.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";
import { dropPrefetchedClone, prefetchClone, prepareClone, takeClone } from "./clone.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowFilter": "true" });
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`docs/f${i}`, `${i}`]));
  createRepository(server.root, "acme/skills", { ...files, "pdf/SKILL.md": "pdf" });
});
afterAll(() => server.stop());

beforeEach(() => {
  vi.stubGlobal("Worker", ThreadlessWorker);
});
afterEach(() => {
  dropPrefetchedClone();
  server.faults.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isForObjects = ({ body }: { body: Buffer }) => body.includes("want ");
const asked = () => server.git.requests.filter(isForObjects).length;

/** Prefetches until the files that show the skills were requested; resolves to the number of requests before. */
async function lookAhead(): Promise<number> {
  const before = asked();
  prefetchClone(server.source("acme/skills"), false);
  await expect.poll(() => asked()).toBe(before + 2);
  return before;
}

test("a pasted repository is known before it is opened; opened, it goes on from there", async () => {
  const before = await lookAhead();
  // Nothing more is requested by itself.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked()).toBe(before + 2);
  prefetchClone(server.source("acme/skills"), true);
  const clone = takeClone(server.source("acme/skills"), {});
  const first = await firstOf(clone, () => undefined);
  expect(first.kind === "part" && snapshotPaths(first.known)).toEqual(["pdf/SKILL.md"]);
  const { snapshot } = await wholeOf(clone);
  expect([snapshotPaths(snapshot).length, asked()]).toEqual([61, before + 3]);
});

test("one that nobody waited for may fail: it is asked for anew when it is opened", async () => {
  server.faults.set("/acme/skills", { kind: "status", status: 503 });
  const failed = server.git.requests.length;
  prefetchClone(server.source("acme/skills"), false);
  await expect.poll(() => server.git.requests.length).toBeGreaterThan(failed);
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.faults.clear();
  const { snapshot } = await wholeOf(takeClone(server.source("acme/skills"), {}));
  expect(snapshotPaths(snapshot)).toHaveLength(61);
});

test("one that was looked at long ago is looked up again: its branch may have moved", async () => {
  const before = await lookAhead();
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 120_000);
  await wholeOf(takeClone(server.source("acme/skills"), {}));
  expect(asked()).toBe(before + 5);
});

test("one that was opened is waited for, however long its page takes to load", async () => {
  const before = await lookAhead();
  prefetchClone(server.source("acme/skills"), true);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 120_000);
  await wholeOf(takeClone(server.source("acme/skills"), {}));
  expect(asked()).toBe(before + 3);
});

test("one worker waits for the next clone, which takes it", async () => {
  const started: ThreadlessWorker[] = [];
  class Counted extends ThreadlessWorker {
    constructor(...args: ConstructorParameters<typeof ThreadlessWorker>) {
      super(...args);
      started.push(this);
    }
  }
  vi.stubGlobal("Worker", Counted);
  prepareClone();
  prepareClone();
  expect(started).toHaveLength(1);
  await wholeOf(takeClone(server.source("acme/skills"), {}));
  expect(started).toHaveLength(1);
  prefetchClone(server.source("acme/skills"), false);
  prepareClone();
  expect(started).toHaveLength(2);
});
