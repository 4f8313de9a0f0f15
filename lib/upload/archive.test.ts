import { describe, expect, test } from "vitest";
import { rawZip as zip } from "#e2e/raw-zip.ts";
import { snapshotEntries, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { readArchive } from "./archive.ts";

const textsOf = async (archive: Blob) => {
  const { snapshot } = await readArchive("a.zip", archive);
  return Object.fromEntries(
    Array.from(snapshotEntries(snapshot), ({ path, bytes }) => [path, new TextDecoder().decode(bytes)]),
  );
};

test("gives the files without the folder that holds them all", async () => {
  const archive = zip([
    { path: "pdf/", unixMode: 0o40755 },
    { path: "pdf/SKILL.md", text: "---\nname: pdf\n---\n".repeat(1000) },
    { path: "pdf/run.sh", text: "echo", unixMode: 0o100755, method: 0 },
    { path: "pdf/alias", text: "../../etc/passwd", unixMode: 0o120777, method: 0 },
    { path: "pdf/empty" },
    { path: "pdf/nothing", method: 0 },
    { path: "pdf/.git/config", text: "secret" },
    { path: "pdf/.DS_Store", text: "x" },
    { path: "__MACOSX/pdf/._SKILL.md", text: "x" },
  ]);
  const { name, snapshot, warnings } = await readArchive("pdf-1.0.skill", archive);
  expect(name).toBe("pdf");
  expect(warnings).toEqual([]);
  expect(Array.from(snapshotEntries(snapshot), ({ path, mode }) => [path, mode])).toEqual([
    ["SKILL.md", snapshotMode.file],
    ["alias", snapshotMode.link],
    ["empty", snapshotMode.file],
    ["nothing", snapshotMode.file],
    ["run.sh", snapshotMode.executable],
  ]);
});

test("leaves a file out that is too large, without inflating it, and says so", async () => {
  const { snapshot, warnings } = await readArchive(
    "a.zip",
    zip([
      { path: "model.bin", size: 26 * 1024 * 1024 },
      { path: "a", text: "x" },
    ]),
  );
  expect(snapshotPaths(snapshot)).toEqual(["a"]);
  expect(warnings).toMatchObject([{ kind: "file-left-out", path: "model.bin" }]);
});

test("reads deflated and stored content, of more than one block, behind a comment", async () => {
  const long = "0123456789".repeat(20_000);
  const texts = await textsOf(
    zip(
      [
        { path: "a", text: long },
        { path: "b", text: long, method: 0 },
      ],
      "made by hand",
    ),
  );
  expect(texts).toEqual({ a: long, b: long });
});

test("reads zip64, as tools write it that do not know the size beforehand", async () => {
  const files = [
    { path: "a", text: "one", long: true as const },
    { path: "b", text: "two" },
  ];
  expect(await textsOf(zip(files, "", {}))).toEqual({ a: "one", b: "two" });
  expect(await textsOf(zip(files))).toEqual({ a: "one", b: "two" });
});

test("finds a 64-bit end that lies before its locator, wherever that points", async () => {
  expect(await textsOf(zip([{ path: "a", text: "text" }], "", { at: 2n ** 33n }))).toEqual({ a: "text" });
});

test("is named after itself when it holds several things", async () => {
  const { name, snapshot } = await readArchive("skills.v2.zip", zip([{ path: "a/SKILL.md" }, { path: "b/SKILL.md" }]));
  expect(name).toBe("skills.v2");
  expect(snapshotPaths(snapshot)).toEqual(["a/SKILL.md", "b/SKILL.md"]);
});

describe("refuses", () => {
  test.each(["../evil", "a/../../evil", "/etc/passwd", "a\\..\\evil", "a//b", ".GIT/config", "\ufffd"])(
    "the name %j",
    async (path) => {
      const reading = readArchive("a.zip", zip([{ path: "good" }, { path }]));
      await expect(reading).rejects.toMatchObject({ failure: { code: "name-refused", path } });
    },
  );

  test.each<[string, Blob]>([
    ["what is no archive", new Blob(["PK, but not really, and long enough to hold an end record"])],
    ["nothing", new Blob([])],
    ["a cut archive", zip([{ path: "a", text: "text" }]).slice(0, -30)],
    ["an archive without its beginning", zip([{ path: "a", text: "text" }]).slice(20)],
    ["a wrong checksum", zip([{ path: "a", text: "text", crc: 1 }])],
    ["a wrong checksum of stored content", zip([{ path: "a", text: "text", method: 0, crc: 1 }])],
    ["less than it says", zip([{ path: "a", text: "text", size: 5 }])],
    ["more than it says", zip([{ path: "a", text: "0".repeat(1_000_000), size: 5 }])],
    ["an encrypted file", zip([{ path: "a", text: "text", flags: 1 }])],
    ["an unknown compression", zip([{ path: "a", text: "text", method: 93 }])],
    ["a 64-bit directory elsewhere", zip([{ path: "a", text: "text" }], "", { start: 2n ** 60n })],
    ["a 64-bit count that is a lie", zip([{ path: "a", text: "text" }], "", { count: 2n ** 40n })],
  ])("%s", async (_, archive) => {
    await expect(readArchive("a.zip", archive)).rejects.toMatchObject({
      failure: { code: "archive-damaged", name: "a.zip" },
    });
  });

  test("two entries that share their bytes", async () => {
    const archive = zip([
      { path: "a", text: "text" },
      { path: "b", text: "text", start: 0 },
    ]);
    await expect(readArchive("a.zip", archive)).rejects.toMatchObject({ failure: { code: "archive-damaged" } });
  });

  test("a 64-bit field that is too short, as a size beyond all limits", async () => {
    await expect(readArchive("a.zip", zip([{ path: "a", text: "text", long: 8 }]))).rejects.toMatchObject({
      failure: { code: "too-large" },
    });
  });

  test("a bomb before any of it is inflated", async () => {
    const claims = Array.from({ length: 5 }, (_, n) => ({ path: String(n), size: 25 * 1024 * 1024 }));
    await expect(readArchive("a.zip", zip(claims))).rejects.toMatchObject({ failure: { code: "too-large" } });
  });

  test("an archive without files", async () => {
    await expect(readArchive("a.zip", zip([{ path: "a/" }]))).rejects.toMatchObject({
      failure: { code: "upload-empty" },
    });
  });
});

test("can be cancelled", async () => {
  const reading = readArchive("a.zip", zip([{ path: "a" }]), { signal: AbortSignal.abort() });
  await expect(reading).rejects.toMatchObject({ failure: { code: "cancelled" } });
});
