import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pax, rawTar as tar } from "#e2e/raw-tar.ts";
import { snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";
import { readArchive } from "./archive.ts";
import { boundedStream } from "./read-tar.ts";

const read = (archive: Buffer, name = "a.tar") => readArchive(name, new Blob([archive as BlobPart]));

async function filesOf(archive: Buffer) {
  const { snapshot } = await read(archive);
  return Array.from(snapshotEntries(snapshot), ({ path, mode, bytes }) => [
    path,
    mode,
    new TextDecoder().decode(bytes),
  ]);
}

const { file, executable, link } = snapshotMode;

test("leaves files out that are too large, under every name, and says so", async () => {
  const text = Buffer.alloc(26 * 1024 * 1024);
  const large = tar([
    { path: "model", text },
    { path: "same", type: "1", target: "model" },
    { path: "a", text: "x" },
  ]);
  const { snapshot, warnings } = await read(large);
  expect(Array.from(snapshotEntries(snapshot), ({ path }) => path)).toEqual(["a"]);
  const told = { kind: "file-left-out", size: text.length, limit: 25 * 1024 * 1024 };
  expect(warnings).toEqual([
    { ...told, path: "model" },
    { ...told, path: "same" },
  ]);
});

describe("gives the files", () => {
  test("without the folder that holds them all, with links and executable bits", async () => {
    const archive = tar([
      { path: "pdf/", type: "5", mode: 0o755 },
      { path: "pdf/SKILL.md", text: "---\nname: pdf\n---\n" },
      { path: "pdf/run.sh", text: "echo", mode: 0o755 },
      { path: "pdf/alias", type: "2", target: "../../etc/passwd" },
      { path: "pdf/same", type: "1", target: "pdf/run.sh" },
      { path: "pdf/empty" },
      { path: "pdf/.git/config", text: "secret" },
      { path: "pdf/._SKILL.md", text: "finder" },
      { path: "pdf/.DS_Store", text: "finder" },
    ]);
    const expected = [
      ["SKILL.md", file, "---\nname: pdf\n---\n"],
      ["alias", link, "../../etc/passwd"],
      ["empty", file, ""],
      ["run.sh", executable, "echo"],
      ["same", executable, "echo"],
    ];
    expect(await filesOf(archive)).toEqual(expected);
    const { name, snapshot } = await read(gzipSync(archive), "whatever.tgz");
    expect(name).toBe("pdf");
    expect(Array.from(snapshotEntries(snapshot), ({ path }) => path)).toEqual(expected.map(([path]) => path));
  });

  test("of names behind ./ and in ustar's prefix, pax and GNU's long names", async () => {
    const long = `deep/${"x".repeat(150)}.md`;
    const archive = tar([
      { path: "./", type: "5" },
      { path: "./a.md", text: "a" },
      { path: "b.md", prefix: "folder", text: "b" },
      { path: "pax", type: "x", text: pax({ path: long, mtime: "1.5" }) },
      { path: "cut", text: "long by pax" },
      { path: "././@LongLink", type: "L", text: `${long}2\0` },
      { path: "cut", text: "long by GNU" },
      { path: "././@LongLink", type: "K", text: "y".repeat(120) },
      { path: "to-long", type: "2", target: "cut" },
      { path: "pax", type: "x", text: pax({ path: "näme.md" }) },
      { path: "cut", text: "not ASCII" },
    ]);
    expect(await filesOf(archive)).toEqual([
      ["a.md", file, "a"],
      [long, file, "long by pax"],
      [`${long}2`, file, "long by GNU"],
      ["folder/b.md", file, "b"],
      ["näme.md", file, "not ASCII"],
      ["to-long", link, "y".repeat(120)],
    ]);
  });

  test("of content over many pieces, reporting how far it is", async () => {
    const text = "0123456789".repeat(50_000);
    const reports: number[] = [];
    const { snapshot } = await readArchive("a.tgz", new Blob([gzipSync(tar([{ path: "a/b", text }])) as BlobPart]), {
      onProgress: ({ bytes = 0 }) => reports.push(bytes),
    });
    expect(new TextDecoder().decode(snapshot.bytes)).toBe(text);
    expect(reports.length).toBeGreaterThan(1);
    expect(reports).toEqual(reports.toSorted((a, b) => a - b));
  });

  test("under the archive's own name when it holds several things", async () => {
    const { name } = await read(tar([{ path: "a/SKILL.md" }, { path: "b/SKILL.md" }]), "skills.v2.tar.gz");
    expect(name).toBe("skills.v2");
  });
});

describe("refuses", () => {
  test.each(["../evil", "a/../../evil", "/etc/passwd", "a\\evil", "a//b", ".GIT/config", "a\u0007"])(
    "the name %j",
    async (path) => {
      const pathAsIs = { path: "good", text: "" };
      const reading = read(tar([pathAsIs, { path: "p", type: "x", text: pax({ path }) }, { path: "x" }]));
      await expect(reading).rejects.toMatchObject({ failure: { code: "name-refused", path } });
    },
  );

  test("two files of one name, and one name for all", async () => {
    const failure = { code: "name-refused", path: "a", reason: "it occurs twice" };
    await expect(read(tar([{ path: "a" }, { path: "./a" }]))).rejects.toMatchObject({ failure });
    const forAll = tar([{ path: "g", type: "g", text: pax({ path: "a" }) }, { path: "b" }, { path: "c" }]);
    await expect(read(forAll)).rejects.toMatchObject({ failure });
  });

  test.each<[string, Buffer, RegExp]>([
    ["nothing", Buffer.alloc(0), /not an archive/],
    ["what only says it is a tar", Buffer.from(`${"x".repeat(257)}ustar${"x".repeat(400)}`), /number/],
    ["a cut header", tar([{ path: "a", text: "text" }], Buffer.alloc(0)).subarray(0, 700), /truncated/],
    ["cut content", tar([{ path: "a", text: "x".repeat(5000) }]).subarray(0, 2000), /truncated/],
    ["no end", tar([{ path: "a", text: "text" }], Buffer.alloc(0)), /truncated/],
    ["a wrong checksum", tar([{ path: "a", checksum: 1 }]), /checksum/],
    ["something behind its end", tar([{ path: "a" }], Buffer.concat([Buffer.alloc(1024), Buffer.from("x")])), /EOF/],
    ["a size larger than all of it", tar([{ path: "a", text: "x", size: 100_000 }]), /truncated/],
    ["a size that is no number", tar([{ path: "a", size: "99999999999\0" }]), /number/],
    ["a device", tar([{ path: "dev/null", type: "3" }]), /dev\/null .* device/],
    ["a pipe", tar([{ path: "p", type: "6" }]), /pipe/],
    ["a sparse file", tar([{ path: "p", type: "x", text: pax({ "GNU.sparse.major": "1" }) }, { path: "s" }]), /sparse/],
    ["a hard link out of it", tar([{ path: "h", type: "1", target: "/etc/passwd" }]), /does not come before it/],
    ["a cut gzip", gzipSync(tar([{ path: "a", text: "x".repeat(5000) }])).subarray(0, 60), /./],
    ["a gzip of something else", gzipSync(Buffer.from("x".repeat(600))), /not an archive|number/],
    ["a damaged gzip", flipped(gzipSync(tar([{ path: "a", text: "some text" }]))), /./],
  ])("%s", async (_, archive, detail) => {
    await expect(read(archive)).rejects.toMatchObject({
      failure: { code: "archive-damaged", name: "a.tar", detail: expect.stringMatching(detail) },
    });
  });

  test("nothing but a file that is too large", async () => {
    const archive = tar([{ path: "model", text: Buffer.alloc(26 * 1024 * 1024) }]);
    await expect(read(archive)).rejects.toMatchObject({ failure: { code: "too-large", path: "model" } });
  });

  test("a bomb of several layers as soon as it is too much", async () => {
    const zeros = Buffer.alloc(24 * 1024 * 1024);
    const bomb = gzipSync(tar(Array.from({ length: 6 }, (_, n) => ({ path: String(n), text: zeros }))), { level: 1 });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(read(bomb)).rejects.toMatchObject({ failure: { code: "too-large" } });
  });

  test("more files than a mount may hold", async () => {
    const archive = tar(Array.from({ length: 20_001 }, (_, n) => ({ path: String(n) })));
    await expect(read(gzipSync(archive))).rejects.toMatchObject({ failure: { code: "too-many-files" } });
  });

  test("an archive without files", async () => {
    await expect(read(tar([{ path: "a/", type: "5" }]))).rejects.toMatchObject({ failure: { code: "upload-empty" } });
  });
});

test("bytes are counted while they arrive, so that what never ends is stopped", async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
  const reader = endless.pipeThrough(boundedStream({ limit: 5000 })).getReader();
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toMatchObject({ failure: { code: "too-large", limit: 5000 } });
});

test("can be cancelled half way", async () => {
  const controller = new AbortController();
  const archive = gzipSync(tar(Array.from({ length: 50 }, (_, n) => ({ path: String(n), text: "x".repeat(50_000) }))));
  const reading = readArchive("a.tgz", new Blob([archive as BlobPart]), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(reading).rejects.toMatchObject({ failure: { code: "cancelled" } });
});

/** The archive with one bit of its checksum flipped. */
function flipped(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  copy[copy.length - 6] = (copy[copy.length - 6] ?? 0) ^ 1;
  return copy;
}
