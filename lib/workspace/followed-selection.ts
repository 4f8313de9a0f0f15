import { isSamePlace, type MountTable } from "#lib/vfs/mount-table.ts";
import type { Selection } from "./state.ts";

/**
 * What is looked at, at the paths where it is seen now: another harness has installed skills elsewhere. The same object
 * where nothing moved; what is seen nowhere any more keeps its path.
 */
export function followedSelection(selection: Selection, before: MountTable, now: MountTable): Selection {
  const { skill, file } = selection;
  const seenNow = (path: string) => {
    const place = before.locate(path);
    return !place || isSamePlace(now.locate(path), place) ? path : (now.seenAt(place) ?? path);
  };
  const [skillNow, fileNow] = [skill && seenNow(skill), file && seenNow(file.path)];
  if (skillNow === skill && fileNow === file?.path) return selection;
  return {
    ...(skillNow !== undefined && { skill: skillNow }),
    ...(file && fileNow !== undefined && { file: { ...file, path: fileNow } }),
  };
}
