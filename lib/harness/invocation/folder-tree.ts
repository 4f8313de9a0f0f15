import { compareAsDictionary } from "#lib/skills/text-rules.ts";
import type { Files } from "#lib/vfs/files.ts";
import { basename, childPath } from "#lib/vfs/paths.ts";

/** Files and folders that are told of one folder, in breadth. */
const most = 200;
const unentered: ReadonlySet<string> = new Set(["node_modules", ".git", "dist", "__pycache__"]);

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly files: string[];
  readonly folders: Folder[];
  readonly isUnentered?: true;
  hasMoreFiles?: true;
  hasMoreFolders?: true;
}

/** What is in a folder as Gemini CLI draws it: a line of how much is shown, the folder, and a branch a file or folder. Links are not told. */
export function folderTree(files: Files, path: string): string {
  const root = readFolders(files, path);
  const isCut = isCutShort(root);
  const shown = `Showing up to ${most} items (files + folders).`;
  const cut = ` Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (${most} items) was reached.`;
  return `${shown}${isCut ? cut : ""}\n\n${path}/\n${[...branches(root, "")].join("\n")}`;
}

function readFolders(files: Files, path: string): Folder {
  const root: Folder = { name: basename(path), path, files: [], folders: [] };
  let left = most;
  for (const folder of queue(root)) {
    const entries = [...(files.list(folder.path) ?? [])].sort((a, b) => compareAsDictionary(a.name, b.name));
    if (left <= 0) continue;
    for (const { name } of entries.filter(({ kind }) => kind === "file")) {
      if (left <= 0) folder.hasMoreFiles = true;
      if (left-- <= 0) break;
      folder.files.push(name);
    }
    left = Math.max(0, left);
    for (const { name } of entries.filter(({ kind }) => kind === "folder")) {
      if (left <= 0) folder.hasMoreFolders = true;
      if (left-- <= 0) break;
      const child = { name, path: childPath(folder.path, name), files: [], folders: [] };
      folder.folders.push(unentered.has(name) ? { ...child, isUnentered: true } : child);
    }
    left = Math.max(0, left);
  }
  return root;
}

/** The folders that are entered, each before those in it, which are found on the way. */
function* queue(root: Folder): Generator<Folder, void> {
  const ahead = [root];
  for (const folder of ahead) {
    yield folder;
    ahead.push(...folder.folders.filter(({ isUnentered }) => !isUnentered));
  }
}

function isCutShort({ hasMoreFiles, hasMoreFolders, isUnentered, folders }: Folder): boolean {
  return Boolean(hasMoreFiles || hasMoreFolders || isUnentered) || folders.some(isCutShort);
}

function* branches(folder: Folder, indent: string): Generator<string, void> {
  const lines = [
    ...folder.files.map((name) => ({ text: name, below: undefined })),
    ...(folder.hasMoreFiles ? [{ text: "...", below: undefined }] : []),
    ...folder.folders.map((each) => ({ text: `${each.name}/${each.isUnentered ? "..." : ""}`, below: each })),
    ...(folder.hasMoreFolders ? [{ text: "...", below: undefined }] : []),
  ];
  for (const [index, { text, below }] of lines.entries()) {
    const isLast = index === lines.length - 1;
    yield `${indent}${isLast ? "└───" : "├───"}${text}`;
    if (below) yield* branches(below, `${indent}${isLast ? "    " : "│   "}`);
  }
}
