import { isInside, relativePath, resolvePath } from "#lib/vfs/paths.ts";

/** Where a harness runs, and what a conversation has come across there. All paths are absolute. */
export interface Place {
  /** The working folder. */
  readonly cwd: string;
  /** The user's home folder. */
  readonly home: string;
  /** Folders that the person has added to the session, in order. */
  readonly added?: readonly string[];
  /** Files that the model has read or changed. */
  readonly touched?: readonly string[];
}

/** `project`: the working folder; `home`: the person's; `machine`: an absolute path that an administrator fills. */
export type Scope = "project" | "home" | "machine";

/** A path in a scope, relative to the scope's folder unless it is absolute. */
export interface ScopedPath {
  readonly scope: Scope;
  readonly path: string;
}

/** The absolute path of a scoped path. */
export function placePath(place: Place, { scope, path }: ScopedPath): string {
  return resolvePath(scope === "project" ? place.cwd : place.home, path);
}

/** A scoped path as the harness's documentation writes it: `./.agents/skills`, `~/.keen/skills/config.json`. */
export function placeLabel({ scope, path }: ScopedPath): string {
  if (path.startsWith("/")) return path;
  const start = scope === "project" ? "." : "~";
  return path === "." ? start : `${start}/${path}`;
}

/** An absolute path in the same notation if it is in the working folder or below home; otherwise unchanged. */
export function pathLabel(path: string, { cwd, home }: Place): string {
  if (isInside(cwd, path)) return placeLabel({ scope: "project", path: relativePath(cwd, path) || "." });
  return isInside(home, path) ? placeLabel({ scope: "home", path: relativePath(home, path) || "." }) : path;
}
