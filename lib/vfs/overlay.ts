import type { Entry, FileCell, Stat } from "./files.ts";
import { createPathIndex } from "./path-index.ts";
import { compareBytes, dirname } from "./paths.ts";
import { type BareTree, filesOf, type LinkedFiles } from "./resolve-link.ts";

/** A tree over another one. Writes and removals are visible only here, and an unchanged overlay costs nothing. */
export interface Overlay extends LinkedFiles {
  /** Puts a file at a path whose links were followed (see `MountTable.locate`), and makes the folders above. */
  write(path: string, bytes: Uint8Array): void;
  /** Hides a file, or a folder with everything below it. */
  remove(path: string): void;
}

/**
 * An overlay without changes. Changes in `below` show through wherever nothing was changed here.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long, as nothing else may change the written files, the hidden paths and the listings: they have to agree
export function createOverlay(below: LinkedFiles): Overlay {
  const under = below.bare;
  const own = createPathIndex();
  const hidden = new Set<string>();
  /** Folders in which something was added or removed here, at any depth. The overlay keeps its own listings of them. */
  const listings = new Map<string, Listing | undefined>();

  function isHidden(path: string): boolean {
    for (let at = path; hidden.size > 0; at = dirname(at)) {
      if (hidden.has(at)) return true;
      if (at === "/") return false;
    }
    return false;
  }

  /** The entry at `path` in this overlay, or else in the tree below. */
  function at<Answer>(path: string, here: () => Answer, through: () => Answer | undefined): Answer | undefined {
    if (path !== "/" && own.statAt(path)) return here() ?? undefined;
    return isHidden(path) ? undefined : through();
  }

  function entriesAt(path: string): readonly Entry[] | undefined {
    const from = isHidden(path) ? undefined : under.entriesAt(path);
    if (!listings.has(path)) return from;
    const known = listings.get(path);
    if (known && known.from === from) return known.entries;
    const entries = merged(path, from);
    if (entries) listings.set(path, { from, entries });
    return entries;
  }

  function merged(path: string, from: readonly Entry[] | undefined): readonly Entry[] | undefined {
    const written = own.entriesAt(path);
    if (!from && (path === "/" || !written)) return written;
    const names = new Set(written?.map(({ name }) => name));
    const stays = ({ name }: Entry) => !names.has(name) && !hidden.has(path === "/" ? `/${name}` : `${path}/${name}`);
    return [...(from ?? []).filter(stays), ...(written ?? [])].sort((a, b) => compareBytes(a.name, b.name));
  }

  function changed(path: string): void {
    for (let folder = path; folder !== "/"; ) {
      folder = dirname(folder);
      listings.set(folder, undefined);
    }
  }

  const bare: BareTree = {
    statAt: (path): Stat | undefined =>
      at(
        path,
        () => own.statAt(path),
        () => under.statAt(path),
      ),
    entriesAt,
    bytesAt: (path) =>
      at(
        path,
        () => own.bytesAt(path),
        () => under.bytesAt(path),
      ),
    cellAt: (path): FileCell | undefined =>
      at(
        path,
        () => own.cellAt(path),
        () => under.cellAt(path),
      ),
    whenSettled: (path) =>
      at<Promise<void> | undefined>(
        path,
        () => undefined,
        () => under.whenSettled?.(path),
      ),
    targetOf: (path) =>
      at<string | undefined>(
        path,
        () => undefined,
        () => under.targetOf(path),
      ),
    placeOf: (target) => under.placeOf(target),
    hasLinks: () => under.hasLinks(),
  };
  return {
    ...filesOf(bare),
    write(path, bytes) {
      const executable = bare.statAt(path)?.executable ?? false;
      own.put(path, { stat: { kind: "file", size: bytes.length, executable }, bytes });
      changed(path);
    },
    remove(path) {
      own.remove(path);
      hidden.add(path);
      changed(path);
    },
  };
}

interface Listing {
  /** The listing of the tree below from which this one was made. */
  readonly from: readonly Entry[] | undefined;
  readonly entries: readonly Entry[];
}
