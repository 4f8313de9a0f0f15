import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { snapshotEntries, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { readArchive } from "./archive.ts";

interface ZippedFile {
  readonly path: string;
  readonly text?: string;
  readonly unixMode?: number;
  readonly method?: number;
  /** Lies about the content. */
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
  /** Sizes and place stand in the 64-bit field; a number cuts that field to so many bytes. */
  readonly long?: true | number;
}

/** What the 64-bit end records say, where it is not the truth. */
type End64 = Partial<Record<"count" | "start" | "at", bigint>>;

/** A zip archive, field by field, so that every field can be wrong. */
function zip(files: readonly ZippedFile[], comment = "", end64?: End64): Blob {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, text = "", unixMode = 0o100644, method = 8, flags = 0x800, long, ...claimed } of files) {
    const name = Buffer.from(path);
    const plain = Buffer.from(text);
    const content = method === 8 ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(claimed.crc ?? crc32(plain), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(claimed.size ?? plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const madeBy = Buffer.from([20, 3]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((unixMode << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    const central = Buffer.from(common);
    const extra = long ? moveToLong(long, central, rest, at) : Buffer.alloc(0);
    directory.push(Buffer.from("PK\x01\x02"), madeBy, central, rest, name, extra);
    parts.push(Buffer.from("PK\x03\x04"), common, name, content);
    at += 30 + name.length + content.length;
  }
  const end = Buffer.alloc(18);
  const directorySize = Buffer.concat(directory).length;
  end.writeUInt16LE(end64 ? 0xffff : files.length, 6);
  end.writeUInt32LE(directorySize, 8);
  end.writeUInt32LE(end64 ? 0xffffffff : at, 12);
  if (end64) directory.push(...end64Records(end64, files.length, at, directorySize));
  return new Blob([...parts, ...directory, Buffer.from("PK\x05\x06"), end, Buffer.from(comment)] as BlobPart[]);
}

/** Moves sizes and place from the entry's own fields to the 64-bit one, which it returns. */
function moveToLong(long: true | number, central: Buffer, rest: Buffer, at: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(long === true ? 24 : long, 2);
  extra.writeBigUInt64LE(BigInt(central.readUInt32LE(18)), 4);
  extra.writeBigUInt64LE(BigInt(central.readUInt32LE(14)), 12);
  extra.writeBigUInt64LE(BigInt(at), 20);
  central.writeUInt32LE(0xffffffff, 14);
  central.writeUInt32LE(0xffffffff, 18);
  central.writeUInt16LE(extra.length, 24);
  rest.writeUInt32LE(0xffffffff, 10);
  return extra;
}

function end64Records(claimed: End64, count: number, start: number, size: number): Buffer[] {
  const record = Buffer.alloc(56);
  record.write("PK\x06\x06");
  record.writeBigUInt64LE(claimed.count ?? BigInt(count), 32);
  record.writeBigUInt64LE(claimed.start ?? BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07");
  locator.writeBigUInt64LE(claimed.at ?? BigInt(start + size), 8);
  return [record, locator];
}

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
    ["a 64-bit field that is too short", zip([{ path: "a", text: "text", long: 8 }])],
    ["a 64-bit directory elsewhere", zip([{ path: "a", text: "text" }], "", { start: 2n ** 60n })],
    ["a 64-bit count that is a lie", zip([{ path: "a", text: "text" }], "", { count: 2n ** 40n })],
    ["a 64-bit end that is not there", zip([{ path: "a", text: "text" }], "", { at: 2n ** 33n })],
  ])("%s", async (_, archive) => {
    await expect(readArchive("a.zip", archive)).rejects.toMatchObject({
      failure: { code: "archive-damaged", name: "a.zip" },
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
