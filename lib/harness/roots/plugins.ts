import { goField, isObject, type JsonObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
import type { PluginRules, Root } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { foldersOfPlugin } from "#lib/skills/plugin-groups.ts";
import { type Entry, type Files, readText } from "#lib/vfs/files.ts";
import { basename, compareBytes, dirname, joinPath } from "#lib/vfs/paths.ts";

/** A plugin that is installed. */
export interface InstalledPlugin {
  /** What its installer calls it: `name@market`. */
  readonly id?: string;
  /** What its skills' names begin with. */
  readonly namespace: string;
  /** As written: absolute, or from the working folder. */
  readonly folder: string;
}

/**
 * The plugins that an `installed_plugins.json` names, in byte order of key: of
 * `{"version":2,"plugins":{"name@market":[{"installPath":…}]}}` the first install of each, under the key up to its
 * `@`, unless that stands first. None when the file is malformed.
 */
function installedPlugins(text: string): readonly InstalledPlugin[] {
  const manifest = parseJsonObject(text);
  const plugins = manifest && (goField(manifest, "plugins") ?? {});
  if (!isObject(plugins) || !isOf("integer", goField(manifest ?? {}, "version"))) return [];
  const entries = Object.entries(plugins).sort(([a], [b]) => compareBytes(a, b));
  // Go decodes all or nothing: one wrong type spoils the file.
  if (!entries.every(([, installs]) => isInstalls(installs))) return [];
  return entries.flatMap(([key, installs]) => {
    const [first] = Array.isArray(installs) ? installs : [];
    return first === undefined ? [] : [{ id: key, namespace: beforeAt(key), folder: installPath(first) }];
  });
}

/** Whether Go decodes a value into this type; null and nothing leave the field as it is. */
function isOf(type: "integer" | "string", value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return type === "integer" ? Number.isSafeInteger(value) : typeof value === type;
}

function isInstalls(value: unknown): boolean {
  if (value === null) return true;
  return Array.isArray(value) && value.every((each) => each === null || isInstall(each));
}

function isInstall(value: unknown): boolean {
  return isObject(value) && ["scope", "installPath", "version"].every((key) => isOf("string", goField(value, key)));
}

/** Without a path the install is in the working folder: Go joins the empty path and `skills` to a relative one. */
function installPath(install: unknown): string {
  const path = isObject(install) ? goField(install, "installPath") : undefined;
  return typeof path === "string" ? path : "";
}

function beforeAt(key: string): string {
  const at = key.indexOf("@");
  return at > 0 ? key.slice(0, at) : key;
}

/** The plugin that a folder belongs to, `undefined` for none. It holds until the files change. */
export type NamespaceOf = (folder: string) => string | undefined;

/**
 * By the nearest manifest in a folder or above that is a JSON object: its `name`, which must be a text, or where it has
 * none what that folder is called. Each folder is looked at once.
 */
export function pluginNamespaces(files: Files, manifests: readonly string[]): NamespaceOf {
  const known = new Map<string, string | undefined>();
  return function namespaceOf(folder): string | undefined {
    if (known.has(folder)) return known.get(folder);
    const parent = dirname(folder);
    const found = nameIn(files, manifests, folder) ?? (parent === folder ? undefined : namespaceOf(parent));
    known.set(folder, found);
    return found;
  };
}

/** Only the first manifest that is there counts, valid or not. */
function nameIn(files: Files, manifests: readonly string[], folder: string): string | undefined {
  const path = manifests.map((each) => joinPath(folder, each)).find((each) => files.stat(each)?.kind === "file");
  const manifest = path && parseJsonObject(readText(files, path) ?? "");
  if (!manifest) return undefined;
  const { name = "" } = manifest;
  if (typeof name !== "string") return undefined;
  return name.trim() === "" ? basename(folder) : name;
}

/** A plugin of a root, and whether settings turn it off. */
export interface FoundPlugin extends InstalledPlugin {
  /** The file that turns it off. */
  readonly offBy?: string;
}

/** The plugins that stand in a root's folder `parent`: those that its manifest names, its folders, or those of a cache. */
export function pluginsOfRoot(profile: Profile, root: Root, files: Files, { parent, place }: RootFolder) {
  const found = root.isCache ? cachedPlugins(files, parent) : listedOrThere(files, parent, root.manifest);
  return found.map((plugin): FoundPlugin => {
    const offBy = plugin.id === undefined ? undefined : switchedOffBy(profile.plugins, files, place, plugin.id);
    return { ...plugin, ...(offBy !== undefined && { offBy }) };
  });
}

interface RootFolder {
  readonly parent: string;
  readonly place: Place;
}

function listedOrThere(files: Files, parent: string, manifest: string | undefined): readonly FoundPlugin[] {
  const listed = manifest === undefined ? undefined : readText(files, joinPath(parent, manifest));
  if (listed !== undefined) return installedPlugins(listed);
  return foldersIn(files, parent).map((name) => ({ namespace: name, folder: joinPath(parent, name) }));
}

/** Of each plugin the version `local`, or else the last one: numbers in it count as such. */
function cachedPlugins(files: Files, cache: string): readonly FoundPlugin[] {
  return foldersIn(files, cache).flatMap((market) =>
    foldersIn(files, joinPath(cache, market)).flatMap((name) => {
      const versions = foldersIn(files, joinPath(cache, market, name));
      const version = versions.includes("local") ? "local" : versions.toSorted(byNumbers).at(-1);
      if (version === undefined) return [];
      return [{ id: `${name}@${market}`, namespace: name, folder: joinPath(cache, market, name, version) }];
    }),
  );
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function foldersIn(files: Files, path: string): string[] {
  return (files.list(path) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => name);
}

function switchedOffBy(rules: PluginRules | undefined, files: Files, place: Place, id: string): string | undefined {
  const { switches } = rules ?? {};
  for (const file of switches?.files ?? []) {
    const path = placePath(place, file);
    const text = readText(files, path);
    const plugins = text === undefined ? undefined : settingsIn(switches?.format, text)?.[switches?.key ?? ""];
    const told = isObject(plugins) ? plugins[id] : undefined;
    const isOn = isObject(told) ? told.enabled : told;
    if (isOn === false) return path;
    if (told !== undefined) return undefined;
  }
  return undefined;
}

function settingsIn(format: "json" | "toml" | undefined, text: string): JsonObject | undefined {
  return format === "toml" ? parseTomlObject(text) : parseJsonObject(text);
}

/** A folder in which a plugin's skills lie, or some of which are its skills. */
export interface PluginFolder {
  readonly path: string;
  /** Names of the folders in it that count; absent for all. */
  readonly only?: readonly string[];
}

/** Where the skills of an installed plugin lie: in folders of skills, and in folders that are one themselves. */
export function skillFoldersOf({ plugins }: Profile, files: Files, place: Place, plugin: FoundPlugin) {
  const { folder, id = "" } = plugin;
  if (!plugins) return [{ path: joinPath(folder, "skills") }];
  const [name = "", market = ""] = id.split("@");
  const [listing = ""] = plugins.marketplaces;
  const marketplace = joinPath(placePath(place, plugins.home), "marketplaces", market, listing);
  const found = foldersOfPlugin(files, plugins, folder, marketplace)(name);
  const isSkill = (path: string) => path !== joinPath(folder, "skills") && (files.list(path) ?? []).some(isSkillFile);
  const whole = found.filter((path) => !isSkill(path)).map((path): PluginFolder => ({ path }));
  const single = new Map<string, string[]>();
  for (const path of found.filter(isSkill)) {
    single.set(dirname(path), [...(single.get(dirname(path)) ?? []), basename(path)]);
  }
  return [...whole, ...[...single].map(([path, only]): PluginFolder => ({ path, only }))];
}

function isSkillFile({ name, kind }: Entry): boolean {
  return kind === "file" && name.toLowerCase() === "skill.md";
}
