import { describe, expect, test } from "vitest";
import { mountLimits } from "#lib/vfs/limits.ts";
import { snapshotEntries, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { isLeftOut, type PickedFile, pickDropped, pickedFiles, readPicked } from "./folder.ts";

const picked = (path: string, text = ""): PickedFile => ({ path, file: new Blob([text]) });

/** A blob that only says how large it is. */
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

test("leaves out git's folder and what file managers drop", () => {
  const list = [
    ".git/config",
    "a/.git/HEAD",
    "a/.DS_Store",
    "b/Thumbs.db",
    ".gitignore",
    "a/.github/x",
    "node_modules/x",
  ];
  const files = list.map((path) => Object.assign(new File([], "name"), { webkitRelativePath: `top/${path}` }));
  expect(pickedFiles(files).map(({ path }) => path)).toEqual([
    "top/.gitignore",
    "top/a/.github/x",
    "top/node_modules/x",
  ]);
  expect(isLeftOut("top/.git")).toBe(true);
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
  expect(warnings).toEqual([{ kind: "left-out", path: "model.bin", size, limit: mountLimits.fileBytes }]);
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

interface Tree {
  readonly [name: string]: Tree | string;
}

/** A dropped entry as Chromium gives it: at most 100 children a call, then an empty answer. */
function entry(fullPath: string, content: Tree | string): FileSystemEntry {
  if (typeof content === "string") {
    const file = (resolve: (file: File) => void) => resolve(new File([content], "name"));
    return { isDirectory: false, fullPath, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const children = Object.entries(content).map(([name, child]) => entry(`${fullPath}/${name}`, child));
    return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(children.splice(0, 100)) };
  };
  return { isDirectory: true, fullPath, createReader } as unknown as FileSystemEntry;
}

function dropOf(...entries: (FileSystemEntry | null)[]): DataTransferItemList {
  return entries.map((dropped) => ({ webkitGetAsEntry: () => dropped })) as unknown as DataTransferItemList;
}

test("opens folders to any depth, hidden ones too, past the first hundred entries", async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`f${n}`, ""]));
  const top = entry("/top", {
    many,
    ".agents": { skills: { a: { "SKILL.md": "text" } } },
    ".git": { config: "secret" },
  });
  const picked = await pickDropped(dropOf(top, entry("/single.md", "one"), null));
  const paths = picked.map(({ path }) => path);
  expect(paths).toHaveLength(252);
  expect(paths).toContain("top/.agents/skills/a/SKILL.md");
  expect(paths).toContain("single.md");
  expect(await picked.find(({ path }) => path === "single.md")?.file.text()).toBe("one");
});

test("stops at too many files", async () => {
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`f${n}`, ""]));
  await expect(pickDropped(dropOf(entry("/top", many)))).rejects.toMatchObject({ failure: { code: "too-many-files" } });
});

test("names what cannot be read", async () => {
  const locked = {
    isDirectory: false,
    fullPath: "/top/locked",
    file: (_: unknown, reject: (error: DOMException) => void) => reject(new DOMException("no", "NotReadableError")),
  } as unknown as FileSystemEntry;
  await expect(pickDropped(dropOf(locked))).rejects.toMatchObject({
    failure: { code: "upload-unreadable", path: "top/locked" },
  });
});
