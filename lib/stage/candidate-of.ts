import type { Candidate, Discovery } from "#lib/harness/vocabulary/skill.ts";
import { isSameFile, type Location, type MountTable } from "#lib/vfs/mount-table.ts";

/** What a harness found of a file of a mount: if several paths lead there, the one that it takes. `undefined` if it found none. */
export function candidateOf(
  { candidates }: Pick<Discovery, "candidates">,
  files: Pick<MountTable, "locate">,
  place: Pick<Location, "mountId" | "path">,
): Candidate | undefined {
  const found = candidates.filter(({ location }) => isSameFile(files.locate(location), place));
  return found.find(({ outcome }) => outcome.kind === "loaded") ?? found[0];
}
