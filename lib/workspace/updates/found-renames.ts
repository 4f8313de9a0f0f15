import { basename } from "#lib/vfs/paths.ts";
import { isSameContent, type UpdateTree } from "#lib/workspace/tree/file-content.ts";

/**
 * Which of the files that came are ones that went, under another path and with the same content: new path → old. Each
 * is used once, one of the same name first. Empty files are not told apart, so they never count. Yields often.
 */
export function* foundRenames(gone: UpdateTree, come: UpdateTree): Generator<void, ReadonlyMap<string, string>> {
  // Only files of one size can be alike, and few share theirs.
  const bySize = new Map<number, string[]>();
  for (const [path, { bytes }] of gone) {
    const others = bySize.get(bytes.length);
    if (others) others.push(path);
    else if (bytes.length > 0) bySize.set(bytes.length, [path]);
  }
  const origins = new Map<string, string>();
  for (const [path, file] of come) {
    const candidates = bySize.get(file.bytes.length) ?? [];
    const from = yield* originAmong(candidates, path, (one) => isSameContent(gone.get(one), file));
    yield;
    if (from === undefined) continue;
    origins.set(path, from);
    candidates.splice(candidates.indexOf(from), 1);
  }
  return origins;
}

/** Of files of one size so many are compared: a source made of thousands would take the square of their number. */
const mostTried = 100;

function* originAmong(
  candidates: readonly string[],
  path: string,
  isAlike: (from: string) => Generator<void, boolean>,
): Generator<void, string | undefined> {
  const named = candidates.filter((one) => basename(one) === basename(path));
  for (const from of [...named, ...candidates].slice(0, mostTried)) {
    yield;
    if (yield* isAlike(from)) return from;
  }
  return undefined;
}
