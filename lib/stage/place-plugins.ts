import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import type { PluginRules } from "#lib/harness/vocabulary/discovery.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Plugin, pluginsIn } from "#lib/skills/plugin-groups.ts";
import { readText } from "#lib/vfs/files.ts";
import type { MountPoint } from "#lib/vfs/mount-table.ts";
import { basename, dirname, joinPath } from "#lib/vfs/paths.ts";
import { createVolume, type Volume } from "#lib/vfs/volume.ts";
import type { MountTree } from "./mount-tree.ts";
import { place } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";

/** What a harness that knows plugins keeps of those that are installed; no source's, and written anew at every change. */
export const registryMountId = "plugins";

/** A plugin and where its installer puts it. */
export interface PlacedPlugin {
  /** `name@market`. */
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly version: string;
  /** Paths of its SKILL.md files in the source. */
  readonly skills: readonly string[];
  /** The list of the repository that names it: where it stands, and where the harness keeps it. */
  readonly listing?: { readonly at: string; readonly from: string };
  readonly mountId: string;
  readonly volume: Volume;
}

export interface InstallPlan {
  readonly plugins: readonly PlacedPlugin[];
  /** Skills that are installed by themselves. */
  readonly plain: readonly string[];
}

/**
 * How the wanted skills of a mount are installed: a plugin comes whole. Where a repository has plugins and nothing was
 * chosen, what belongs to none stays out, as it does for who installs them.
 */
export function planInstall(
  profile: Profile,
  mount: PlacedMount,
  tree: MountTree,
  wanted: readonly string[],
): InstallPlan {
  const { plugins: rules, scan } = profile;
  if (!rules || wanted.length === 0) return { plugins: [], plain: wanted };
  const asked = new Set(wanted);
  const known = pluginsIn(tree.volume, tree.skillFiles, rules);
  const plugins = known.filter(({ skills }) => skills.some((path) => asked.has(path)));
  const found = new Set(plugins.flatMap((plugin) => plugin.skills.filter((path) => finds(scan.depth, plugin, path))));
  const isAlone = mount.chosen !== undefined || known.length === 0;
  return {
    plugins: plugins.map((plugin) => placed(rules, mount, tree, plugin)),
    plain: isAlone ? wanted.filter((path) => !found.has(path)) : [],
  };
}

/** Whether a harness that searches so comes across a skill of a plugin. */
function finds(depth: Profile["scan"]["depth"], { folders }: Plugin, path: string): boolean {
  const folder = dirname(path);
  return depth === "recursive" || folders.includes(folder) || folders.includes(dirname(folder));
}

function placed(rules: PluginRules, mount: PlacedMount, tree: MountTree, plugin: Plugin): PlacedPlugin {
  const home = placePath(place, rules.home);
  const market = segment(plugin.market?.name ?? basename(mount.label));
  const name = segment(plugin.name);
  const version = segment(plugin.version ?? rules.version ?? mount.commit?.slice(0, 12) ?? "unknown");
  const [listing = ""] = rules.marketplaces;
  return {
    id: `${name}@${market}`,
    at: joinPath(home, "cache", market, name, version),
    from: plugin.folder,
    version,
    skills: plugin.skills,
    ...(plugin.market && {
      listing: { at: joinPath(home, "marketplaces", market, listing), from: plugin.market.path },
    }),
    mountId: mount.id,
    volume: tree.volume,
  };
}

/** A name as one folder of a path: a manifest may say anything. */
function segment(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}._+-]+/gu, "-")
      .replace(/^[.-]+/, "")
      .slice(0, 100) || "unnamed"
  );
}

/** The files that tell the harness of its plugins: its own list of them, and the marketplaces that they are from. */
export function registryPoints(
  { plugins: rules }: Profile,
  own: MountTree,
  installed: readonly PlacedPlugin[],
): readonly MountPoint<Volume>[] {
  if (!rules || installed.length === 0) return [];
  const listings = new Map(
    installed.flatMap(({ listing, mountId, volume }) =>
      listing ? [[listing.at, { ...listing, mountId, volume }]] : [],
    ),
  );
  if (rules.registry === undefined) return [...listings.values()];
  const at = joinPath(placePath(place, rules.home), rules.registry);
  const volume = createVolume();
  const from = `/${basename(at)}`;
  volume.write(from, new TextEncoder().encode(registryText(readText(own.volume, at), installed)));
  return [...listings.values(), { at, volume, from, mountId: registryMountId }];
}

/** The list of installed plugins with these in it, and what the person wrote there going before. */
function registryText(own: string | undefined, installed: readonly PlacedPlugin[]): string {
  const written = (own !== undefined && parseJsonObject(own)) || {};
  const entries = installed.map(({ id, at, version }) => [id, [{ scope: "user", installPath: at, version }]]);
  const plugins = { ...Object.fromEntries(entries), ...(isObject(written.plugins) ? written.plugins : {}) };
  return `${JSON.stringify({ version: 2, ...written, plugins }, null, 2)}\n`;
}
