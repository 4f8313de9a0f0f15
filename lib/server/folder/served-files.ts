import { constants, type Dirent, promises } from "node:fs";
import { join } from "node:path";
import { mountLimits, pathObjection } from "#lib/vfs/limits.ts";

/** A file that may be read, with its data from the disk. */
export interface ListedFile {
  /** Relative to the folder, without a leading slash. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** The visited folders, relative to the served one; "" for itself. */
  readonly folders: readonly string[];
  /** Whether there was more than a mount may hold: the rest is not listed. */
  readonly isCut: boolean;
}

/** Large folders without skills. */
const skipped = new Set([".git", "node_modules"]);

/**
 * The contents of a folder: plain files with names that can be mounted. Links are left out, and never followed.
 * @param most files and folders to list, without the folder itself
 */
export async function listFolder(root: string, most: number = mountLimits.files): Promise<Listing> {
  const files: ListedFile[] = [];
  const folders: string[] = [];
  const ahead = [""];
  let room = most;
  let isCut = false;
  for (let folder = ahead.pop(); folder !== undefined && !isCut; folder = ahead.pop()) {
    folders.push(folder);
    const all = await entriesOf(root, folder);
    isCut = all.length > room;
    const entries = all.slice(0, room);
    room -= entries.length;
    ahead.push(...entries.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path));
    const found = entries.filter(({ entry }) => entry.isFile()).map(({ path }) => listed(root, path));
    files.push(...(await Promise.all(found)).filter((file) => file !== undefined));
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), folders, isCut };
}

async function listed(root: string, path: string): Promise<ListedFile | undefined> {
  const stat = await promises.lstat(join(root, path)).catch(nothing);
  return stat?.isFile() ? { path, size: stat.size, modified: Math.trunc(stat.mtimeMs) } : undefined;
}

interface NamedEntry {
  readonly path: string;
  readonly entry: Dirent;
}

/** The mountable files and folders in a folder; none where it was removed meanwhile, or cannot be read. */
async function entriesOf(root: string, folder: string): Promise<readonly NamedEntry[]> {
  const at = join(root, folder);
  // A folder that was replaced by a link after it was listed would be followed.
  const stat = await promises.lstat(at).catch(nothing);
  const entries = stat?.isDirectory() ? await promises.readdir(at, { withFileTypes: true }).catch(nothing) : undefined;
  return (entries ?? []).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const isPlain = entry.isFile() || entry.isDirectory();
    const isLeftOut = !isPlain || skipped.has(entry.name) || pathObjection(path) !== undefined;
    return isLeftOut || path.split("/").length > mountLimits.depth ? [] : [{ path, entry }];
  });
}

function nothing(): undefined {
  return undefined;
}

/** Windows has no such flags, and hardly any links or pipes. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a plain file below the folder that is reached without links; `undefined` for everything else.
 * @param path from `listFolder`, or any other text
 */
export async function readServedFile(root: string, path: string): Promise<Buffer | undefined> {
  const parts = path.split("/");
  if (pathObjection(path) !== undefined || parts.some((name) => skipped.has(name))) return undefined;
  const file = await promises.open(join(root, path), openFlags).catch(nothing);
  if (!file) return undefined;
  try {
    const opened = await file.stat();
    if (!opened.isFile() || opened.size > mountLimits.fileBytes) return undefined;
    // Checks that the opened file is the one at the path, and that no folder on the way is a link. Both checks use the
    // opened file, since the path may lead to another file by now.
    const real = await promises.realpath(join(root, path)).catch(nothing);
    if (real !== join(root, path)) return undefined;
    const there = await promises.lstat(real).catch(nothing);
    if (there?.ino !== opened.ino || there.dev !== opened.dev) return undefined;
    const bytes = await file.readFile();
    return bytes.length > mountLimits.fileBytes ? undefined : bytes;
  } finally {
    await file.close();
  }
}
