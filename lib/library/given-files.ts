import { createPathIndex, leafOf } from "#lib/vfs/path-index.ts";
import { normalizePath } from "#lib/vfs/paths.ts";
import { filesOf, type LinkedFiles } from "#lib/vfs/resolve-link.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";

/** One file: its text, its bytes, or where a link leads. */
export type GivenFile = string | Uint8Array | { readonly link: string };

/** A tree of files by their absolute paths: `{ "/work/.claude/skills/pdf/SKILL.md": "---\nname: pdf\n…" }`. */
export type GivenFiles = Readonly<Record<string, GivenFile>> | ReadonlyMap<string, GivenFile>;

export function pairsOf(files: GivenFiles): readonly (readonly [path: string, file: GivenFile])[] {
  const pairs = files instanceof Map ? [...files] : Object.entries(files as Readonly<Record<string, GivenFile>>);
  return pairs.map(([path, file]) => [normalizePath(path), file]);
}

/** The tree as the engine reads it: a whole file system, so that an absolute link counts from its root. */
export function givenTree(files: GivenFiles): LinkedFiles {
  const index = createPathIndex();
  for (const [path, file] of pairsOf(files)) index.put(path, leafOf({ path: path.slice(1), ...contentOf(file) }));
  return filesOf({ ...index, placeOf: normalizePath });
}

function contentOf(file: GivenFile) {
  if (typeof file === "string") return { mode: snapshotMode.file, bytes: new TextEncoder().encode(file) };
  if (file instanceof Uint8Array) return { mode: snapshotMode.file, bytes: file };
  return { mode: snapshotMode.link, bytes: new TextEncoder().encode(file.link) };
}
