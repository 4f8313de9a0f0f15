import { type Entry, type FileCell, type Files, maxLinks, type Stat } from "./files.ts";
import { isNormal, normalizePath } from "./paths.ts";

/** The two questions that following links asks of one tree. Paths are absolute within that tree. */
export interface LinkTree {
  /** What the link at `path` says, or `undefined` when no link stands there. The parents of `path` hold no links. */
  targetOf(path: string): string | undefined;
  /** Where an absolute target lies in this tree; `undefined` when it points out of it. */
  placeOf(target: string): string | undefined;
  /** Whether any link stands in it: in most trees none does, and nothing needs following. */
  hasLinks(): boolean;
}

/** What becomes of a link in the last segment: reading follows it, `lstat` and `unlink` keep it. */
export type LastLink = "follow" | "keep";

/**
 * `path` with its links followed as the kernel does it: segment by segment, so that `..` counts from
 * where a link led. `undefined` when a link leaves the tree or the chain exceeds `maxLinks`, which is
 * how a circle ends. Whether anything stands at the result is not looked at.
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

/** The two things that no system takes as a path. */
function isPath(path: string): boolean {
  return path !== "" && !path.includes("\0");
}

/** What to walk from the root in place of a link that stands in `folder`. */
function routeOf(target: string, folder: string, tree: LinkTree): string | undefined {
  if (!isPath(target)) return undefined;
  return target.startsWith("/") ? tree.placeOf(target) : `${folder}/${target}`;
}

/** The names of a path, the last one first, to be taken from the end. */
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
  /** `undefined` when no file stands there. The same one until it is removed. */
  cellAt(path: string): FileCell | undefined;
  /** See `Files.whenSettled`. */
  whenSettled?(path: string): Promise<void> | undefined;
}

/** Files that also answer for what stands behind their links, so that a tree of many can follow those its own way. */
export interface LinkedFiles extends Files {
  readonly bare: BareTree;
}

/** The files over a bare tree: the one place where every implementation follows links. */
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
