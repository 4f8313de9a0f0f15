import { inSlices } from "#lib/async/slices.ts";
import { place } from "#lib/stage/place.ts";
import type { SliceState } from "#lib/state/slices.ts";
import { type Files, readText, walkFiles } from "#lib/vfs/files.ts";
import { isInside } from "#lib/vfs/paths.ts";

type Opened = Pick<SliceState<"tree">, "files" | "mounts">;

/** The path of every file of the workspace, once: the working folder, home, and sources mounted elsewhere. */
export function allPaths({ files, mounts }: Opened): readonly string[] {
  const roots = [place.cwd, place.home, ...mounts.map(({ at }) => at).filter((at) => !isInside(place.cwd, at))];
  return roots.flatMap((root) =>
    [...walkFiles(files, root)].flatMap(({ path, kind }) => (kind === "file" ? path : [])),
  );
}

export interface FoundLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The text around the match. */
  readonly text: string;
}

/** The most lines that are found, as many as a person looks through. */
export const mostFound = 200;
/** The largest file that is searched, in bytes: larger ones are data. */
const largest = 1024 * 1024;

/** Lines that contain a text, ignoring case, up to 200; in slices. Rejects with `cancelled`. */
export function findText(opened: Opened, wanted: string, signal: AbortSignal): Promise<readonly FoundLine[]> {
  return inSlices(search(opened.files, allPaths(opened), wanted.toLowerCase()), { signal });
}

function* search(files: Files, paths: readonly string[], wanted: string): Generator<void, readonly FoundLine[]> {
  const found: FoundLine[] = [];
  if (wanted === "") return found;
  const seen = new Set<Uint8Array>();
  for (const path of paths) {
    yield;
    const bytes = (files.stat(path)?.size ?? 0) > largest ? undefined : files.read(path);
    // An installed skill is both where it is used and in its source: once is enough.
    if (!bytes || seen.has(bytes) || bytes.subarray(0, 8000).includes(0)) continue;
    seen.add(bytes);
    const text = readText(files, path) ?? "";
    for (const line of linesWith(text, wanted)) {
      found.push({ path, ...line });
      if (found.length >= mostFound) return found;
    }
  }
  return found;
}

/** A generator, since a hostile file may have a match in every line. */
function* linesWith(text: string, wanted: string): Generator<Omit<FoundLine, "path">> {
  const small = smallLetters(text);
  let line = 1;
  let counted = 0;
  for (let at = small.indexOf(wanted); at !== -1; ) {
    for (let next = text.indexOf("\n", counted); next !== -1 && next < at; next = text.indexOf("\n", counted)) {
      counted = next + 1;
      line++;
    }
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    yield { line, text: text.slice(Math.max(counted, at - 40), Math.min(end, at + 120)).trim() };
    at = small.indexOf(wanted, end);
  }
}

/** Lower case of the same length: a few letters change length otherwise, and offsets must stay valid. */
function smallLetters(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
