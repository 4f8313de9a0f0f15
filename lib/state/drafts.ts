import type { MountTable } from "#lib/vfs/mount-table.ts";
import { keyInMount } from "./mount.ts";
import type { Draft, Drafts } from "./state.ts";

/**
 * The key of a draft: its file's mount and path inside it, since another harness may show the file at another path.
 * Where no file can be, the path itself.
 */
export function draftKey(files: Pick<MountTable, "locate">, path: string): string {
  const place = files.locate(path);
  return place ? keyInMount(place.mountId, place.path) : path;
}

/** The draft of the file shown at `path`. */
export function draftAt({ files, drafts }: { files: MountTable; drafts: Drafts }, path: string): Draft | undefined {
  return drafts.size > 0 ? drafts.get(draftKey(files, path)) : undefined;
}

/** The drafts with some keys replaced by others, except where the other key has a draft already. */
export function rekeyed(drafts: Drafts, keys: ReadonlyMap<string, string>): Drafts {
  const target = (key: string) => {
    const to = keys.get(key);
    return to === undefined || (drafts.has(to) && !keys.has(to)) ? key : to;
  };
  return new Map([...drafts].map(([key, draft]) => [target(key), draft]));
}

/** The drafts by `draftKey`. Older records have them by path. */
export function placedDrafts(drafts: Drafts, files: MountTable): Drafts {
  const paths = [...drafts.keys()].filter((key) => key.startsWith("/"));
  return paths.length === 0 ? drafts : rekeyed(drafts, new Map(paths.map((path) => [path, draftKey(files, path)])));
}

/**
 * Whether somebody else has changed the file since the draft was begun, so that saving would undo that. `disk`: its
 * present text.
 */
export function isInConflict({ base, text, saving }: Draft, disk: string | undefined): boolean {
  return disk !== base && disk !== text && (saving === undefined || disk !== saving);
}
