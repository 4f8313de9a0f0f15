import { type Entry, type FileCell, type Files, maxLinks, type Stat } from "./files.ts";
import { isNormal, normalizePath } from "./paths.ts";

/** What resolving links needs to know of one tree. Paths are absolute within that tree. */
export interface LinkTree {
  /** The target of the link at `path`, as written; `undefined` when no link stands there. The parents of `path` hold no links. */
  targetOf(path: string): string | undefined;
  /** Where an absolute target lies in this tree; `undefined` when it points out of it. */
  placeOf(target: string): string | undefined;
  /** Whether the tree has any link. Most trees have none, and then nothing needs following. */
  hasLinks(): boolean;
}

/** What happens to a link in the last segment: reading follows it, `lstat` and `unlink` do not. */
export type LastLink = "follow" | "keep";

/**
 * `path` with its links followed as the kernel does it: segment by segment, so that `..` counts from where a link led. `undefined` when a
 * link leaves the tree, or when the chain exceeds `maxLinks`, which ends circles. Does not check that anything stands at the result.
 */
export function resolveLinks(path: string, tree: LinkTree, last: LastLink = "follow"): string | undefined {
  if (!isPath(path)) return undefined;
  return !tree.hasLinks() && isNormal(path) ? path : follow(path, tree, last);
}

function follow(path: string, tree: LinkTree, last: LastLink): string | undefined {
  const ahead = segmentsOf(path);
  let reached: string | undefined = "";
  let links = 0;
  for (let segment = ahead.pop(); segment !== undefined && reached !== undefined; segment = ahead.pop()) {
    if (segment === "..") {
      reached = parentOf(reached);
      continue;
    }
    const next: string = `${reached}/${segment}`;
    const target = last === "keep" && ahead.length === 0 ? undefined : tree.targetOf(next);
    if (target === undefined) {
      reached = next;
      continue;
    }
    const route = routeOf(target, reached, tree);
    if (route === undefined || ++links > maxLinks) return undefined;
    ahead.push(...segmentsOf(route));
    reached = "";
  }
  return reached === "" ? "/" : reached;
}

/** Whether a text can be a path: no system accepts an empty one or one with NUL. */
function isPath(path: string): boolean {
  return path !== "" && !path.includes("\0");
}

/** The segments to walk from the root in place of a link that stands in `folder`. */
function routeOf(target: string, folder: string, tree: LinkTree): string | undefined {
  if (!isPath(target)) return undefined;
  return target.startsWith("/") ? tree.placeOf(target) : `${folder}/${target}`;
}

/** The names of a path, last one first, because they are taken from the end. */
function segmentsOf(path: string): string[] {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.reverse();
}

/** The folder above, `undefined` above the root (which is the empty string). */
function parentOf(path: string): string | undefined {
  return path === "" ? undefined : path.slice(0, path.lastIndexOf("/"));
}

/** The path after following the links in every segment; the path itself where a link leads nowhere. */
export function realPath(files: Files, path: string): string {
  if (files.hasLinks?.() === false && isNormal(path)) return path;
  const targetOf = (link: string) => files.lstat(link)?.target;
  const real = resolveLinks(path, { targetOf, placeOf: normalizePath, hasLinks: () => true });
  return real !== undefined && files.stat(real) ? real : path;
}

/** A tree as stored: every method takes a path whose parents hold no links, and follows none itself. */
export interface BareTree extends LinkTree {
  statAt(path: string): Stat | undefined;
  /** In byte order of name; `undefined` when no folder stands there. */
  entriesAt(path: string): readonly Entry[] | undefined;
  /** `undefined` when no file stands there. */
  bytesAt(path: string): Uint8Array | undefined;
  /** The cell of the file, the same one until the file is removed; `undefined` when no file stands there. */
  cellAt(path: string): FileCell | undefined;
  /** See `Files.whenSettled`. */
  whenSettled?(path: string): Promise<void> | undefined;
}

/** Files that also give access to the tree without links followed, so that a tree made of many can follow them in its own way. */
export interface LinkedFiles extends Files {
  readonly bare: BareTree;
}

/** A bare tree with links followed: every implementation of `Files` follows links by this function. */
export function filesOf(tree: BareTree): LinkedFiles {
  const through = <Result>(path: string, last: LastLink, look: (path: string) => Result | undefined) => {
    const resolved = resolveLinks(path, tree, last);
    return resolved === undefined ? undefined : look(resolved);
  };
  const statAt = (path: string) => tree.statAt(path);
  const entriesAt = (path: string) => tree.entriesAt(path);
  const bytesAt = (path: string) => tree.bytesAt(path);
  return {
    lstat: (path) => through(path, "keep", statAt),
    stat: (path) => through(path, "follow", statAt),
    list: (path) => through(path, "follow", entriesAt),
    read: (path) => through(path, "follow", bytesAt),
    cell: (path) => tree.cellAt(path),
    whenSettled: (path) => through(path, "follow", (resolved) => tree.whenSettled?.(resolved)),
    hasLinks: () => tree.hasLinks(),
    bare: tree,
  };
}
