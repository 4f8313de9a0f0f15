import { describe, expect, test } from "vitest";
import { rawTar } from "#e2e/raw-tar.ts";
import { rawZip } from "#e2e/raw-zip.ts";
import { type DeliveredPart, deliver, firstOf } from "#lib/vfs/delivery.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { PickedFile } from "./pick.ts";
import { type MixedUpload, readUpload } from "./upload.ts";

const names = Array.from({ length: 300 }, (_, i) => `top/docs/f${i}`);
const skill = "top/skills/pdf/SKILL.md";

const zip = (paths: readonly string[]) => [
  { path: "top.zip", file: rawZip(paths.map((path) => ({ path, text: `text of ${path}` }))) },
];
const folder = (paths: readonly string[]) => paths.map((path) => ({ path, file: new Blob([`text of ${path}`]) }));

type Upload = Pick<MixedUpload, "warnings">;

function delivered(files: readonly PickedFile[], signal?: AbortSignal) {
  return deliver<Upload>(async (tell) => {
    const { snapshot, ...about } = await readUpload(files, { tell, ...(signal && { signal }) });
    return { kind: "whole", about, snapshot };
  });
}

/** The part of a large upload, which is not read further until requested. */
async function partOf(upload: ReturnType<typeof delivered>): Promise<DeliveredPart<Upload>> {
  const first = await firstOf(upload, () => undefined);
  if (first.kind === "whole") throw new Error("It was read as a whole.");
  return first;
}

/** Reads on; resolves to the paths in each event. Rejects as the upload does, with the earlier events in `brought`. */
async function restOf(upload: ReturnType<typeof delivered>, brought: (readonly string[])[] = []) {
  for await (const event of upload) {
    if (event.kind === "contents") brought.push(snapshotPaths(event.contents));
    if (event.kind === "whole") return { brought, snapshot: event.snapshot };
  }
  throw new Error("It had no end.");
}

describe.each([
  ["an archive", zip],
  ["a folder", folder],
])("of %s", (_, upload) => {
  test("that is large, the skills are known before the rest is read, and what is wanted comes next", async () => {
    const reading = delivered(upload([...names, skill]));
    const { known, pending, want } = await partOf(reading);
    expect(snapshotPaths(known)).toEqual(["skills/pdf/SKILL.md"]);
    expect(snapshotPaths(pending)).toHaveLength(300);
    want(["docs/f299", "skills/pdf/SKILL.md", "no/such"]);
    const { brought, snapshot } = await restOf(reading);
    expect(brought).toEqual([["docs/f299"]]);
    expect(snapshotPaths(snapshot)).toHaveLength(301);
    expect(new TextDecoder().decode(snapshot.bytes)).toContain("text of top/docs/f17");
  });

  test("that is small, nothing is told before it is read, nor where several are given together", async () => {
    const several = [...zip([...names, skill]), { path: "b.md", file: new Blob(["b"]) }];
    for (const files of [upload([...names.slice(0, 30), skill]), several])
      expect(await firstOf(delivered(files), () => undefined)).toMatchObject({ kind: "whole" });
  });
});

test("of a tar archive nothing is known before its end", async () => {
  const tar = rawTar([...names, skill].map((path) => ({ path, text: path })));
  const reading = delivered([{ path: "top.tar", file: new Blob([new Uint8Array(tar)]) }]);
  const first = await firstOf(reading, () => undefined);
  expect(first.kind === "whole" && snapshotPaths(first.snapshot)).toHaveLength(301);
});

test("what was read of a folder that cannot be read to its end is told before the failure, and nothing twice", async () => {
  const gone = Object.assign(new Blob(["gone"]), {
    arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")),
  });
  const files = [...folder([...names, skill]), { path: "top/z", file: gone }];
  const reading = delivered(files);
  (await partOf(reading)).want(["docs/f299"]);
  const contents: (readonly string[])[] = [];
  await expect(restOf(reading, contents)).rejects.toMatchObject({ failure: { code: "upload-unreadable", path: "z" } });
  const come = contents.flat();
  expect(contents[0]).toEqual(["docs/f299"]);
  expect(come).toContain("docs/f0");
  expect(come).toHaveLength(new Set(come).size);
});

test("one that is cancelled is read no further", async () => {
  const stopping = new AbortController();
  const contents: (readonly string[])[] = [];
  const reading = delivered(folder([...names, skill]), stopping.signal);
  await partOf(reading);
  stopping.abort();
  await expect(restOf(reading, contents)).rejects.toMatchObject({ failure: { code: "cancelled" } });
  expect(contents).toEqual([]);
});
