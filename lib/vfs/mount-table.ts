import type { Entry, FileCell, Files, Stat } from "./files.ts";
import {
  basename,
  childPath,
  compareBytes,
  dirname,
  isInside,
  isNormal,
  joinPath,
  normalizePath,
  relativePath,
} from "./paths.ts";
import { type LastLink, type LinkedFiles, type LinkTree, resolveLinks } from "./resolve-link.ts";

/** A folder (or file) of a volume, shown at a path of the one tree like a bind mount. */
export interface MountPoint<V extends LinkedFiles = LinkedFiles> {
  /** Absolute path at which it appears. */
  readonly at: string;
  readonly volume: V;
  /** The folder of the volume that appears there; `/` for the whole volume. */
  readonly from: string;
  readonly mountId: string;
  /** Folders of the volume that belong to this point where several show as much of it: each of a source's plugins may be the whole source. */
  readonly own?: readonly string[];
}

export interface Location<V extends LinkedFiles = LinkedFiles> {
  readonly mountId: string;
  readonly volume: V;
  /** Path inside the volume, its links followed. */
  readonly path: string;
}

export interface MountTable<V extends LinkedFiles = LinkedFiles> extends Files {
  /**
   * Where a write to `path` takes place, whether or not something stands there. `"keep"` does not follow a link in the last segment, as
   * deleting needs it. `undefined` where no volume is mounted, and behind a dangling link.
   */
  locate(path: string, last?: LastLink): Location<V> | undefined;
  /** The path at which a file or folder of a mount appears, through the point that shows it with the least beside it; `undefined` if none does. */
  seenAt(place: Pick<Location, "mountId" | "path">): string | undefined;
}

/**
 * Many volumes as one tree. The longest `at` that contains a path decides; of two equal ones the later. Folders above a mount point exist
 * by themselves. A listing shows a volume's own entries and the points below it; a point hides what the surrounding volume has there. Links
 * lead only to places of the same volume; an absolute link counts from the whole tree and must end at the same point.
 *
 * Long because it is a list: each function answers one question of `Files`. A table never changes, and making one costs time in proportion
 * to the points, not to the files.
 */
export function createMountTable<V extends LinkedFiles = LinkedFiles>(points: readonly MountPoint<V>[]): MountTable<V> {
  const namesBelow = collectNamesBelow(points.map(({ at }) => at));
  const { locate, wholePoint } = placesOf(points, namesBelow);
  const volumes = [...new Set(points.map(({ volume }) => volume))];

  function statAs(path: string, last: LastLink): Stat | undefined {
    const place = locate(path, last);
    const own = place?.volume.bare.statAt(place.path);
    return namesBelow.has(path) && own?.kind !== "folder" ? bareFolder : own;
  }

  function list(path: string): readonly Entry[] | undefined {
    const place = locate(path);
    const own = place?.volume.bare.entriesAt(place.path);
    const names = namesBelow.get(path);
    if (!names) return own;
    const points = [...names].flatMap((name) => {
      const kind = statAs(joinPath(path, name), "keep")?.kind;
      return kind ? [{ name, kind }] : [];
    });
    const merged = [...(own ?? []).filter((entry) => !names.has(entry.name)), ...points];
    return merged.sort((a, b) => compareBytes(a.name, b.name));
  }

  function read(path: string): Uint8Array | undefined {
    // A folder that leads to a mount point hides a file of the same name.
    if (namesBelow.has(path)) return undefined;
    const place = locate(path);
    return place?.volume.bare.bytesAt(place.path);
  }

  function whenSettled(path: string): Promise<void> | undefined {
    const place = namesBelow.has(path) ? undefined : locate(path);
    return place?.volume.bare.whenSettled?.(place.path);
  }

  /** Returns the cell of a file at exactly this path, without looking at links. */
  function cell(path: string): FileCell | undefined {
    const point = wholePoint(path);
    const isBelow = point && path !== point.at;
    return isBelow ? point.volume.bare.cellAt(point.fromPrefix + path.slice(point.prefix.length)) : undefined;
  }

  function seenAt({ mountId, path }: Pick<Location, "mountId" | "path">): string | undefined {
    const showing = points.filter((point) => point.mountId === mountId && isInside(point.from, path));
    const narrowness = ({ from, own = [] }: MountPoint) =>
      Math.max(...[from, ...own].map((folder) => (isInside(folder, path) ? folder.length : 0)));
    const seen = showing
      .sort((a, b) => narrowness(b) - narrowness(a))
      .map(({ at, from }) => joinPath(at, relativePath(from, path)));
    // Another mount may hide the file at this path.
    return seen.find((one) => statAs(one, "follow") && isSameFile(locate(one), { mountId, path }));
  }

  return {
    lstat: (path) => statAs(path, "keep"),
    stat: (path) => statAs(path, "follow"),
    list,
    read,
    cell,
    whenSettled,
    hasLinks: () => volumes.some(({ bare }) => bare.hasLinks()),
    locate,
    seenAt,
  };
}

/** Finds the point that a path belongs to, and where the path leads in that point's volume. */
function placesOf<V extends LinkedFiles>(
  points: readonly MountPoint<V>[],
  namesBelow: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const byPlace = new Map(points.map((point) => [point.at, placedPoint(point)]));
  let recent: PlacedPoint<V> | undefined;

  function pointOf(path: string): PlacedPoint<V> | undefined {
    // Thousands of questions in a row are about one mount. If no other mount lies in it, every path below its prefix belongs to it.
    if (recent && path.startsWith(recent.prefix)) return recent;
    for (let at = path; ; at = dirname(at)) {
      const point = byPlace.get(at);
      if (point && !namesBelow.has(at)) recent = point;
      if (point || at === "/") return point;
    }
  }

  /** A mount point whose links are resolved from the root of the whole tree. */
  function placedPoint(point: MountPoint<V>): PlacedPoint<V> {
    const placed = {
      ...point,
      prefix: asPrefix(point.at),
      fromPrefix: asPrefix(point.from),
      targetOf: (inside: string) => point.volume.bare.targetOf(inside),
      placeOf: (target: string) => {
        const outside = normalizePath(target);
        return pointOf(outside) === placed ? placeIn(point, outside) : undefined;
      },
      hasLinks: () => point.volume.bare.hasLinks(),
    };
    return placed;
  }

  return {
    locate(path: string, last: LastLink = "follow"): Location<V> | undefined {
      const point = pointOf(path);
      if (!point) return undefined;
      // A mount point is never a link itself: what `from` leads to stands there.
      const inside = resolveLinks(placeIn(point, path), point, path === point.at ? "follow" : last);
      return inside === undefined ? undefined : { mountId: point.mountId, volume: point.volume, path: inside };
    },
    /** The point that `path` belongs to, if no other point lies in that one. */
    wholePoint(path: string): PlacedPoint<V> | undefined {
      const point = pointOf(path);
      return point === recent ? point : undefined;
    },
  };
}

/** Whether both are the same file of the same mount. */
export function isSameFile(
  one: Pick<Location, "mountId" | "path"> | undefined,
  other: Pick<Location, "mountId" | "path">,
): boolean {
  return one?.mountId === other.mountId && one.path === other.path;
}

interface PlacedPoint<V extends LinkedFiles> extends MountPoint<V>, LinkTree {
  /** Prefix of all paths below the point. */
  readonly prefix: string;
  /** The same prefix inside the volume. */
  readonly fromPrefix: string;
}

function asPrefix(folder: string): string {
  return folder === "/" ? "/" : `${folder}/`;
}

const bareFolder: Stat = { kind: "folder", size: 0, executable: false };

function placeIn({ at, from }: MountPoint, path: string): string {
  if (path === at) return from;
  const below = relativePath(at, path);
  return isNormal(path) ? childPath(from, below) : joinPath(from, below);
}

/** Every folder above a mount point, with the names in it that lead to one. The root is always included. */
function collectNamesBelow(places: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>([["/", new Set()]]);
  for (const place of places) {
    for (let path = place; path !== "/"; path = dirname(path)) {
      const folder = dirname(path);
      const known = names.get(folder);
      if (known?.has(basename(path))) break;
      if (known) known.add(basename(path));
      else names.set(folder, new Set([basename(path)]));
    }
  }
  return names;
}
