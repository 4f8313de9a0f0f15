import { brokenIn, linkFault } from "#lib/report/tree/broken-links.ts";
import { caseTwin } from "#lib/report/tree/case-twin.ts";
import { deadLink } from "#lib/report/tree/dead-link.ts";
import { trustFile } from "#lib/report/trust/trust-file.ts";
import type { Location } from "#lib/vfs/mount-table.ts";
import type { Overlay } from "#lib/vfs/overlay.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";

/** A link of a skill's Markdown file to nothing, as the report finds it. */
export interface DraftLink {
  /** 1-based. */
  readonly line: number;
  /** What is wrong, and what comes of it. */
  readonly says: string;
}

/** Where a file's links lead nowhere in its skill, or to a file only where case does not matter. None for a file of no skill. */
export function* draftLinks({ path }: Pick<Location, "path">, files: Overlay): Generator<DraftLink, void> {
  const skill = skillFolderOf(path, files);
  const bytes = files.read(path);
  if (skill === undefined || !bytes) return;
  const twinOf = (wanted: string) => twinIn(files, wanted);
  for (const link of brokenIn(trustFile(path, bytes), { files, folderOf: () => skill, twinOf })) {
    const { why } = link.twin === undefined ? deadLink : caseTwin;
    yield { line: link.line, says: `${linkFault(link)}. ${why}` };
  }
}

/** The nearest folder around a file that holds a SKILL.md. */
function skillFolderOf(path: string, files: Overlay): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (files.lstat(joinPath(folder, "SKILL.md"))) return folder;
    if (folder === "/") return undefined;
  }
}

/** The path of a file that differs from this one at most in case. */
function twinIn(files: Overlay, wanted: string): string | undefined {
  let at = "/";
  for (const part of wanted.split("/").filter((each) => each !== "")) {
    const entry = files.list(at)?.find(({ name }) => name.toLowerCase() === part.toLowerCase());
    if (!entry) return undefined;
    at = joinPath(at, entry.name);
  }
  return at;
}
