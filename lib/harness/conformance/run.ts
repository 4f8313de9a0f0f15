import type { Files } from "#lib/vfs/files.ts";
import { isInside, normalizePath } from "#lib/vfs/paths.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import type { CaseInput, ConformanceCase } from "./case.ts";

/** A case ready to run. */
export interface Run {
  readonly input: CaseInput;
  readonly disk: Disk;
}

/** Runs a case of one kind; the result is compared with what the case expects. */
export type Kind = (run: Run) => unknown;
export type Kinds = Readonly<Record<string, Kind>>;

/** The tree of a case, which commands and the case itself change while it runs. */
export interface Disk {
  /** The present files; later changes do not affect them. */
  files(): Files;
  /** Path → new text, null to delete. */
  change(texts: Readonly<Record<string, string | null>>): void;
}

export function createDisk({ files, symlinks }: Pick<ConformanceCase, "files" | "symlinks">): Disk {
  const texts = new Map(Object.entries(files));
  const links = new Map(Object.entries(symlinks));
  return {
    files: () => textFiles(texts, { links }),
    change(changes) {
      for (const [path, text] of Object.entries(changes)) {
        if (text !== null) texts.set(path, text);
        else for (const entries of [texts, links]) remove(entries, normalizePath(path));
      }
    },
  };
}

/** Removes a path, and everything in it if it is a folder. */
function remove(entries: Map<string, string>, path: string): void {
  for (const key of entries.keys()) if (isInside(path, key)) entries.delete(key);
}
