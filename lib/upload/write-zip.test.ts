import { afterEach, expect, test, vi } from "vitest";
import { type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { ThreadWorker } from "#test/servers/thread-worker.ts";
import { writeZip } from "./write-zip.ts";

afterEach(() => vi.unstubAllGlobals());

/** Text that does not compress to nothing. */
const text = Array.from({ length: 20_000 }, (_, index) => Math.imul(index, 2_654_435_761).toString(36)).join(" ");
const whole = new TextEncoder().encode(text);

const entries: readonly SnapshotEntry[] = Array.from({ length: 150 }, (_, index) => ({
  path: `skills/${index}/SKILL.md`,
  mode: index % 2 === 0 ? snapshotMode.file : snapshotMode.executable,
  // Parts of one large buffer, like the files of a snapshot.
  bytes: whole.subarray(index, index + 8_000),
}));

const bytesOf = async (archive: Blob) => new Uint8Array(await archive.arrayBuffer());

test("a thread of its own packs the same bytes, leaves the files where they are, and tells how far it is", async () => {
  const here = await bytesOf(await writeZip(entries));
  vi.stubGlobal("Worker", ThreadWorker);
  const told: number[] = [];
  const there = await bytesOf(await writeZip(entries, { onProgress: (done) => told.push(done) }));
  expect(there).toEqual(here);
  expect(whole.length).toBe(text.length);
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toBe(150);
});

test("this thread does none of it while another one packs", async () => {
  vi.stubGlobal("Worker", ThreadWorker);
  vi.stubGlobal("CompressionStream", undefined);
  expect((await writeZip(entries.slice(0, 3))).size).toBeGreaterThan(0);
});

test.each([
  ["a thread of its own", ThreadWorker],
  ["this thread", undefined],
])("an archive that is no longer wanted is not packed to its end, in %s", async (_, Worker) => {
  vi.stubGlobal("Worker", Worker);
  const stopping = new AbortController();
  const packing = writeZip(entries, { signal: stopping.signal, onProgress: () => stopping.abort() });
  await expect(packing).rejects.toMatchObject({ failure: { code: "cancelled" } });
});

test("where the code of the other thread does not come, this one packs", async () => {
  const here = await bytesOf(await writeZip(entries));
  class Unfetched extends EventTarget {
    constructor() {
      super();
      queueMicrotask(() => this.dispatchEvent(new Event("error")));
    }
    terminate() {}
  }
  vi.stubGlobal("Worker", Unfetched);
  expect(await bytesOf(await writeZip(entries))).toEqual(here);
});
