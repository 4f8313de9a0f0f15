import { inSlices } from "#lib/async/slices.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { walkFiles } from "#lib/vfs/walk-files.ts";
import type { Core } from "#lib/workspace/core.ts";
import { place } from "#lib/workspace/tree/place.ts";

/** Every file of the workspace once, by its path: the working folder, home, and what is mounted elsewhere. */
export function allPaths({ store }: Core): readonly string[] {
  const { files, mounts } = store.getState();
  const roots = [place.cwd, place.home, ...mounts.map(({ at }) => at).filter((at) => !isInside(place.cwd, at))];
  return roots.flatMap((root) =>
    [...walkFiles(files, root)].flatMap(({ path, kind }) => (kind === "file" ? path : [])),
  );
}

export interface FoundLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Cut around what was looked for. */
  readonly text: string;
}

/** As many as somebody looks through. */
const mostFound = 200;
/** Bytes of a file that is searched: beyond, it is data. */
const largest = 1024 * 1024;

/** Lines that hold a text, in capitals or not, up to 200 of them; in slices. Rejects with `cancelled`. */
export function findText(core: Core, wanted: string, signal: AbortSignal): Promise<readonly FoundLine[]> {
  return inSlices(search(core.store.getState().files, allPaths(core), wanted.toLowerCase()), { signal });
}

function* search(files: Files, paths: readonly string[], wanted: string): Generator<void, readonly FoundLine[]> {
  const found: FoundLine[] = [];
  if (wanted === "") return found;
  const seen = new Set<Uint8Array>();
  for (const path of paths) {
    yield;
    const bytes = (files.stat(path)?.size ?? 0) > largest ? undefined : files.read(path);
    // An installed skill stands where it is used and in its source: once is enough.
    if (!bytes || seen.has(bytes) || bytes.subarray(0, 8000).includes(0)) continue;
    seen.add(bytes);
    const text = readText(files, path) ?? "";
    if (text.toLowerCase().includes(wanted)) found.push(...linesWith(path, text, wanted));
    if (found.length >= mostFound) break;
  }
  return found.slice(0, mostFound);
}

function linesWith(path: string, text: string, wanted: string): readonly FoundLine[] {
  return text.split("\n").flatMap((line, index) => {
    const at = line.toLowerCase().indexOf(wanted);
    return at === -1 ? [] : [{ path, line: index + 1, text: line.slice(Math.max(0, at - 40), at + 120).trim() }];
  });
}
