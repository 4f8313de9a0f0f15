import type { Files } from "#lib/vfs/files.ts";
import { joinPath, resolvePath } from "#lib/vfs/paths.ts";

/** Where plugins are told of in a repository, and what of a plugin is its skills. */
export interface PluginFormat {
  /** Lists of plugins, from the top of the repository. */
  readonly marketplaces: readonly string[];
  /** What a plugin says of itself, from its folder: the first that is there counts. */
  readonly manifests: readonly string[];
  /**
   * Its skills are in the folder `skills` and those that its manifest or marketplace lists, in the listed ones if there
   * are any, or in `skills` alone. `usual-and-listed`: what the marketplace lists for a plugin that is its whole
   * repository goes before all others, and a plugin without any of these may be a skill itself. `anywhere`: where none of
   * these is, the whole plugin.
   */
  readonly skills: "usual-and-listed" | "listed-or-usual" | "usual" | "anywhere";
  /** Whether a folder without a manifest is no plugin, though a marketplace lists it. */
  readonly needsManifest?: true;
  /**
   * It has commands, too: those in the folder `commands`, or where its manifest lists some those alone, and those that its
   * marketplace lists.
   */
  readonly commands?: true;
  /** What a manifest must hold: a plugin with another is not loaded. A marketplace's paths that are no such ones are passed over. */
  readonly checks?: ManifestChecks;
}

/** A manifest is a JSON object whose `name` is one word, which has texts under some keys, and under others paths in its folder (`./…`) or lists of these. */
export interface ManifestChecks {
  readonly texts: readonly string[];
  readonly paths: readonly string[];
}

/** Real manifests are a few kilobytes; nothing larger is parsed. */
const maxManifestBytes = 512 * 1024;
export const maxPlugins = 1000;
const maxTextLength = 500;

/** The folder that the paths of a marketplace's plugins count from. */
export function rootOfPlugins(marketplace: UnknownRecord | undefined): string {
  return resolvePath("/", asText(asRecord(marketplace?.metadata)?.pluginRoot) ?? ".");
}

/** The folder of a plugin that lies in this repository; `undefined` for one that is elsewhere. */
export function sourceFolder(source: unknown, root: string): string | undefined {
  if (typeof source === "string") return inside(source.startsWith("./") ? "/" : root, source);
  const { source: kind, path } = asRecord(source) ?? {};
  return kind === "local" && typeof path === "string" ? inside("/", path) : undefined;
}

/** The first manifest of a plugin that is there; `undefined` when there is none, or it is no JSON object. */
export function readManifest(files: Files, manifests: readonly string[], folder: string): UnknownRecord | undefined {
  const path = manifests.map((each) => joinPath(folder, each)).find((each) => files.stat(each)?.kind === "file");
  return path === undefined ? undefined : readRecord(files, path);
}

/** A plugin as a marketplace lists it. */
export interface ListedPlugin {
  readonly entry: UnknownRecord;
  /** Its folder, from the marketplace's; absent for one that is elsewhere. */
  readonly source?: string;
}

/** How the marketplace in this file lists a plugin of this name; `undefined` where it does not. */
export function listedPlugin(files: Files, marketplace: string, name: string): ListedPlugin | undefined {
  const market = readRecord(files, marketplace);
  const among: unknown[] = Array.isArray(market?.plugins) ? market.plugins.slice(0, maxPlugins) : [];
  const entry = among.map(asRecord).find((each) => each?.name === name);
  if (!entry) return undefined;
  const source = sourceFolder(entry.source, rootOfPlugins(market));
  return { entry, ...(source !== undefined && { source }) };
}

/** Where the skills and the commands of a plugin lie that is installed at `folder`, given how its marketplace lists it. */
export function partsOfPlugin(files: Files, format: PluginFormat, folder: string, listed?: ListedPlugin) {
  const own = readManifest(files, format.manifests, folder) ?? {};
  const { entry = {}, source } = listed ?? {};
  return {
    skills: skillFolders(files, format, folder, { entry, own, isWhole: source === "/" }),
    commands: format.commands ? commandPaths(format, folder, { entry, own }) : [],
  };
}

function commandPaths(
  format: PluginFormat,
  folder: string,
  { entry, own }: Pick<PluginEntry, "entry" | "own">,
): readonly string[] {
  const byPlugin = own.commands === undefined ? [joinPath(folder, "commands")] : pathsIn(format, folder, own.commands);
  return [...byPlugin, ...pathsIn(format, folder, entry.commands)];
}

/** The name in a plugin's manifest; `undefined` where there is none. */
export function nameInManifest(files: Files, { manifests }: PluginFormat, folder: string): string | undefined {
  return asText(readManifest(files, manifests, folder)?.name);
}

/** The manifest of a plugin that does not hold what it must; `undefined` where it does, or there is none. */
export function brokenManifest(files: Files, { manifests, checks }: PluginFormat, folder: string): string | undefined {
  const path = manifests.map((each) => joinPath(folder, each)).find((each) => files.stat(each)?.kind === "file");
  if (!checks || path === undefined) return undefined;
  const manifest = readRecord(files, path);
  return manifest && holdsAll(manifest, checks) ? undefined : path;
}

function holdsAll(manifest: UnknownRecord, { texts, paths }: ManifestChecks): boolean {
  const { name } = manifest;
  const isUsable = (key: string, isRight: (value: unknown) => boolean) =>
    manifest[key] === undefined || isRight(manifest[key]);
  const isPaths = (value: unknown) => (Array.isArray(value) ? value.every(isOwnPath) : isOwnPath(value));
  return (
    typeof name === "string" &&
    /^[^ ]+$/.test(name) &&
    texts.every((key) => isUsable(key, (value) => typeof value === "string")) &&
    paths.every((key) => isUsable(key, isPaths))
  );
}

function isOwnPath(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("./");
}

/** The paths that a manifest or a marketplace gives, from the plugin's folder. */
function pathsIn({ checks }: PluginFormat, folder: string, value: unknown): readonly string[] {
  const paths = asPaths(value);
  if (checks && !paths.every(isOwnPath)) return [];
  return paths.flatMap((path) => inside(folder, path) ?? []);
}

interface PluginEntry {
  readonly entry: UnknownRecord;
  readonly own: UnknownRecord;
  /** Whether the plugin is the whole repository that lists it. */
  readonly isWhole: boolean;
}

export function skillFolders(
  files: Files,
  format: PluginFormat,
  folder: string,
  { entry, own, isWhole }: PluginEntry,
): readonly string[] {
  const { skills: rule } = format;
  const usual = joinPath(folder, "skills");
  if (rule === "usual") return [usual];
  const [byMarket, byPlugin] = [pathsIn(format, folder, entry.skills), pathsIn(format, folder, own.skills)];
  const listed = [...byMarket, ...byPlugin];
  if (rule === "usual-and-listed") {
    if (isWhole && byMarket.length > 0) return byMarket;
    const isSkill =
      listed.length === 0 && !files.stat(usual) && files.stat(joinPath(folder, "SKILL.md"))?.kind === "file";
    return isSkill ? [folder] : [usual, ...listed];
  }
  if (listed.length > 0) return listed;
  return [rule === "listed-or-usual" || files.stat(usual)?.kind === "folder" ? usual : folder];
}

/** A path of a manifest; `undefined` when it leads out of the repository. */
function inside(folder: string, path: string): string | undefined {
  let depth = folder.split("/").filter(Boolean).length;
  for (const name of path.split("/")) {
    if (name === "..") depth--;
    else if (name !== "" && name !== ".") depth++;
    if (depth < 0) return undefined;
  }
  return joinPath(folder, path);
}

export type UnknownRecord = Readonly<Record<string, unknown>>;

/** By the bytes of a manifest, which never change (see `Files.read`): a list of plugins is asked for each of them. */
const records = new WeakMap<Uint8Array, { readonly record: UnknownRecord | undefined }>();

export function readRecord(files: Files, path: string): UnknownRecord | undefined {
  const stat = files.stat(path);
  const bytes = stat?.kind === "file" && (stat.size ?? 0) <= maxManifestBytes ? files.read(path) : undefined;
  if (!bytes) return undefined;
  const known = records.get(bytes) ?? { record: parseRecord(new TextDecoder().decode(bytes)) };
  records.set(bytes, known);
  return known.record;
}

function parseRecord(text: string): UnknownRecord | undefined {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined; // Not JSON: nothing to name groups by.
  }
}

export function asRecord(value: unknown): UnknownRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownRecord) : undefined;
}

/** A text fit to be shown: not empty, one line, of bounded length. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return text === "" ? undefined : text.slice(0, maxTextLength).toWellFormed();
}

function asPaths(value: unknown): string[] {
  const paths: unknown[] = Array.isArray(value) ? value.slice(0, maxPlugins) : [value];
  return paths.filter((path) => typeof path === "string");
}
