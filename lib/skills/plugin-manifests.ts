import { memoObject } from "#lib/memo.ts";
import type { Files } from "#lib/vfs/files.ts";
import { joinPath, resolvePath } from "#lib/vfs/paths.ts";
import { misshapen, type Shape } from "./json-shape.ts";

/** Where a harness finds plugins in a repository, and which parts of a plugin are its skills. */
export interface PluginFormat {
  /** Paths of marketplace files, from the top of the repository. */
  readonly marketplaces: readonly string[];
  /** Paths of plugin manifests, from the plugin's folder; the first that exists counts. */
  readonly manifests: readonly string[];
  /**
   * Where a plugin's skills are. `usual`: in the folder `skills`. `usual-and-listed`: there and where its manifest or marketplace lists
   * them; if the plugin is its whole repository and the marketplace lists skills, only those; a plugin with none of these may be a skill
   * itself. `listed-or-usual`: where they are listed, else in `skills`. `anywhere`: the same, and without either in the whole plugin.
   */
  readonly skills: "usual-and-listed" | "listed-or-usual" | "usual" | "anywhere";
  /** A listed folder without a manifest, or with one of another shape, is not a plugin. */
  readonly needsManifest?: Shape;
  /** A path in a manifest that does not begin with `./`, or leads up, is passed over. */
  readonly ownPaths?: true;
  /**
   * The plugin also has commands: those that its manifest lists or, if it lists none, those in the folder `commands`; and those that its
   * marketplace lists.
   */
  readonly commands?: true;
  /** Requirements on a manifest: a plugin that breaks one is not loaded. Invalid paths of a marketplace are ignored. */
  readonly checks?: ManifestChecks;
}

export interface ManifestChecks {
  /** Of a manifest. */
  readonly shape: Shape;
  /**
   * With `strict: false` and one of these keys in its marketplace, a plugin must have no manifest. Where `strict` is no bool, the entry says
   * nothing.
   */
  readonly alone: readonly string[];
}

/** Real manifests are a few kilobytes; nothing larger is parsed. */
const maxManifestBytes = 512 * 1024;
export const maxPlugins = 1000;
const maxTextLength = 500;

/** The folder that the paths of a marketplace's plugins are relative to. */
export function rootOfPlugins(marketplace: UnknownRecord | undefined): string {
  return resolvePath("/", asText(asRecord(marketplace?.metadata)?.pluginRoot) ?? ".");
}

/** The folder of a plugin in this repository; `undefined` for a plugin elsewhere. */
export function sourceFolder(source: unknown, root: string): string | undefined {
  if (typeof source === "string") return inside(source.startsWith("./") ? "/" : root, source);
  const { source: kind, path } = asRecord(source) ?? {};
  return kind === "local" && typeof path === "string" ? inside("/", path) : undefined;
}

/** Path of a plugin's manifest: of several the first that exists. */
export function manifestIn(files: Files, manifests: readonly string[], folder: string): string | undefined {
  return manifests.map((each) => joinPath(folder, each)).find((each) => files.stat(each)?.kind === "file");
}

/** A plugin's manifest; `undefined` if there is none, or it is no JSON object. */
export function readManifest(files: Files, manifests: readonly string[], folder: string): UnknownRecord | undefined {
  const path = manifestIn(files, manifests, folder);
  return path === undefined ? undefined : readRecord(files, path);
}

/** A plugin as a marketplace lists it. */
export interface ListedPlugin {
  readonly entry: UnknownRecord;
  /** Its folder, relative to that of the marketplace; absent for a plugin elsewhere. */
  readonly source?: string;
}

/** The entry of a plugin in the marketplace in this file; `undefined` if there is none. */
export function listedPlugin(files: Files, marketplace: string, name: string): ListedPlugin | undefined {
  const market = readRecord(files, marketplace);
  const entry = market && entriesByName(market).get(name);
  if (!entry) return undefined;
  const source = sourceFolder(entry.source, rootOfPlugins(market));
  return { entry, ...(source !== undefined && { source }) };
}

/** The first entry of each name in a marketplace. */
const entriesByName = memoObject((market: UnknownRecord): ReadonlyMap<unknown, UnknownRecord> => {
  const among: unknown[] = Array.isArray(market.plugins) ? market.plugins.slice(0, maxPlugins) : [];
  const entries = among.map(asRecord).filter((each) => each !== undefined);
  return new Map(entries.reverse().map((each) => [each.name, each]));
});

/** The folders of skills and commands of a plugin that is installed at `folder`, given its entry in the marketplace. */
export function partsOfPlugin(files: Files, format: PluginFormat, folder: string, listed?: ListedPlugin) {
  const own = readManifest(files, format.manifests, folder) ?? {};
  const { source } = listed ?? {};
  const isMisread = format.checks && !["boolean", "undefined"].includes(typeof listed?.entry.strict);
  const entry = (isMisread ? undefined : listed?.entry) ?? {};
  return {
    skills: skillFolders(files, format, folder, { entry, own, isWhole: source === "/" }),
    commands: commandPaths(format, folder, { entry, own }),
  };
}

/** Files that are a command of the plugin, and folders that hold such files. They need not exist. */
export function commandPaths(
  format: PluginFormat,
  folder: string,
  { entry, own }: Pick<PluginEntry, "entry" | "own">,
): readonly string[] {
  if (!format.commands) return [];
  const byPlugin = own.commands === undefined ? [joinPath(folder, "commands")] : pathsIn(format, folder, own.commands);
  return [...byPlugin, ...pathsIn(format, folder, entry.commands)];
}

/** The name in a plugin's manifest; `undefined` if there is none. */
export function nameInManifest(
  files: Files,
  { manifests }: Pick<PluginFormat, "manifests">,
  folder: string,
): string | undefined {
  return asText(readManifest(files, manifests, folder)?.name);
}

/** Path of a plugin's manifest that breaks the requirements, or is missing where there must be one; `undefined` if all is right. */
export function brokenManifest(
  files: Files,
  format: PluginFormat,
  folder: string,
  { entry = {} }: Partial<ListedPlugin> = {},
): string | undefined {
  const { checks, manifests, needsManifest } = format;
  const path = manifestIn(files, manifests, folder);
  if (path === undefined) return needsManifest && joinPath(folder, manifests[0] ?? "");
  const manifest = readRecord(files, path);
  if (!checks) return needsManifest && misshapen(manifest ?? {}, needsManifest) && path;
  const isAlone = entry.strict === false && checks.alone.some((key) => entry[key] !== undefined);
  return manifest && !isAlone && misshapen(manifest, checks.shape) === undefined ? undefined : path;
}

function isOwnPath(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("./");
}

/** The paths in a manifest or a marketplace entry, resolved against the plugin's folder. */
function pathsIn({ checks, ownPaths }: PluginFormat, folder: string, value: unknown): readonly string[] {
  const isOwn = (path: string) => isOwnPath(path) && path !== "./" && !path.includes("..");
  const paths = asPaths(value).filter((path) => !ownPaths || isOwn(path));
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
  const listed = [...byPlugin, ...byMarket];
  if (rule === "usual-and-listed") {
    if (isWhole && byMarket.length > 0) return byMarket;
    const isSkill =
      listed.length === 0 && !files.stat(usual) && files.stat(joinPath(folder, "SKILL.md"))?.kind === "file";
    return isSkill ? [folder] : [usual, ...listed];
  }
  if (listed.length > 0) return listed;
  return [rule === "listed-or-usual" || files.stat(usual)?.kind === "folder" ? usual : folder];
}

/** A path of a manifest, resolved; `undefined` when it leads out of the repository. */
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

export function readRecord(files: Files, path: string): UnknownRecord | undefined {
  const stat = files.stat(path);
  const bytes = stat?.kind === "file" && (stat.size ?? 0) <= maxManifestBytes ? files.read(path) : undefined;
  return bytes && parseRecord(bytes);
}

/** By the byte array of a manifest, which never changes (see `Files.read`): a marketplace is read again for each of its plugins. */
const parseRecord = memoObject((bytes: Uint8Array): UnknownRecord | undefined => {
  try {
    return asRecord(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined; // Not JSON: provides no names for groups.
  }
});

export function asRecord(value: unknown): UnknownRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownRecord) : undefined;
}

/** A text that may be shown: not empty, on one line, and of limited length. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return text === "" ? undefined : text.slice(0, maxTextLength).toWellFormed();
}

function asPaths(value: unknown): string[] {
  const paths: unknown[] = Array.isArray(value) ? value.slice(0, maxPlugins) : [value];
  return paths.filter((path) => typeof path === "string");
}
