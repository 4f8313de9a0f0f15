import { mapInSteps } from "#lib/async/steps.ts";
import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import type { PluginRules, Root } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { memoObject } from "#lib/memo.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import {
  brokenManifest,
  type ListedPlugin,
  listedPlugin,
  manifestIn,
  nameInManifest,
  partsOfPlugin,
  readManifest,
  readRecord,
  type UnknownRecord,
} from "#lib/skills/plugin-manifests.ts";
import { type Entry, exactText, type Files, isSkillName } from "#lib/vfs/files.ts";
import { basename, compareBytes, dirname, joinPath, resolvePath } from "#lib/vfs/paths.ts";
import { folderOfExtension, isExtension, isOnIn } from "./extensions.ts";
import {
  cachedPlugins,
  firstInstalls,
  foldersIn,
  type InstalledPlugin,
  listedIn,
  scopedIn,
} from "./installed-plugins.ts";
import { isOff, type SwitchFile, switchesIn } from "./plugin-switches.ts";

/** Finds the plugin that a folder belongs to, `undefined` for none. Valid until the files change. */
export type NamespaceOf = (folder: string) => string | undefined;

/**
 * Finds the plugin by the nearest manifest, in the folder or above, that is a JSON object: by its `name`, which must be a text, or else by
 * the name of the manifest's folder. Each folder is looked at once.
 */
export function pluginNamespaces(files: Files, manifests: readonly string[]): NamespaceOf {
  if (manifests.length === 0) return () => undefined;
  const known = new Map<string, string | undefined>();
  return function namespaceOf(folder): string | undefined {
    if (known.has(folder)) return known.get(folder);
    const parent = dirname(folder);
    const found = nameIn(files, manifests, folder) ?? (parent === folder ? undefined : namespaceOf(parent));
    known.set(folder, found);
    return found;
  };
}

/** Only the first manifest that exists counts, valid or not. */
function nameIn(files: Files, manifests: readonly string[], folder: string): string | undefined {
  const path = manifestIn(files, manifests, folder);
  const bytes = path && files.read(path);
  const manifest = bytes && parseJsonObject(exactText(bytes) ?? "");
  if (!manifest) return undefined;
  const { name = "" } = manifest;
  // Half of a surrogate pair is no character.
  if (typeof name !== "string" || !String([name, ...Object.keys(manifest)]).isWellFormed()) return undefined;
  return name.trim() === "" ? basename(folder) : name;
}

/** A plugin in a root, and what prevents the harness from loading it. */
export interface FoundPlugin extends InstalledPlugin {
  readonly refused?: PluginRefusal;
  /** Its entry in the marketplace. */
  readonly listed?: ListedPlugin;
}

/**
 * `off`: a settings file turns it off. `not-on`: no file turns it on. `no-market`: its marketplace is unknown. `market`: that has something wrong. `not-listed`: the
 * marketplace does not list it. `manifest`: its manifest breaks the requirements. `path`: the file that says so, or should.
 */
export interface PluginRefusal {
  readonly why: "off" | "not-on" | "no-market" | "market" | "not-listed" | "manifest" | "dependency";
  readonly path: string;
}

/**
 * The plugins in the folder of a root with `*` in its path: those in its manifest, its subfolders, or those of a cache. Their folders are
 * absolute. Yields after each plugin.
 */
export function* pluginsOfRoot(
  profile: Profile,
  root: Root,
  files: Files,
  place: Place,
): Generator<undefined, readonly FoundPlugin[]> {
  const found = yield* pluginsIn(profile.plugins, root, files, place);
  return found.map((plugin) => ({ ...plugin, folder: resolvePath(place.cwd, plugin.folder) }));
}

function* pluginsIn(
  rules: PluginRules | undefined,
  root: Root,
  files: Files,
  place: Place,
): Generator<undefined, readonly FoundPlugin[]> {
  const parent = placePath(place, { scope: root.scope, path: root.path.split("/*/")[0] ?? "" });
  if (root.named !== undefined) {
    const named = namedPlugins(files, { parent, place }, root, rules && switchesIn(rules, files, place));
    return rules ? named.filter(({ folder }) => brokenManifest(files, rules, folder) === undefined) : named;
  }
  if (!rules) return firstInstalls(listedOrThere(files, parent, root.manifest));
  const installs = root.isCache ? cachedPlugins(files, parent) : listedOrThere(files, parent, root.manifest, rules);
  const isHere = ({ project }: InstalledPlugin) => project === undefined || project === place.cwd;
  const found = firstInstalls(rules.perProject ? installs.filter(isHere) : installs);
  const known: Known = {
    rules,
    files,
    place,
    switches: switchesIn(rules, files, place),
    markets: marketsIn(rules, files, place),
    isBroken: memoObject((marketplace) => misshapen(marketplace, rules.markets?.market ?? {}) !== undefined),
  };
  const all = yield* mapInSteps([...found, ...uninstalled(known, found)], (plugin) => settled(known, plugin));
  return inOrder(known, rules.checks ? withDependencies(known, all) : all);
}

interface RootFolder {
  readonly parent: string;
  readonly place: Place;
}

/** What decides on all plugins of a harness. */
interface Known {
  readonly rules: PluginRules;
  readonly files: Files;
  readonly place: Place;
  readonly switches: readonly SwitchFile[];
  readonly markets: ReadonlyMap<string, KnownMarket>;
  /** Whether a marketplace file has something wrong. Each is looked at once: it may list a thousand plugins. */
  readonly isBroken: (marketplace: UnknownRecord) => boolean;
}

function settled(known: Known, plugin: InstalledPlugin): FoundPlugin {
  const { rules, files, place, markets } = known;
  if (plugin.id === undefined) return plugin;
  const { name, market } = partsOfId(plugin.id);
  const { folder: at, isInPlace } = markets.get(market) ?? {
    folder: joinPath(placePath(place, rules.home), "marketplaces", market),
    isInPlace: false,
  };
  const listing = joinPath(at, rules.marketplaces[0] ?? "");
  const listed = listedPlugin(files, listing, name);
  const folder =
    isInPlace && listed?.source !== undefined ? joinPath(at, listed.source) : resolvePath(place.cwd, plugin.folder);
  const isNameless = rules.needsManifest && nameIn(files, rules.manifests, folder) === undefined;
  const broken = brokenManifest(files, rules, folder, listed) ?? (isNameless ? folder : undefined);
  const refused =
    whyOff(known, plugin.id) ??
    whyUnlisted(known, market, listing, listed) ??
    (broken === undefined ? undefined : { why: "manifest" as const, path: broken });
  const namespace = rules.namedBy === "manifest" ? nameInManifest(files, rules, folder) : undefined;
  return {
    ...plugin,
    folder,
    ...(namespace !== undefined && { namespace }),
    ...(listed && { listed }),
    ...(refused && { refused }),
  };
}

/** Refuses what depends on a plugin that is not loaded, and what depends on that. Looks at each once: a chain may be a thousand long. */
function withDependencies({ files, rules }: Known, plugins: readonly FoundPlugin[]): readonly FoundPlugin[] {
  const open = plugins
    .filter(({ refused }) => !refused)
    .map((plugin) => ({ plugin, needs: dependencies(files, rules, plugin) }));
  const loaded = new Set(open.map(({ plugin }) => plugin.id));
  const neededBy = Map.groupBy(
    open.flatMap(({ plugin, needs }) => needs.map((id) => ({ id, plugin }))),
    ({ id }) => id,
  );
  const lost = new Set(open.filter(({ needs }) => !needs.every((id) => loaded.has(id))).map(({ plugin }) => plugin));
  // A set that grows is gone through to its end.
  for (const { id = "" } of lost) for (const { plugin } of neededBy.get(id) ?? []) lost.add(plugin);
  return plugins.map((each) =>
    lost.has(each) ? { ...each, refused: { why: "dependency", path: each.folder } } : each,
  );
}

/** The ids of the plugins that a plugin depends on: those that name no marketplace are of its own. */
function dependencies(files: Files, { manifests }: PluginRules, { id = "", folder }: FoundPlugin): readonly string[] {
  const needs = readManifest(files, manifests, folder)?.dependencies;
  return (Array.isArray(needs) ? needs : []).map((each) => {
    const { name, marketplace } = isObject(each) ? each : { name: String(each).replace(/@\^.*/, "") };
    const own = String(name).includes("@") ? "" : `@${partsOfId(id).market}`;
    return name + (marketplace === undefined ? own : `@${marketplace}`);
  });
}

/** The plugins in marketplaces on this disk that nobody has installed: to turn these on is enough. */
function uninstalled({ rules, files, switches, markets }: Known, found: readonly InstalledPlugin[]) {
  const ids = new Set(switches.flatMap(({ told }) => Object.keys(told)));
  for (const { id = "" } of found) ids.delete(id);
  return [...ids].flatMap((id) => {
    const { name, market } = partsOfId(id);
    const at = markets.get(market);
    if (!at?.isInPlace) return [];
    const source = listedPlugin(files, joinPath(at.folder, rules.marketplaces[0] ?? ""), name)?.source;
    return source === undefined ? [] : [{ id, namespace: name, folder: joinPath(at.folder, source) }];
  });
}

function partsOfId(id: string): { readonly name: string; readonly market: string } {
  const [name = "", market = ""] = id.split("@");
  return { name, market };
}

function whyUnlisted(
  { rules, files, place, markets, isBroken }: Known,
  market: string,
  listing: string,
  listed: ListedPlugin | undefined,
): PluginRefusal | undefined {
  if (rules.markets === undefined) return undefined;
  const list = joinPath(placePath(place, rules.home), rules.markets.file);
  if (!markets.has(market) || files.stat(listing)?.kind !== "file") return { why: "no-market", path: list };
  if (isBroken(readRecord(files, listing) ?? {})) return { why: "market", path: listing };
  return listed ? undefined : { why: "not-listed", path: listing };
}

interface KnownMarket {
  readonly folder: string;
  /** The marketplace's plugins are read from their source folder instead of from their copies. */
  readonly isInPlace: boolean;
}

function marketsIn({ markets, home }: PluginRules, files: Files, place: Place): ReadonlyMap<string, KnownMarket> {
  const list = markets && readRecord(files, joinPath(placePath(place, home), markets.file));
  const known = Object.entries(list ?? {});
  const areRight = known.every(([, each]) => isObject(each) && !misshapen(each, markets?.known ?? {}));
  return new Map(
    known.flatMap(([name, market]) => {
      if (!isObject(market) || typeof market.installLocation !== "string") return [];
      const isInPlace =
        areRight && isObject(market.source) && /^(?:directory|file)$/.test(String(market.source.source));
      return [[name, { folder: resolvePath(place.cwd, market.installLocation), isInPlace }]];
    }),
  );
}

function whyOff({ rules: { switches }, switches: files, place }: Known, id: string): PluginRefusal | undefined {
  const file = files.find(({ told }) => told[id] !== undefined);
  const value = file?.told[id];
  const isOn = switches?.format === "toml" && isObject(value) ? value.enabled : value;
  if (file && isOn === false) return { why: "off", path: file.path };
  if (switches?.unnamed !== "off" || isOn === true) return undefined;
  const last = switches.files.at(-1);
  return { why: "not-on", path: file?.path ?? (last ? placePath(place, last) : "") };
}

/** The plugins in the order of their ids, or in that of the settings if these turn plugins on. */
function inOrder({ rules, switches }: Known, plugins: readonly FoundPlugin[]): readonly FoundPlugin[] {
  if (rules.switches?.order === "id") return plugins.toSorted((a, b) => compareBytes(a.id ?? "", b.id ?? ""));
  if (rules.switches?.unnamed !== "off") return plugins;
  const order = [...new Set(switches.toReversed().flatMap(({ told }) => Object.keys(told)))];
  return plugins.toSorted((a, b) => order.indexOf(a.id ?? "") - order.indexOf(b.id ?? ""));
}

function namedPlugins(
  files: Files,
  { parent, place: { cwd } }: RootFolder,
  { named = "", market, extensions }: Root,
  switches: readonly SwitchFile[] = [],
): readonly InstalledPlugin[] {
  const found = (files.list(parent) ?? []).flatMap(({ name }) => {
    const own = joinPath(parent, name);
    const folder = extensions ? folderOfExtension(files, extensions, own) : own;
    const namespace = nameInManifest(files, { manifests: [named] }, folder);
    const id = market === undefined ? {} : { id: `${namespace}@${market}` };
    if (namespace === undefined || isOff(switches, id.id)) return [];
    if (extensions && !isExtension(files, extensions, joinPath(folder, named))) return [];
    if (extensions && !isOnIn({ cwd, files, parent }, extensions, namespace)) return [];
    return [{ namespace, folder, ...id }];
  });
  return market === undefined ? found.reverse() : firstInstalls(found);
}

function listedOrThere(
  files: Files,
  parent: string,
  manifest: string | undefined,
  rules?: PluginRules,
): readonly InstalledPlugin[] {
  const list = manifest === undefined ? undefined : files.read(joinPath(parent, manifest));
  if (list) return rules?.perProject ? scopedIn(list) : listedIn(list);
  // A plugin without a list comes from no marketplace.
  if (rules?.markets !== undefined) return [];
  return foldersIn(files, parent).map((name) => ({ namespace: name, folder: joinPath(parent, name) }));
}

/** A folder that contains a plugin's skills or commands, or some of them. */
export interface PluginFolder {
  readonly path: string;
  /** Names of the folders or files in it that count; absent for all. */
  readonly only?: readonly string[];
}

/** Where the skills of an installed plugin are: in folders of skills, and in folders that are a skill themselves. */
export function skillFoldersOf({ plugins }: Profile, files: Files, { folder, listed }: FoundPlugin) {
  const usual = joinPath(folder, "skills");
  if (!plugins) return [{ path: usual }];
  const mayBeSkill = plugins.skills === "usual-and-listed";
  const found = partsOfPlugin(files, plugins, folder, listed).skills;
  return apart(found, (path) => (mayBeSkill || path !== usual) && (files.list(path) ?? []).some(isSkillFile));
}

/** Where its commands are: in folders, and in files that are a command themselves. */
export function commandFoldersOf({ plugins }: Profile, files: Files, { folder, listed }: FoundPlugin) {
  const found = plugins ? partsOfPlugin(files, plugins, folder, listed).commands : [];
  return apart(found, (path) => files.stat(path)?.kind === "file");
}

/**
 * Sorts paths: one of several skills or commands stands for itself, and one of a single one is listed under its parent
 * folder. In the order of the paths.
 */
function apart(paths: readonly string[], isOne: (path: string) => boolean): readonly PluginFolder[] {
  const found = new Map<string, string[] | undefined>();
  for (const path of paths) {
    const at = dirname(path);
    if (!isOne(path)) found.set(path, undefined);
    else if (found.has(at)) found.get(at)?.push(basename(path));
    else found.set(at, [basename(path)]);
  }
  return [...found].map(([path, only]) => ({ path, ...(only && { only }) }));
}

function isSkillFile({ name, kind }: Entry): boolean {
  return kind === "file" && isSkillName(name);
}
