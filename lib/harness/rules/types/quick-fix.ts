import type { FileWrite } from "#lib/harness/vocabulary/session.ts";
import type { Files } from "#lib/vfs/files.ts";

/** A file that is moved without a change of its bytes. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** A change of files that makes a broken rule pass. Moves are made first. */
export interface QuickFix {
  /** What the fix does, as the label of a button. */
  readonly label: string;
  readonly writes: readonly FileWrite[];
  readonly moves: readonly FileMove[];
}

export function writing(label: string, path: string, text: string | null): QuickFix {
  return { label, writes: [{ path, text }], moves: [] };
}

/** The files as they would be with these texts written. New files can be read by path, but are not in listings. */
export function withWrites(files: Files, writes: readonly FileWrite[]): Files {
  const encoder = new TextEncoder();
  const written = new Map(writes.map(({ path, text }) => [path, text === null ? undefined : encoder.encode(text)]));
  const stat = (path: string) => {
    const bytes = written.get(path);
    return bytes && ({ kind: "file", size: bytes.length, executable: false } as const);
  };
  return {
    // A new array, because the content below has changed (see `Files.list`).
    list: (path) => files.list(path)?.slice(),
    lstat: (path) => (written.has(path) ? stat(path) : files.lstat(path)),
    stat: (path) => (written.has(path) ? stat(path) : files.stat(path)),
    read: (path) => (written.has(path) ? written.get(path) : files.read(path)),
  };
}
