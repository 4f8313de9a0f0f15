import { dirname } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";

/**
 * The paths, from `/`, at which two states of a folder may differ: of changed files, of those in one state only or of another size or mode
 * in the other, and of all folders above them.
 * @param changed the files that git reports as changed, without a leading slash
 */
export function differingPaths(one: Snapshot, other: Snapshot, changed: ReadonlySet<string>): ReadonlySet<string> {
  const [kinds, others] = [kindsIn(one), kindsIn(other)];
  const paths = new Set<string>();
  for (const path of new Set([...kinds.keys(), ...others.keys(), ...changed])) {
    if (!changed.has(path) && kinds.get(path) === others.get(path)) continue;
    for (let each = `/${path}`; !paths.has(each); each = dirname(each)) paths.add(each);
  }
  return paths;
}

function kindsIn(snapshot: Snapshot): ReadonlyMap<string, string> {
  const { modes, offsets } = snapshot;
  return new Map(
    snapshotPaths(snapshot).map((path, at) => {
      return [path, `${modes[at]} ${(offsets[at + 1] ?? 0) - (offsets[at] ?? 0)}`];
    }),
  );
}
