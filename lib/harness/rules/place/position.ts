import { finish } from "#lib/async/steps.ts";
import { pluginsOfRoot } from "#lib/harness/roots/plugins.ts";
import { findRoots, rootAwaiting } from "#lib/harness/roots/roots.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { memoObject } from "#lib/memo.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { Position, Search } from "./place-rule.ts";

/** What a harness looks through. Valid until the files change. Yields after each plugin. */
export function* searchOf(profile: Profile, files: Files, place: Place): Generator<undefined, Search> {
  return {
    profile,
    files,
    place,
    roots: yield* findRoots(profile, files, place),
    // Thousands of skills may lie in plugins that are turned off.
    pluginsOf: memoObject((root) => finish(pluginsOfRoot(profile, root, files, place))),
  };
}

/** A file with everything that decides whether its place is searched. */
export function positionOf(search: Search, location: string): Position {
  const { profile, place, roots } = search;
  const next = rootAwaiting(profile, place, location);
  const isSearched = roots.some(({ path }) => path === next?.path);
  return { ...search, location, roots: next && !isSearched ? [...roots, next] : roots };
}
