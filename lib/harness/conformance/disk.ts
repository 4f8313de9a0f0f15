import type { Files } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import type { ConformanceCase } from "./case.ts";

/** The tree of a case, which commands and the case itself change while it runs. */
export interface Disk {
  /** As it is now; unaffected by later changes. */
  files(): Files;
  /** Path → new text, null to delete. */
  change(texts: Readonly<Record<string, string | null>>): void;
}

export function createDisk({ files, symlinks }: Pick<ConformanceCase, "files" | "symlinks">): Disk {
  const texts = new Map(Object.entries(files));
  return {
    files: () => textFiles(texts, { links: symlinks }),
    change(changes) {
      for (const [path, text] of Object.entries(changes)) {
        if (text === null) texts.delete(path);
        else texts.set(path, text);
      }
    },
  };
}
