import { finish } from "#lib/async/steps.ts";
import type { Files } from "#lib/vfs/files.ts";
import { foldersAbove, joinPath, resolvePath } from "#lib/vfs/paths.ts";

/** Skills that a repository's own manifest puts together under a name. */
export interface SkillGroup {
  readonly name: string;
  readonly description?: string;
  /** Paths of SKILL.md files. */
  readonly skills: readonly string[];
}

/** A group as a harness that knows plugins installs it. */
export interface Plugin extends SkillGroup {
  /** Its folder in the repository. */
  readonly folder: string;
  /** The folders that hold its skills, or are one themselves. */
  readonly folders: readonly string[];
  readonly version?: string;
  /** The marketplace that lists it, by its name, and where that stands. */
  readonly market?: { readonly name?: string; readonly path: string };
}

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
}

/** Real manifests are a few kilobytes; nothing larger is parsed. */
const maxManifestBytes = 512 * 1024;
const maxPlugins = 1000;
const maxTextLength = 500;

/**
 * How the manifests of a repository group the SKILL.md files found in it: the plugins of its marketplaces in their
 * order, then plugins that only their own manifest describes. A skill is in the first group that has it; groups
 * without skills and skills without a group are left out. What a manifest has wrong is passed over: it only names.
 */
export function pluginGroups(files: Files, skillFiles: readonly string[], manifests: Manifests): readonly SkillGroup[] {
  return finish(pluginGroupsInSteps(files, skillFiles, manifests));
}

/** As `pluginGroups`, with a yield after each folder that is looked at. */
export function* pluginGroupsInSteps(
  files: Files,
  skillFiles: readonly string[],
  manifests: Manifests,
): Generator<undefined, readonly SkillGroup[]> {
  const plugins = yield* pluginsInSteps(files, skillFiles, { ...manifests, skills: "anywhere" });
  return plugins.map(({ name, description, skills }) => {
    return { name, ...(description !== undefined && { description }), skills };
  });
}

type Manifests = Pick<PluginFormat, "marketplaces" | "manifests">;

/** The groups as a harness sees them that reads this format. */
export function pluginsIn(files: Files, skillFiles: readonly string[], format: PluginFormat): readonly Plugin[] {
  return finish(pluginsInSteps(files, skillFiles, format));
}

function* pluginsInSteps(
  files: Files,
  skillFiles: readonly string[],
  format: PluginFormat,
): Generator<undefined, readonly Plugin[]> {
  const listed = format.marketplaces.flatMap((path) => listedPlugins(files, format, `/${path}`));
  const plugins = [...listed, ...(yield* ownPlugins(files, format, skillFiles))];
  const first = firstAt(plugins);
  const skills = new Map<Described, string[]>();
  for (const path of skillFiles) {
    yield;
    // Of the plugins around a skill the first has it.
    const around = [...foldersAbove(path)].flatMap((folder) => first.get(folder) ?? []);
    const holder = plugins[Math.min(...around)];
    if (!holder) continue;
    const held = skills.get(holder);
    if (held) held.push(path);
    else skills.set(holder, [path]);
  }
  return plugins.flatMap((plugin) => {
    const held = skills.get(plugin);
    return held ? [{ ...plugin, skills: held }] : [];
  });
}

type Described = Omit<Plugin, "skills">;

/** The index of the first plugin that has a folder. */
function firstAt(plugins: readonly Described[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [index, { folders }] of plugins.entries()) {
    for (const folder of folders) if (!first.has(folder)) first.set(folder, index);
  }
  return first;
}

function listedPlugins(files: Files, format: PluginFormat, path: string): Described[] {
  const marketplace = readRecord(files, path);
  const root = rootOfPlugins(marketplace);
  const name = asText(marketplace?.name);
  const market = { path, ...(name !== undefined && { name }) };
  const plugins = Array.isArray(marketplace?.plugins) ? marketplace.plugins.slice(0, maxPlugins) : [];
  return plugins.flatMap((entry: unknown) => {
    const plugin = asRecord(entry);
    const folder = plugin && sourceFolder(plugin.source, root);
    return folder === undefined ? [] : describe(files, format, folder, { entry: plugin ?? {}, market });
  });
}

/** The folder that the paths of a marketplace's plugins count from. */
function rootOfPlugins(marketplace: UnknownRecord | undefined): string {
  return resolvePath("/", asText(asRecord(marketplace?.metadata)?.pluginRoot) ?? ".");
}

/** The folder of a plugin that lies in this repository; `undefined` for one that is elsewhere. */
function sourceFolder(source: unknown, root: string): string | undefined {
  if (typeof source === "string") return inside(source.startsWith("./") ? "/" : root, source);
  const { source: kind, path } = asRecord(source) ?? {};
  return kind === "local" && typeof path === "string" ? inside("/", path) : undefined;
}

/** Plugins around the skills themselves, the innermost first. */
function* ownPlugins(
  files: Files,
  format: PluginFormat,
  skillFiles: readonly string[],
): Generator<undefined, Described[]> {
  const folders = new Set<string>();
  for (const path of skillFiles) {
    yield;
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const described: Described[] = [];
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    described.push(...describe(files, format, folder));
    yield;
  }
  return described;
}

interface Listed {
  readonly entry: UnknownRecord;
  readonly market: NonNullable<Plugin["market"]>;
}

/** What the marketplace's entry says goes before what the plugin says of itself. */
function describe(files: Files, format: PluginFormat, folder: string, listed?: Listed): Described[] {
  const entry = listed?.entry ?? {};
  const manifest = readManifest(files, format.manifests, folder);
  if (!manifest && format.needsManifest) return [];
  const own = manifest ?? {};
  const name = asText(entry.name) ?? asText(own.name);
  if (name === undefined) return [];
  const description = asText(entry.description) ?? asText(own.description);
  const version = asText(own.version) ?? asText(entry.version);
  return [
    {
      name,
      ...(description !== undefined && { description }),
      folder,
      folders: skillFolders(files, format.skills, folder, { entry, own, isWhole: folder === "/" }),
      ...(version !== undefined && { version }),
      ...(listed && { market: listed.market }),
    },
  ];
}

/** The first manifest of a plugin that is there; `undefined` when there is none, or it is no JSON object. */
function readManifest(files: Files, manifests: readonly string[], folder: string): UnknownRecord | undefined {
  const path = manifests.map((each) => joinPath(folder, each)).find((each) => files.stat(each)?.kind === "file");
  return path === undefined ? undefined : readRecord(files, path);
}

/** The folders of a plugin that is installed at `folder`, given how its marketplace lists it there. */
export function foldersOfPlugin(files: Files, format: PluginFormat, folder: string, marketplace?: string) {
  const own = readManifest(files, format.manifests, folder) ?? {};
  const market = marketplace === undefined ? undefined : readRecord(files, marketplace);
  return (name: string) => {
    const among: unknown[] = Array.isArray(market?.plugins) ? market.plugins.slice(0, maxPlugins) : [];
    const entry = among.map(asRecord).find((each) => each?.name === name) ?? {};
    const isWhole = sourceFolder(entry.source, rootOfPlugins(market)) === "/";
    return skillFolders(files, format.skills, folder, { entry, own, isWhole });
  };
}

interface PluginEntry {
  readonly entry: UnknownRecord;
  readonly own: UnknownRecord;
  /** Whether the plugin is the whole repository that lists it. */
  readonly isWhole: boolean;
}

function skillFolders(
  files: Files,
  rule: PluginFormat["skills"],
  folder: string,
  { entry, own, isWhole }: PluginEntry,
): readonly string[] {
  const usual = joinPath(folder, "skills");
  if (rule === "usual") return [usual];
  const pathsOf = (value: unknown) => asPaths(value).flatMap((path) => inside(folder, path) ?? []);
  const [byMarket, byPlugin] = [pathsOf(entry.skills), pathsOf(own.skills)];
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

type UnknownRecord = Readonly<Record<string, unknown>>;

/** By the bytes of a manifest, which never change (see `Files.read`): a list of plugins is asked for each of them. */
const records = new WeakMap<Uint8Array, { readonly record: UnknownRecord | undefined }>();

function readRecord(files: Files, path: string): UnknownRecord | undefined {
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

function asRecord(value: unknown): UnknownRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownRecord) : undefined;
}

/** A text fit to be shown: not empty, one line, of bounded length. */
function asText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return text === "" ? undefined : text.slice(0, maxTextLength).toWellFormed();
}

function asPaths(value: unknown): string[] {
  const paths: unknown[] = Array.isArray(value) ? value.slice(0, maxPlugins) : [value];
  return paths.filter((path) => typeof path === "string");
}
