import { mapInSteps } from "#lib/async/steps.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { pluginGroupsInSteps } from "#lib/skills/plugin-groups.ts";
import type { Location, MountTable } from "#lib/vfs/mount-table.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { place } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";

/** The manifest paths that any harness reads, so that a source is grouped the same under every harness. */
export const knownManifests = {
  marketplaces: [...new Set(profiles.flatMap(({ plugins }) => plugins?.marketplaces ?? []))],
  manifests: [...new Set(profiles.flatMap(({ plugins }) => plugins?.manifests ?? []))],
};

/** The group that a skill has in its repository: its plugin, or the folder around it if it belongs to none. */
export interface SkillFolder {
  readonly name: string;
  /** Position among all groups: by source, then plugins in the order of their manifest, then folders by path. */
  readonly rank: number;
}

/**
 * The plugin or folder of each SKILL.md in its source, by location, wherever the skill is installed. With several sources a name begins
 * with that of its source. Empty where all skills are in one group: there is nothing to tell apart. Yields often.
 */
export function* skillFolders(
  files: MountTable,
  mounts: readonly Pick<PlacedMount, "id" | "label">[],
  locations: readonly string[],
): Generator<undefined, ReadonlyMap<string, SkillFolder>> {
  const located = yield* mapInSteps(locations, (location) => {
    const at = files.locate(location);
    return at ? [{ location, ...at }] : [];
  });
  const places = located.flat();
  const order = (mountId: string) => mounts.findIndex(({ id }) => id === mountId);
  const sources = [...Map.groupBy(places, ({ mountId }) => mountId)].sort(([a], [b]) => order(a) - order(b));
  const folders = new Map<string, SkillFolder>();
  const ranks = new Map<string, number>();
  for (const [mountId, within] of sources) {
    const label = mounts.find(({ id }) => id === mountId)?.label ?? "Your own files";
    const names = yield* namesIn(within, label);
    const listed = [...new Set(names.values())].map((name) => (sources.length > 1 ? withSource(label, name) : name));
    for (const name of listed) ranks.set(name, ranks.get(name) ?? ranks.size);
    yield;
    for (const { location, path } of within) {
      const own = names.get(path) ?? label;
      const name = sources.length > 1 ? withSource(label, own) : own;
      folders.set(location, { name, rank: ranks.get(name) ?? 0 });
    }
  }
  return ranks.size > 1 ? folders : new Map();
}

function withSource(label: string, name: string): string {
  return label === name ? label : `${label}: ${name}`;
}

/** Names by path, in the order in which they are listed. */
function* namesIn(
  places: readonly Pick<Location, "path" | "volume">[],
  label: string,
): Generator<undefined, ReadonlyMap<string, string>> {
  const [first] = places;
  if (!first) return new Map();
  const paths = places.map(({ path }) => path);
  const groups = yield* pluginGroupsInSteps(first.volume, paths, knownManifests);
  const plugins = groups.flatMap(({ name, skills }) => skills.map((path) => [path, name] as const));
  const known = new Set(plugins.map(([path]) => path));
  const others = paths.filter((path) => !known.has(path)).sort();
  return new Map([...plugins, ...others.map((path) => [path, folderName(path, label)] as const)]);
}

/** `.agents/skills` for `/.agents/skills/pdf/SKILL.md`; the label for a source that is one skill. */
function folderName(path: string, label: string): string {
  const folder = dirname(dirname(path));
  if (folder === "/") return label;
  return folder.startsWith(`${place.cwd}/`) ? folder.slice(place.cwd.length + 1) : folder.slice(1);
}
