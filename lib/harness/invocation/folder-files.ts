import { formatCount } from "#lib/format-count.ts";
import { isIgnoredByRg } from "#lib/harness/roots/ignored-by-git.ts";
import type { TemplateValues } from "#lib/harness/vocabulary/template.ts";
import { compareAsDictionary } from "#lib/skills/text-rules.ts";
import { type Entry, type Files, isSkillName, type WalkedEntry, walkFiles } from "#lib/vfs/files.ts";
import { basename, childPath, compareBytes, relativePath } from "#lib/vfs/paths.ts";

/** Most files and folders that are listed for one folder, breadth first. */
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

/**
 * A folder's content as Gemini CLI draws it: a line on how much is shown, the folder, and a branch for each file or folder. Links are left
 * out.
 */
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
    if (left === 0) continue;
    const entries = [...(files.list(folder.path) ?? [])].sort((a, b) => compareAsDictionary(a.name, b.name));
    const named = (kind: Entry["kind"]) => entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
    const [own, below] = [named("file"), named("folder")];
    folder.files.push(...own.slice(0, left));
    if (own.length > left) folder.hasMoreFiles = true;
    left = Math.max(0, left - own.length);
    folder.folders.push(...below.slice(0, left).map((name) => emptyFolder(folder, name)));
    if (below.length > left) folder.hasMoreFolders = true;
    left = Math.max(0, left - below.length);
  }
  return root;
}

function emptyFolder({ path }: Folder, name: string): Folder {
  const folder = { name, path: childPath(path, name), files: [], folders: [] };
  return unentered.has(name) ? { ...folder, isUnentered: true } : folder;
}

/** The folders to read, each before its subfolders, which are found while reading. */
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
    // The program draws the last file as if the sign for more did not follow it.
    const isBeforeSign = folder.hasMoreFiles && index === folder.files.length - 1 && lines.length === index + 2;
    const isLast = index === lines.length - 1 || isBeforeSign;
    yield `${indent}${isLast ? "└───" : "├───"}${text}`;
    if (below) yield* branches(below, `${indent}${isLast ? "    " : "│   "}`);
  }
}

/** What a template tells of a skill's folder: the `tree` that `folderTree` draws, and the values of `filesBeside`. */
export function valuesBeside(template: string, files: Files, folder: string): TemplateValues {
  const tellsFiles = /\{[#^](?:files|sampled|searched|related|grouped)\}/.test(template);
  return {
    ...(template.includes("{tree}") && { tree: folderTree(files, folder) }),
    ...(tellsFiles && filesBeside(files, folder)),
  };
}

/** Most paths that are listed for one folder. The program was seen to list more than this lab holds. */
const mostBeside = 1_000;
/** Most paths that some harnesses list for one folder. */
const mostSampled = 10;
const passedOver: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** Folders that tools make, of which Copilot CLI lists nothing. */
const madeByTools: ReadonlySet<string> = new Set(
  "node_modules .git vendor dist build out target bin obj coverage .nyc_output .next .nuxt __pycache__ .cache .venv venv".split(
    " ",
  ),
);

/** Most files that are listed where large folders are summed up, and most entries of a folder that is not; how deep it is looked. */
const grouping = { files: 100, entries: 50, depth: 10 } as const;

/**
 * The files beside a skill as Copilot CLI groups them. `large`: each folder in which there is too much to list, by its path (`relative`), with
 * the number of its entries (`count`). `listed`: the `path` of each file elsewhere, up to a hundred; `cut`: there are more. `grouped`,
 * `sums` and `lists` are not empty if there is any of both, or of one.
 */
function groupedBeside(files: Files, folder: string): TemplateValues {
  const large: { readonly relative: string; readonly count: string }[] = [];
  const skip = ({ path, kind }: WalkedEntry) => {
    const relative = relativePath(folder, path);
    const isMade = kind === "folder" && madeByTools.has(basename(path));
    if (isMade || relative.split("/").length > grouping.depth + 1) return true;
    const count = files.list(path)?.length ?? 0;
    if (count > grouping.entries) large.push({ relative, count: formatCount(count) });
    return count > grouping.entries;
  };
  const found: string[] = [];
  for (const { path, kind } of walkFiles(files, folder, { skip })) {
    if (kind === "file" && !isSkillName(path)) found.push(path);
    if (found.length > grouping.files) break;
  }
  const listed = found.slice(0, grouping.files).sort(compareBytes);
  const flag = (is: boolean) => (is ? "yes" : "");
  return {
    large,
    sums: flag(large.length > 0),
    listed: listed.map((path) => ({ path })),
    lists: flag(listed.length > 0),
    cut: flag(found.length > grouping.files),
    grouped: flag(large.length + listed.length > 0),
  };
}

/**
 * `files`: a list with the `path` of each file in a skill's folder, and its path relative to it (`relative`), at any depth and in byte
 * order, without files called SKILL.md and links. `sampled`: the first ten. `searched`: ten of those that `rg` finds. `related`: not empty
 * if there is any. And the values of `groupedBeside`.
 */
export function filesBeside(files: Files, folder: string): TemplateValues {
  const besides = (skip: (entry: WalkedEntry) => boolean) => {
    const found: string[] = [];
    for (const { path, kind } of walkFiles(files, folder, { skip })) {
      if (kind === "file" && basename(path) !== "SKILL.md") found.push(path);
      if (found.length === mostBeside) break;
    }
    return found.sort(compareBytes).map((path) => ({ path, relative: relativePath(folder, path) }));
  };
  const beside = besides(({ path }) => passedOver.has(basename(path)));
  return {
    files: beside,
    sampled: beside.slice(0, mostSampled),
    searched: besides((entry) => basename(entry.path) === ".git" || isIgnoredByRg(files, entry)).slice(0, mostSampled),
    related: beside.length > 0 ? "yes" : "",
    ...groupedBeside(files, folder),
  };
}
