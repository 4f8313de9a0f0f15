import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pax, type RawTarFile, rawTar } from "#e2e/raw-tar.ts";
import { type RawZippedFile, rawZip } from "#e2e/raw-zip.ts";
import { type Failure, failureOf } from "#lib/failure.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import { hiddenNames, innocentNames, refusedNames } from "#test/servers/trees/hostile-names.ts";
import { hostileTrees } from "#test/servers/trees/hostile-trees.ts";
import { innocentTrees } from "#test/servers/trees/innocent-trees.ts";
import { filesOf, linkMode, type PackedFile } from "#test/servers/trees/packed-files.ts";
import { reachOf } from "#test/servers/trees/reach.ts";
import { readArchive } from "./archive.ts";

/** The same files in both kinds of archive. Tar names are in pax headers, which allow any characters and any length. */
const formats: readonly (readonly [string, (files: readonly PackedFile[]) => Blob])[] = [
  ["zip", rawZip],
  ["tar", (files) => tarred(files.flatMap(tarEntries))],
];

function tarEntries({ path, text, unixMode = 0o644 }: PackedFile): RawTarFile[] {
  if (unixMode !== linkMode) {
    return [
      { path: "x", type: "x", text: pax({ path }) },
      { path: "x", text, mode: unixMode },
    ];
  }
  return [
    { path: "x", type: "x", text: pax({ path, linkpath: text }) },
    { path: "x", type: "2" },
  ];
}

function tarred(files: readonly RawTarFile[]): Blob {
  return new Blob([gzipSync(rawTar(files), { level: 1 }) as BlobPart]);
}

async function failureOn(archive: Blob): Promise<Failure | undefined> {
  try {
    await readArchive("a.zip", archive);
  } catch (caught) {
    if (failureOf(caught)) return failureOf(caught);
    throw caught;
  }
  return undefined;
}

// Two top folders, so that neither is removed from the paths.
const beside: PackedFile = { path: "zz/beside", text: "x" };

describe.each(formats)("a %s archive", (format, pack) => {
  const names = refusedNames.flatMap(([what, name]) =>
    typeof name === "string" && name !== "a/b" ? [[what, name]] : [],
  );
  test.each(names as [string, string][])("has no file named by %s", async (_, name) => {
    const archive = pack([beside, { path: `skills/${name}`, text: "evil" }]);
    const reading = await readArchive("a.zip", archive).catch((caught: unknown) => failureOf(caught)?.code);
    // A git folder and its shadow are left out silently, as people pack them by accident.
    if (typeof reading === "object") expect(snapshotPaths(reading.snapshot)).toEqual(["beside"]);
    else expect(reading).toBe("name-refused");
  });

  test("keeps look-alikes, and warns of those that hide something", async () => {
    const files = [...innocentNames, ...hiddenNames].map(([, name]) => ({ path: `skills/${String(name)}`, text: "x" }));
    const { snapshot, warnings } = await readArchive("a.zip", pack([...files, beside]));
    expect(snapshotPaths(snapshot)).toHaveLength(files.length + 1);
    expect(warnings).toHaveLength(hiddenNames.length);
  });

  const trees = [...hostileTrees, ...innocentTrees].flatMap(({ what, tree, ...rest }) => {
    const files = "outcome" in rest && "refused" in rest.outcome ? undefined : filesOf(tree);
    // A link's target cannot contain a NUL in tar.
    const isSayable =
      files && files.length > 0 && files.length < 1000 && !files.some(({ text }) => text.includes("\0"));
    return isSayable ? [[what, files] as const] : [];
  });
  test.each(trees)("with %s reaches nothing else", async (_, files) => {
    const { snapshot } = await readArchive("a.zip", pack([...files, beside]));
    const { isOutside, paths } = await reachOf(snapshot);
    expect(isOutside).toBe(false);
    expect(paths.length).toBeGreaterThan(files.length);
  });

  test.each<[string, PackedFile[]]>([
    [
      "one file twice",
      [
        { path: "a", text: "1" },
        { path: "a", text: "2" },
      ],
    ],
    [
      "a file behind a link",
      [
        { path: "a", text: "/tmp", unixMode: linkMode },
        { path: "a/evil", text: "2" },
      ],
    ],
    [
      "a file that is a folder",
      [
        { path: "a", text: "1" },
        { path: "a/b", text: "2" },
      ],
    ],
    [
      "a folder that is a file",
      [
        { path: "a/b", text: "1" },
        { path: "a", text: "2" },
      ],
    ],
  ])("with %s is refused", async (_, files) => {
    expect(await failureOn(pack([...files, beside]))).toMatchObject({ code: "name-refused" });
  });

  test("with a folder too deep, a path too long, or a file too many is refused", async () => {
    const deep = { path: `${"d/".repeat(65)}a`, text: "x" };
    const long = { path: `${`${"n".repeat(250)}/`.repeat(5)}a`, text: "x" };
    const many = Array.from({ length: 20_001 }, (_, n) => ({ path: `f${n}`, text: "", method: 0 }));
    expect(await failureOn(pack([deep, beside]))).toMatchObject({ code: "too-deep" });
    expect(await failureOn(pack([long, beside]))).toMatchObject({ code: "name-refused" });
    expect(await failureOn(pack(many))).toMatchObject({ code: "too-many-files" });
  });

  test(`that holds a ${format} archive keeps it packed`, async () => {
    const inner = Buffer.from(await pack([{ path: "../evil", text: "x" }]).arrayBuffer()).toString("latin1");
    const { snapshot } = await readArchive("a.zip", pack([{ path: "inner.zip", text: inner }, beside]));
    expect(snapshotPaths(snapshot)).toEqual(["inner.zip", "zz/beside"]);
  });

  test("cut anywhere is damaged, never half", async () => {
    const whole = pack([{ path: "a/SKILL.md", text: "text ".repeat(500) }, beside]);
    for (let size = 0; size < whole.size; size += Math.ceil(whole.size / 40)) {
      expect(await failureOn(whole.slice(0, size))).toMatchObject({ code: "archive-damaged" });
    }
  });
});

describe("a zip archive", () => {
  test("whose entries claim more than all may hold costs nothing", async () => {
    const size = 10_000_000;
    const claims: RawZippedFile[] = Array.from({ length: 20 }, (_, n) => ({ path: `f${n}`, text: "x", size }));
    expect(await failureOn(rawZip(claims))).toMatchObject({ code: "too-large" });
  });

  test("with an end within its comment is read by one of both, or by none", async () => {
    const fake = `PK\x05\x06${"\0".repeat(18)}`;
    expect(await failureOn(rawZip([{ path: "../evil", text: "x" }], fake))).toMatchObject({
      code: expect.stringMatching(/upload-empty|archive-damaged|name-refused/),
    });
  });
});

describe("a tar archive", () => {
  const rows: readonly (readonly [string, readonly RawTarFile[], string])[] = [
    ["a hard link to what stands behind it", [{ path: "h", type: "1", target: "a" }, { path: "a" }], "archive-damaged"],
    ["a hard link above", [{ path: "a" }, { path: "h", type: "1", target: "../a" }], "archive-damaged"],
    ["a hard link to itself", [{ path: "h", type: "1", target: "h" }], "archive-damaged"],
    ["a hard link with a bad name", [{ path: "a" }, { path: "../h", type: "1", target: "a" }], "name-refused"],
    ["a character device", [{ path: "a", type: "3" }], "archive-damaged"],
    ["a block device", [{ path: "a", type: "4" }], "archive-damaged"],
    ["a pipe", [{ path: "a", type: "6" }], "archive-damaged"],
    ["a way up in the prefix", [{ path: "evil", prefix: "../.." }], "name-refused"],
    ["a root as the prefix", [{ path: "evil", prefix: "/etc" }], "name-refused"],
    ["a way up behind ./", [{ path: "./../evil" }], "name-refused"],
    ["a way up as a long name", [{ path: "x", type: "L", text: "../evil\0" }, { path: "a" }], "name-refused"],
    ["a way up for all", [{ path: "g", type: "g", text: pax({ path: "../evil" }) }, { path: "a" }], "name-refused"],
    [
      "a size in pax that is not the file's",
      [{ path: "x", type: "x", text: pax({ size: "99999999999" }) }, { path: "a" }],
      "archive-damaged",
    ],
    ["a negative size", [{ path: "a", size: "-0000000001\0" }], "archive-damaged"],
  ];
  test.each(rows)("with %s is refused", async (_, files, code) => {
    expect(await failureOn(tarred(files))).toMatchObject({ code });
  });

  test("runs no program that may become another user", async () => {
    const { snapshot } = await readArchive("a.tgz", tarred([{ path: "a", mode: 0o4755 }, { path: "b" }]));
    expect([...snapshot.modes]).toEqual([1, 0]);
  });
});
