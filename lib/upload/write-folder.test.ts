import { expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { type FileWrite, writeFolder } from "./write-folder.ts";

type Disk = Map<string, string | Disk>;

/** A folder of a disk as the browser provides it, with the methods that `writeFolder` uses. */
function handleOf(disk: Disk, locked: ReadonlySet<string> = new Set(), isMac = false): FileSystemDirectoryHandle {
  // Where case does not matter, an entry is found by any spelling of its name, and keeps its own.
  const spelled = (name: string) =>
    (isMac && [...disk.keys()].find((other) => other.toLowerCase() === name.toLowerCase())) || name;
  const missing = (name: string) => new DOMException(name, "NotFoundError");
  const mismatch = (name: string) => new DOMException(name, "TypeMismatchError");
  const handle = {
    kind: "directory",
    getDirectoryHandle: async (given: string, { create = false } = {}) => {
      const name = spelled(given);
      const entry = disk.get(name) ?? (create ? (new Map() as Disk) : undefined);
      if (entry === undefined) throw missing(name);
      if (typeof entry === "string") throw mismatch(name);
      disk.set(name, entry);
      return handleOf(entry, locked, isMac);
    },
    getFileHandle: async (given: string, { create = false } = {}) => {
      const name = spelled(given);
      const entry = disk.get(name) ?? (create ? "" : undefined);
      if (entry === undefined) throw missing(name);
      if (typeof entry !== "string") throw mismatch(name);
      disk.set(name, entry);
      return {
        getFile: async () => new File([entry], name),
        createWritable: async () => {
          if (locked.has(name)) throw new DOMException(name, "NoModificationAllowedError");
          const written: BlobPart[] = [];
          return {
            write: async (part: BlobPart) => void written.push(part),
            close: async () => void disk.set(name, await new Blob(written).text()),
          };
        },
      };
    },
    removeEntry: async (name: string) => {
      const entry = disk.get(spelled(name));
      if (typeof entry === "object" && entry.size > 0) throw new DOMException(name, "InvalidModificationError");
      disk.delete(spelled(name));
    },
    async *entries() {
      for (const [name, entry] of [...disk])
        yield [name, typeof entry === "string" ? { kind: "file" } : handleOf(entry, locked, isMac)];
    },
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

const encode = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
const write = (path: string, expected: string | null, text: string | null): FileWrite => ({
  path,
  expected: encode(expected),
  bytes: encode(text),
});
const diskWith = (): Disk =>
  new Map<string, string | Disk>([
    ["a.md", "a"],
    ["old.md", "old"],
    ["sub", new Map([["b.md", "b"]]) as Disk],
  ]);

const writes = [write("a.md", "a", "A"), write("old.md", "old", null), write("sub/new/c.md", null, "c")];

test("files are written, made in new folders, and deleted; again there is nothing left to do", async () => {
  const disk = diskWith();
  expect(await writeFolder(handleOf(disk), writes)).toEqual({ written: 3, differing: [] });
  expect(disk).toEqual(
    new Map<string, unknown>([
      ["a.md", "A"],
      [
        "sub",
        new Map<string, unknown>([
          ["b.md", "b"],
          ["new", new Map([["c.md", "c"]])],
        ]),
      ],
    ]),
  );
  expect(await writeFolder(handleOf(disk), writes)).toEqual({ written: 0, differing: [] });
});

test("where somebody else has changed a file nothing is written, or all but that on demand", async () => {
  const disk = diskWith().set("a.md", "changed by another program");
  const others = [...writes, write("sub", null, "a folder is there"), write("gone.md", "was there", "now")];
  const differing = ["a.md", "sub", "gone.md"];
  expect(await writeFolder(handleOf(disk), others)).toEqual({ written: 0, differing });
  expect(disk).toEqual(diskWith().set("a.md", "changed by another program"));
  expect(await writeFolder(handleOf(disk), others, true)).toEqual({ written: 2, differing });
  expect([disk.get("a.md"), disk.has("old.md")]).toEqual(["changed by another program", false]);
});

test("a file that cannot be written is named", async () => {
  const failed = await writeFolder(handleOf(diskWith(), new Set(["a.md"])), writes).catch(failureOf);
  expect(failed).toEqual({ code: "file-not-written", path: "a.md" });
});

const moved = (from: string, path: string, expected: string, text = expected): FileWrite => ({
  ...write(path, expected, text),
  from,
});

test.each([true, false])("a file whose name changes only in case is on the disk afterwards: %s", async (isMac) => {
  const disk: Disk = new Map([["skill.md", "a skill"]]);
  const handle = handleOf(disk, new Set(), isMac);
  expect(await writeFolder(handle, [moved("skill.md", "SKILL.md", "a skill")])).toEqual({ written: 1, differing: [] });
  expect([...disk]).toEqual([["SKILL.md", "a skill"]]);
  const again = [moved("SKILL.md", "Skill.md", "a skill", "a better skill")];
  expect(await writeFolder(handle, again)).toEqual({ written: 1, differing: [] });
  expect([...disk]).toEqual([["Skill.md", "a better skill"]]);
  expect(await writeFolder(handle, again)).toEqual({ written: 0, differing: [] });
  const apart = [write("Skill.md", "a better skill", null), write("SKILL.md", null, "another")];
  expect(await writeFolder(handle, apart)).toEqual({ written: 1, differing: [] });
  expect([...disk]).toEqual([["SKILL.md", "another"]]);
});

test.each([true, false])("a file that cannot be written under its name in another case stays: %s", async (isMac) => {
  const disk: Disk = new Map([["skill.md", "a skill"]]);
  const handle = handleOf(disk, new Set(["SKILL.md"]), isMac);
  const failed = await writeFolder(handle, [moved("skill.md", "SKILL.md", "a skill", "better")]).catch(failureOf);
  expect(failed).toEqual({ code: "file-not-written", path: "SKILL.md" });
  expect([...disk]).toEqual([["skill.md", "a skill"]]);
});

test("a file that cannot be moved to where another is stays where it was", async () => {
  const disk = diskWith();
  const moves = [moved("old.md", "a.md", "old"), moved("sub/b.md", "b.md", "b")];
  expect(await writeFolder(handleOf(disk), moves)).toEqual({ written: 0, differing: ["a.md"] });
  expect(await writeFolder(handleOf(disk), moves, true)).toEqual({ written: 1, differing: ["a.md"] });
  expect([disk.get("a.md"), disk.get("old.md"), disk.get("b.md")]).toEqual(["a", "old", "b"]);
  expect(await writeFolder(handleOf(disk), [moved("sub/b.md", "b.md", "b")])).toEqual({ written: 0, differing: [] });
});

test.each([
  ["deleted", [write("a.md", "a", null), write("a.md/b.md", null, "b")]],
  ["made before the other is deleted", [write("a.md/b.md", null, "b"), write("a.md", "a", null)]],
  ["moved into the folder of its name", [moved("a.md", "a.md/b.md", "a", "b")]],
])("a folder takes the place of a file that is %s", async (_, all) => {
  const disk: Disk = new Map([["a.md", "a"]]);
  expect((await writeFolder(handleOf(disk), all)).differing).toEqual([]);
  expect(disk).toEqual(new Map([["a.md", new Map([["b.md", "b"]])]]));
  expect(await writeFolder(handleOf(disk), all)).toEqual({ written: 0, differing: [] });
});

test.each([
  ["are deleted", [write("sub/b.md", "b", null), write("sub/deep/c.md", "c", null), write("sub", null, "now a file")]],
  ["are moved to it", [write("sub/deep/c.md", "c", null), moved("sub/b.md", "sub", "b", "now a file")]],
])("a file takes the place of a folder whose files %s", async (_, all) => {
  const disk: Disk = new Map([
    [
      "sub",
      new Map<string, string | Disk>([
        ["b.md", "b"],
        ["deep", new Map([["c.md", "c"]])],
      ]),
    ],
  ]);
  expect((await writeFolder(handleOf(disk), all)).differing).toEqual([]);
  expect(disk).toEqual(new Map([["sub", "now a file"]]));
  expect(await writeFolder(handleOf(disk), all)).toEqual({ written: 0, differing: [] });
});

test("moved files go only to where others have made room for them, whatever their order", async () => {
  const disk: Disk = new Map<string, string | Disk>([
    ["a", "a"],
    ["b", "b"],
    ["c", new Map([["c.md", "c"]])],
  ]);
  const all = [moved("a", "b/a.md", "a"), moved("b", "c", "b"), moved("c/c.md", "d.md", "c")];
  expect(await writeFolder(handleOf(disk), all)).toEqual({ written: 3, differing: [] });
  expect(disk).toEqual(
    new Map<string, string | Disk>([
      ["d.md", "c"],
      ["c", "b"],
      ["b", new Map([["a.md", "a"]])],
    ]),
  );
  expect(await writeFolder(handleOf(disk), all)).toEqual({ written: 0, differing: [] });
});

test("each of very many moved files goes to where the next has made room for it", async () => {
  const count = 10_000;
  const disk: Disk = new Map(Array.from({ length: count }, (_, at) => [`${at}`, `${at}`]));
  const all = [...disk.keys()].map((name, at) => moved(name, at + 1 < count ? `${at + 1}/a.md` : "end", name));
  expect(await writeFolder(handleOf(disk), all)).toEqual({ written: count, differing: [] });
  expect([disk.size, disk.get("1"), disk.get("end")]).toEqual([count, new Map([["a.md", "0"]]), `${count - 1}`]);
});

test("a file stays where it is whose new place another keeps that cannot leave it", async () => {
  const disk: Disk = new Map<string, string | Disk>([
    ["a", "a"],
    ["b", "b"],
    ["c", new Map([["kept.md", "theirs"]])],
    ["d", "d"],
  ]);
  const all = [moved("a", "b/a.md", "a"), moved("b", "c", "b"), write("d", "d", "D")];
  const differing = ["b/a.md", "c"];
  expect(await writeFolder(handleOf(disk), all)).toEqual({ written: 0, differing });
  expect(await writeFolder(handleOf(disk), all, true)).toEqual({ written: 1, differing });
  expect([disk.get("a"), disk.get("b"), disk.get("d")]).toEqual(["a", "b", "D"]);
});

test("a folder with a file that stays, or that somebody else has changed, is not replaced by a file", async () => {
  const disk: Disk = new Map([
    [
      "sub",
      new Map([
        ["b.md", "b"],
        ["kept.md", "theirs"],
      ]),
    ],
  ]);
  const all = [write("sub/b.md", "b", null), write("sub", null, "now a file")];
  expect(await writeFolder(handleOf(disk), all, true)).toEqual({ written: 1, differing: ["sub"] });
  expect(disk).toEqual(new Map([["sub", new Map([["kept.md", "theirs"]])]]));
  const file: Disk = new Map([["a.md", "theirs"]]);
  const under = [write("a.md", "a", null), write("a.md/b.md", null, "b")];
  expect(await writeFolder(handleOf(file), under, true)).toEqual({ written: 0, differing: ["a.md", "a.md/b.md"] });
  expect(file).toEqual(new Map([["a.md", "theirs"]]));
});
