import { describe, expect, test } from "vitest";
import { mountLimits } from "#lib/vfs/limits.ts";
import { snapshotEntries, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { readPicked } from "./folder.ts";
import type { PickedFile } from "./pick.ts";

const picked = (path: string, text = ""): PickedFile => ({ path, file: new Blob([text]) });

/** A fake blob that only has a size. */
const sized = (path: string, size: number): PickedFile => ({ path, file: { size } as Blob });

test("a chosen folder becomes a snapshot without the folder's own name", async () => {
  const files = [picked("skills/pdf/SKILL.md", "pdf"), picked("skills/.hidden", "seen"), picked("skills/a.md")];
  const { name, snapshot, warnings } = await readPicked(files);
  expect(name).toBe("skills");
  expect(snapshotPaths(snapshot)).toEqual([".hidden", "a.md", "pdf/SKILL.md"]);
  const texts = Array.from(snapshotEntries(snapshot), ({ bytes }) => new TextDecoder().decode(bytes));
  expect(texts).toEqual(["seen", "", "pdf"]);
  expect(warnings).toEqual([]);
});

test("several folders keep their names", async () => {
  const { name, snapshot } = await readPicked([picked("a/SKILL.md"), picked("b/SKILL.md")]);
  expect(name).toBe("upload");
  expect(snapshotPaths(snapshot)).toEqual(["a/SKILL.md", "b/SKILL.md"]);
});

test("reads more files than at once, and says how far it is", async () => {
  const files = Array.from({ length: 70 }, (_, n) => picked(`top/${n}`, String(n)));
  const done: unknown[] = [];
  const { snapshot } = await readPicked(files, { onProgress: (progress) => done.push(progress.done) });
  expect(snapshotPaths(snapshot)).toHaveLength(70);
  expect(done).toEqual([32, 64, 70]);
});

describe("what cannot be mounted is known before reading", () => {
  test.each([
    ["nothing", [], { code: "upload-empty" }],
    ["a large file alone", [sized("t/a", mountLimits.fileBytes + 1)], { code: "too-large", path: "a" }],
    [
      "much together",
      Array.from({ length: 5 }, (_, n) => sized(`t/${n}`, mountLimits.fileBytes)),
      { code: "too-large" },
    ],
    ["many files", Array.from({ length: 20_001 }, (_, n) => sized(`t/${n}`, 0)), { code: "too-many-files" }],
  ])("%s", async (_, files, failure) => {
    await expect(readPicked(files)).rejects.toMatchObject({ failure });
  });
});

test("leaves a file out that is too large, and says so", async () => {
  const size = mountLimits.fileBytes + 1;
  const { snapshot, warnings } = await readPicked([sized("t/model.bin", size), picked("t/SKILL.md", "text")]);
  expect(snapshotPaths(snapshot)).toEqual(["SKILL.md"]);
  expect(warnings).toEqual([{ kind: "file-left-out", path: "model.bin", size, limit: mountLimits.fileBytes }]);
});

test("refuses bad names, reports twins", async () => {
  await expect(readPicked([picked("top/a\nb")])).rejects.toMatchObject({ failure: { code: "name-refused" } });
  const { warnings } = await readPicked([picked("top/a.md"), picked("top/A.md")]);
  expect(warnings).toEqual([{ kind: "twins", paths: ["a.md", "A.md"] }]);
});

test("a file that vanished is named", async () => {
  const gone = {
    size: 1,
    arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")),
  } as Blob;
  await expect(readPicked([{ path: "top/x", file: gone }])).rejects.toMatchObject({
    failure: { code: "upload-unreadable", path: "x" },
  });
});

test("can be cancelled", async () => {
  const reading = readPicked([picked("top/a")], { signal: AbortSignal.abort() });
  await expect(reading).rejects.toMatchObject({ failure: { code: "cancelled" } });
});
