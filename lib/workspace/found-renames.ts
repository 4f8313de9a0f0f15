import { basename } from "#lib/vfs/paths.ts";
import { isSameContent, type UpdateTree } from "./update-tree.ts";

/**
 * Which of the files that came are ones that went, under another path and with the same content: new path → old. Each
 * is used once, one of the same name first. Empty files are not told apart, so they never count.
 */
export function foundRenames(gone: UpdateTree, come: UpdateTree): ReadonlyMap<string, string> {
  // Only files of one size can be alike, and few share theirs.
  const bySize = new Map<number, string[]>();
  for (const [path, { bytes }] of gone) {
    if (bytes.length > 0) bySize.set(bytes.length, [...(bySize.get(bytes.length) ?? []), path]);
  }
  const origins = new Map<string, string>();
  for (const [path, file] of come) {
    const candidates = bySize.get(file.bytes.length) ?? [];
    const alike = candidates.filter((from) => isSameContent(gone.get(from), file));
    const from = alike.find((one) => basename(one) === basename(path)) ?? alike[0];
    if (from === undefined) continue;
    origins.set(path, from);
    candidates.splice(candidates.indexOf(from), 1);
  }
  return origins;
}
