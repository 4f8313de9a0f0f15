import { expect, test } from "vitest";
import { isLeftOut, pickDropped, pickedFiles } from "./pick.ts";

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

interface Tree {
  readonly [name: string]: Tree | string;
}

/** A dropped entry as Chromium provides it: at most 100 children a call, then an empty answer. */
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

test("stops while it reads a folder that has too many, or folders without files", async () => {
  let asked = 0;
  const file = entry("/top/x", "");
  const readEntries = (resolve: (batch: FileSystemEntry[]) => void) => {
    asked++;
    resolve(asked > 2000 ? [] : Array.from({ length: 100 }, () => file));
  };
  const endless = { isDirectory: true, fullPath: "/top", createReader: () => ({ readEntries }) };
  const tooMany = { failure: { code: "too-many-files" } };
  await expect(pickDropped(dropOf(endless as unknown as FileSystemEntry))).rejects.toMatchObject(tooMany);
  expect(asked).toBeLessThan(300);
  const folders = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`f${n}`, {}]));
  await expect(pickDropped(dropOf(entry("/top", folders)))).rejects.toMatchObject(tooMany);
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
