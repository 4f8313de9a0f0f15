import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
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

/**
 * Id of the mount that holds what a harness records about installed plugins. It belongs to no source and is written anew at every change.
 */
export const registryMountId = "plugins";

/** A plugin and the place where its installer puts it. */
export interface PlacedPlugin {
  /** `name@market`. */
  readonly id: string;
  readonly name: string;
  readonly market: string;
  readonly at: string;
  readonly from: string;
  readonly version: string;
  /** Paths of its SKILL.md files in the source. */
  readonly skills: readonly string[];
  /** Paths of its commands there, if it has no skill. */
  readonly commands: readonly string[];
  /** The marketplace file that names the plugin: its path in the repository, and the path at which the harness keeps it. */
  readonly listing?: { readonly at: string; readonly from: string };
  /** The source from which the plugin's marketplace was added, if it is known. */
  readonly origin?: MarketOrigin;
  readonly mountId: string;
  readonly volume: Volume;
}

/** The source of a marketplace as the harness stores it in its list of marketplaces. */
type MarketOrigin =
  | { readonly source: "github"; readonly repo: string }
  | { readonly source: "git"; readonly url: string };

export interface InstallPlan {
  readonly plugins: readonly PlacedPlugin[];
  /** Skills that are installed without a plugin. */
  readonly plain: readonly string[];
}

/** Paths of the skills that are installed, those of plugins first. */
export function plannedSkills({ plugins, plain }: InstallPlan): readonly string[] {
  return [...plugins.flatMap(({ skills }) => skills), ...plain];
}

/** Paths of the skills that are installed, and of the commands that are chosen in place of a skill. Each once. */
export function plannedChoices(plan: InstallPlan): readonly string[] {
  return [...new Set([...plannedSkills(plan), ...plan.plugins.flatMap(({ commands }) => commands)])];
}

/**
 * How these skills and commands of a mount are installed. A plugin is installed whole. If nothing was chosen, so are plugins that have
 * commands alone, and skills outside every plugin are left out where others are in one, as they are for a person who installs the plugins.
 * Yields often.
 * @param wanted paths in the source; those of no skill and no command are ignored
 */
export function* planInstall(
  profile: Profile,
  mount: PlacedMount,
  tree: MountTree,
  wanted: readonly string[],
): Generator<undefined, InstallPlan> {
  const { plugins: rules, scan } = profile;
  const isWhole = mount.as === "install" && mount.chosen === undefined;
  const there = new Set(tree.skillFiles);
  const skillFiles = wanted.filter((path) => there.has(path));
  if (!rules || (wanted.length === 0 && !isWhole)) return { plugins: [], plain: skillFiles };
  const asked = new Set(wanted);
  const known = yield* pluginsIn(tree.volume, tree.skillFiles, rules);
  const plugins = known.filter(
    ({ skills, commands }) =>
      [...skills, ...commands].some((path) => asked.has(path)) || (isWhole && skills.length === 0),
  );
  const found = new Set(plugins.flatMap((plugin) => plugin.skills.filter((path) => finds(scan.depth, plugin, path))));
  const isAlone = mount.chosen !== undefined || known.every(({ skills }) => skills.length === 0);
  return {
    plugins: plugins.map((plugin) => placed(rules, mount, tree, plugin)),
    plain: isAlone ? skillFiles.filter((path) => !found.has(path)) : [],
  };
}

/** Whether a harness with this scan depth finds the skill in the plugin. */
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
  // The harness finds a marketplace by the folder of its name, so a name that cannot be a folder name is not listed.
  const isListed = plugin.market && market === plugin.market.name && name === plugin.name;
  return {
    id: `${name}@${market}`,
    name,
    market,
    at: joinPath(home, "cache", market, name, version),
    from: plugin.folder,
    version,
    skills: plugin.skills,
    commands: plugin.commands,
    ...(plugin.market &&
      (isListed || rules.markets === undefined) && {
        listing: { at: joinPath(home, "marketplaces", market, listing), from: plugin.market.path },
      }),
    ...(mount.source.kind === "git" && { origin: originOf(mount.source.url) }),
    mountId: mount.id,
    volume: tree.volume,
  };
}

function originOf(url: string): MarketOrigin {
  const [, repo] = /^https:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(url) ?? [];
  return repo === undefined ? { source: "git", url } : { source: "github", repo };
}

/** A name as a single folder of a path; a manifest may contain any text. */
function segment(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}._+-]+/gu, "-")
      .replace(/^[.-]+/, "")
      .slice(0, 100) || "unnamed"
  );
}

/**
 * The files that tell the harness about its plugins: its list of installed plugins, their marketplaces and, where the harness requires it,
 * the list of marketplaces and the settings that turn each plugin on.
 */
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
  const written: Written = (path, text) => {
    const volume = createVolume();
    const from = `/${basename(path)}`;
    volume.write(from, new TextEncoder().encode(text));
    return { at: path, volume, from, mountId: registryMountId };
  };
  return [
    ...listings.values(),
    ...registryPoint(rules, own, installed, written),
    ...marketPoints(rules, own, installed, written),
    ...switchPoint(rules, own, installed, written),
  ];
}

type Written = (path: string, text: string) => MountPoint<Volume>;

type Points = (
  rules: PluginRules,
  own: MountTree,
  installed: readonly PlacedPlugin[],
  written: Written,
) => readonly MountPoint<Volume>[];

/** The harness's list of installed plugins, with these added. */
const registryPoint: Points = ({ home, registry }, own, installed, written) => {
  if (registry === undefined) return [];
  const at = joinPath(placePath(place, home), registry);
  const entries = installed.map(({ id, at: installPath, version }) => [id, [{ scope: "user", installPath, version }]]);
  const before = ownObject(own, at) ?? {};
  return [
    written(at, jsonText({ version: 2, ...before, plugins: withOwn(Object.fromEntries(entries), before.plugins) })),
  ];
};

/** The harness's list of marketplaces, and a marketplace file for a repository that has none. */
const marketPoints: Points = ({ home, markets, marketplaces: [listing = ""] }, own, installed, written) => {
  if (markets === undefined) return [];
  const folder = placePath(place, home);
  const names = [...new Set(installed.map(({ market }) => market))];
  const known = names.map((market) => {
    const { origin = { source: "github", repo: market } } = installed.find((each) => each.market === market) ?? {};
    return [market, { source: origin, installLocation: joinPath(folder, "marketplaces", market), lastUpdated: "" }];
  });
  const at = joinPath(folder, markets.file);
  const made = names.flatMap((market) => {
    const plugins = installed.filter((each) => each.market === market);
    if (plugins.some((plugin) => plugin.listing)) return [];
    const listed = plugins.map(({ name }) => ({ name, source: `./${name}` }));
    const list = { name: market, owner: { name: market }, plugins: listed };
    return [written(joinPath(folder, "marketplaces", market, listing), jsonText(list))];
  });
  return [written(at, jsonText(withOwn(Object.fromEntries(known), ownObject(own, at)))), ...made];
};

/** The person's settings, with each plugin turned on that they do not mention; nothing if they cannot be read. */
const switchPoint: Points = ({ switches }, own, installed, written) => {
  const file = switches?.files.at(-1);
  if (switches?.unnamed !== "off" || !file) return [];
  const at = placePath(place, file);
  if (switches.format === "toml")
    return withSwitches(readText(own.volume, at) ?? "", switches.key, installed).map((text) => written(at, text));
  const settings = ownObject(own, at);
  if (!settings && readText(own.volume, at) !== undefined) return [];
  const on = Object.fromEntries(installed.map(({ id }) => [id, true]));
  return [written(at, jsonText({ ...settings, [switches.key]: withOwn(on, settings?.[switches.key]) }))];
};

/**
 * The TOML text with a table added for each plugin that it does not mention. Nothing if the result cannot be read: the text could not, or has
 * an inline table in which a person switches plugins, and TOML extends none.
 */
function withSwitches(text: string, key: string, installed: readonly PlacedPlugin[]): readonly string[] {
  const told = parseTomlObject(text)?.[key];
  const silent = installed.filter(({ id }) => !isObject(told) || told[id] === undefined);
  // A name that TOML cannot hold, such as half of a surrogate pair, must not turn off the other plugins.
  const tables = silent.map(({ id }) => `[${key}.${JSON.stringify(id)}]\nenabled = true\n`).filter(parseTomlObject);
  const whole = [text.trimEnd(), ...tables].filter((part) => part !== "").join("\n\n");
  return parseTomlObject(whole) ? [whole] : [];
}

/** `made`, with what the person wrote taking precedence. */
function withOwn(made: Readonly<Record<string, unknown>>, own: unknown): Readonly<Record<string, unknown>> {
  return { ...made, ...(isObject(own) ? own : {}) };
}

function ownObject(own: MountTree, path: string): Readonly<Record<string, unknown>> | undefined {
  const text = readText(own.volume, path);
  return text === undefined ? undefined : parseJsonObject(text);
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
