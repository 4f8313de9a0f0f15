import { expect, test } from "vitest";
import { failureOf } from "#lib/failure.ts";
import { type FileWrite, writeFolder } from "./write-folder.ts";

type Disk = Map<string, string | Disk>;

/** A folder of a disk as the browser provides it, with the methods that `writeFolder` uses. */
function handleOf(disk: Disk, locked: ReadonlySet<string> = new Set()): FileSystemDirectoryHandle {
  const missing = (name: string) => new DOMException(name, "NotFoundError");
  const mismatch = (name: string) => new DOMException(name, "TypeMismatchError");
  const handle = {
    name: "disk",
    getDirectoryHandle: async (name: string, { create = false } = {}) => {
      const entry = disk.get(name) ?? (create ? (new Map() as Disk) : undefined);
      if (entry === undefined) throw missing(name);
      if (typeof entry === "string") throw mismatch(name);
      disk.set(name, entry);
      return handleOf(entry, locked);
    },
    getFileHandle: async (name: string, { create = false } = {}) => {
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
    removeEntry: async (name: string) => void disk.delete(name),
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
