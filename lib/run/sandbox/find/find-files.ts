import type { CommandContext } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

type FsStat = Awaited<ReturnType<CommandContext["fs"]["stat"]>>;

/** A file that find looks at. */
export interface Found {
  readonly path: string;
  /** The absolute path. */
  readonly place: string;
  /** The place where find began. */
  readonly root: string;
  readonly depth: number;
  readonly stat: FsStat;
  /** What a link says. */
  readonly target?: string;
  /** Of a link, what is where it leads. */
  readonly end?: FsStat;
  /** The names in a folder. */
  readonly names: readonly string[];
}

/** Looks at a file, with links followed or not. @returns `undefined` for what is not there */
export async function foundAt(
  { fs, cwd }: CommandContext,
  { path, root, depth }: Pick<Found, "path" | "root" | "depth">,
  follows: boolean,
): Promise<Found | undefined> {
  const place = resolve(cwd, path);
  const own = path === "" ? undefined : await fs.lstat(place).catch(() => undefined);
  if (!own) return undefined;
  const end = own.isSymbolicLink ? await fs.stat(place).catch(() => undefined) : undefined;
  const stat = (follows || path.endsWith("/") ? end : undefined) ?? own;
  const target = stat.isSymbolicLink ? await fs.readlink(place) : undefined;
  const names = stat.isDirectory ? await fs.readdir(place) : [];
  return { path, place, root, depth, stat, names, ...(end && { end }), ...(target !== undefined && { target }) };
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.replace(/(?<=.)\/+$/, "").replace(/^.*\/(?=.)/s, "");
}

/** `f`, `d` or `l`. */
export function letterOf({ isDirectory, isSymbolicLink }: FsStat): "f" | "d" | "l" {
  if (isSymbolicLink) return "l";
  return isDirectory ? "d" : "f";
}

/** The size that a disk would tell. */
export function sizeOf({ stat, target }: Found): number {
  if (target !== undefined) return new TextEncoder().encode(target).length;
  return stat.isDirectory ? 4096 : stat.size;
}
