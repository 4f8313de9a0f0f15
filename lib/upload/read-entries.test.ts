import { describe, expect, test } from "vitest";
import { rawTar } from "#e2e/raw-tar.ts";
import { rawZip } from "#e2e/raw-zip.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { ArrivingUpload, ReadOptions } from "./read-entries.ts";
import { readUpload } from "./upload.ts";

const names = Array.from({ length: 300 }, (_, i) => `top/docs/f${i}`);
const skill = "top/skills/pdf/SKILL.md";

const zip = (paths: readonly string[]) => [
  { path: "top.zip", file: rawZip(paths.map((path) => ({ path, text: `text of ${path}` }))) },
];
const folder = (paths: readonly string[]) => paths.map((path) => ({ path, file: new Blob([`text of ${path}`]) }));

/** What is told of an upload until it is read; of the rest nothing is read before `goOn`. */
function listener() {
  const told: ArrivingUpload[] = [];
  const contents: (readonly string[])[] = [];
  const shown = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<ArrivingUpload>();
  const options: ReadOptions = {
    onArriving(arriving) {
      told.push(arriving);
      arrived.resolve(arriving);
      return shown.promise;
    },
    onContents: (come: Snapshot) => contents.push(snapshotPaths(come)),
  };
  return { told, contents, options, arrived: arrived.promise, goOn: () => shown.resolve() };
}

describe.each([
  ["an archive", zip],
  ["a folder", folder],
])("of %s", (_, upload) => {
  test("that is large, the skills are known before the rest is read, and what is wanted comes next", async () => {
    const { told, contents, options, arrived, goOn } = listener();
    const reading = readUpload(upload([...names, skill]), options);
    const { known, pending, want } = await arrived;
    expect(snapshotPaths(known)).toEqual(["skills/pdf/SKILL.md"]);
    expect(snapshotPaths(pending)).toHaveLength(300);
    want(["docs/f299", "skills/pdf/SKILL.md", "no/such"]);
    goOn();
    const { snapshot } = await reading;
    expect([told.length, contents]).toEqual([1, [["docs/f299"]]]);
    expect(snapshotPaths(snapshot)).toHaveLength(301);
    expect(new TextDecoder().decode(snapshot.bytes)).toContain("text of top/docs/f17");
  });

  test("that is small, nothing is told before it is read, nor where several are given together", async () => {
    const { told, options } = listener();
    await readUpload(upload([...names.slice(0, 30), skill]), options);
    await readUpload([...zip([...names, skill]), { path: "b.md", file: new Blob(["b"]) }], options);
    expect(told).toEqual([]);
  });
});

test("of a tar archive nothing is known before its end", async () => {
  const { told, options } = listener();
  const tar = rawTar([...names, skill].map((path) => ({ path, text: path })));
  const { snapshot } = await readUpload([{ path: "top.tar", file: new Blob([new Uint8Array(tar)]) }], options);
  expect([told.length, snapshotPaths(snapshot).length]).toEqual([0, 301]);
});

test("what was read of a folder that cannot be read to its end is told before the failure, and nothing twice", async () => {
  const { contents, options, arrived, goOn } = listener();
  const gone = Object.assign(new Blob(["gone"]), {
    arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")),
  });
  const files = [...folder([...names, skill]), { path: "top/z", file: gone }];
  const reading = readUpload(files, options);
  (await arrived).want(["docs/f299"]);
  goOn();
  await expect(reading).rejects.toMatchObject({ failure: { code: "upload-unreadable", path: "z" } });
  const come = contents.flat();
  expect(contents[0]).toEqual(["docs/f299"]);
  expect(come).toContain("docs/f0");
  expect(come).toHaveLength(new Set(come).size);
});

test("one that is cancelled is read no further", async () => {
  const stopping = new AbortController();
  const { contents, options, arrived, goOn } = listener();
  const reading = readUpload(folder([...names, skill]), { ...options, signal: stopping.signal });
  await arrived;
  stopping.abort();
  goOn();
  await expect(reading).rejects.toMatchObject({ failure: { code: "cancelled" } });
  expect(contents).toEqual([]);
});
