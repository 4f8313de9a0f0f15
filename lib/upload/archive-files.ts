import { FailureError } from "#lib/failure.ts";
import { commonFolder } from "./folder.ts";
import { isLeftOut, withoutEnding } from "./pick.ts";

/** Whether a file is left out of an archive: as in folders, and the shadow files that macOS's archivers add. */
export function isShadowFile(path: string): boolean {
  return isLeftOut(path) || path.startsWith("__MACOSX/") || /(?:^|\/)\._[^/]*$/.test(path);
}

/** The name for an archive with these files, and the path of each. */
export interface ArchivePlan {
  readonly name: string;
  readonly place: (path: string) => string;
}

/**
 * A folder that contains everything is removed from the paths and gives the name; otherwise the archive's file name
 * does.
 */
export function planArchive(name: string, paths: readonly string[]): ArchivePlan {
  const top = commonFolder(paths);
  if (!top) return { name: withoutEnding(name), place: (path) => path };
  return { name: top, place: (path) => path.slice(top.length + 1) };
}

/** Throws `archive-damaged`. */
export function damagedArchive(name: string, detail: string, cause?: unknown): never {
  throw new FailureError({ code: "archive-damaged", name, detail }, { cause });
}
