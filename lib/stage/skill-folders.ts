import { mapInSteps } from "#lib/async/steps.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { pluginGroups } from "#lib/skills/plugin-groups.ts";
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
  /** With several sources it begins with that of the source. */
  readonly name: string;
  /** The plugin's own name, which some harnesses put before the names of its skills. */
  readonly plugin?: string;
  /** Position among all groups: by source, then plugins in the order of their manifest, then folders by path. */
  readonly rank: number;
}

/**
 * The plugin or folder of each SKILL.md in its source, by location, wherever the skill is installed. Empty where all skills are in one
 * folder: there is nothing to tell apart. Yields often.
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
    const groups = yield* groupsIn(within, label);
    const nameOf = ({ name }: Group) => (sources.length > 1 ? withSource(label, name) : name);
    for (const name of new Set([...groups.values()].map(nameOf))) ranks.set(name, ranks.get(name) ?? ranks.size);
    yield;
    for (const { location, path } of within) {
      const group = groups.get(path) ?? { name: label };
      const name = nameOf(group);
      folders.set(location, { ...group, name, rank: ranks.get(name) ?? 0 });
    }
  }
  const isOneFolder = ranks.size === 1 && [...folders.values()].every(({ plugin }) => plugin === undefined);
  return isOneFolder ? new Map() : folders;
}

function withSource(label: string, name: string): string {
  return label === name ? label : `${label}: ${name}`;
}

type Group = Pick<SkillFolder, "name" | "plugin">;

/** Groups by path, in the order in which they are listed. */
function* groupsIn(
  places: readonly Pick<Location, "path" | "volume">[],
  label: string,
): Generator<undefined, ReadonlyMap<string, Group>> {
  const [first] = places;
  if (!first) return new Map();
  const paths = places.map(({ path }) => path);
  const groups = yield* pluginGroups(first.volume, paths, knownManifests);
  const grouped = new Map<string, Group>();
  for (const { name, skills } of groups) for (const path of skills) grouped.set(path, { name, plugin: name });
  const others = paths.filter((path) => !grouped.has(path)).sort();
  for (const path of others) grouped.set(path, { name: folderName(path, label) });
  return grouped;
}

/** `.agents/skills` for `/.agents/skills/pdf/SKILL.md`; the label for a source that is one skill. */
function folderName(path: string, label: string): string {
  const folder = dirname(dirname(path));
  if (folder === "/") return label;
  return folder.startsWith(`${place.cwd}/`) ? folder.slice(place.cwd.length + 1) : folder.slice(1);
}
