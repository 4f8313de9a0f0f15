import { createHash, randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/** Texts kept by name in a folder of the person's own. Neither function ever throws: what cannot be kept is computed again. */
export interface KeptFiles {
  /** The text kept under this name; `undefined` if there is none, or if it is not what was kept. */
  read(name: string): string | undefined;
  keep(name: string, text: string): void;
}

/** Most bytes of one file, and of all. */
const most = { file: 32 * 1024 * 1024, all: 96 * 1024 * 1024 };

/** A file that was being written when its process ended, this many milliseconds ago. */
const abandoned = 60 * 60 * 1000;

/** Where the platform keeps what a program can make again (XDG Base Directory Specification; on Windows the local application data). */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const named = process.platform === "win32" ? environment.LOCALAPPDATA : environment.XDG_CACHE_HOME;
  // The specification asks to ignore a relative path.
  const parent = named && isAbsolute(named) ? named : join(homedir(), ".cache");
  return join(parent, "skillground", "checks");
}

/**
 * Opens a folder for texts, made where it is missing, for nobody else to read or write. `undefined` if it cannot be that: then somebody
 * else could write what we read.
 */
export function openKeptFiles(folder: string): KeptFiles | undefined {
  try {
    makeFolder(folder);
    if (!isOurs(lstatSync(folder), "isDirectory")) return undefined;
    if ((lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch {
    return undefined;
  }
  return {
    read: (name) => attempt(() => readKept(join(folder, name), name)),
    keep: (name, text) =>
      void attempt(() => {
        const bytes = Buffer.from(`${digestOf(name, text)}\n${text}`);
        if (bytes.length > most.file) return;
        writeWhole(folder, name, bytes);
        removeOldest(folder);
      }),
  };
}

/** One folder after the other: Node's own way (`recursive`) never ends where a file system takes no folders, as in `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (caught) {
    // Another process was first.
    if ((caught as NodeJS.ErrnoException).code !== "EEXIST") throw caught;
  }
}

function isOurs(stat: Stats, kind: "isDirectory" | "isFile"): boolean {
  return stat[kind]() && (process.getuid === undefined || stat.uid === process.getuid());
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Bound to the name, so that no file can be given out as another. */
function digestOf(name: string, text: string): string {
  return createHash("sha256").update(`${name}\0`).update(text).digest("hex");
}

function readKept(path: string, name: string): string | undefined {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!isOurs(stat, "isFile") || stat.size > most.file) return undefined;
    const whole = readFileSync(file, "utf8");
    const end = whole.indexOf("\n");
    const text = whole.slice(end + 1);
    if (whole.slice(0, Math.max(end, 0)) !== digestOf(name, text)) return undefined;
    // The oldest go first: what is used is not old.
    attempt(() => utimesSync(path, new Date(), new Date()));
    return text;
  } finally {
    closeSync(file);
  }
}

/** Written beside its place and moved there, so that whoever reads meanwhile gets all of it or nothing. */
function writeWhole(folder: string, name: string, bytes: Uint8Array): void {
  const beside = join(folder, `${randomUUID()}.tmp`);
  try {
    writeFileSync(beside, bytes, { flag: "wx", mode: 0o600 });
    renameSync(beside, join(folder, name));
  } catch {
    rmSync(beside, { force: true });
  }
}

function removeOldest(folder: string): void {
  const now = Date.now();
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = attempt(() => lstatSync(path));
    return stat?.isFile() ? [{ path, size: stat.size, used: stat.mtimeMs }] : [];
  });
  let all = 0;
  for (const { path, size, used } of files.sort((a, b) => b.used - a.used)) {
    all += size;
    const isAbandoned = path.endsWith(".tmp") && now - used > abandoned;
    if (all > most.all || isAbandoned) attempt(() => rmSync(path, { force: true }));
  }
}
