import { mapInSteps } from "#lib/async/steps.ts";
import { memoText } from "#lib/memo.ts";
import { type Files, walkFiles } from "#lib/vfs/files.ts";
import { foldersAbove } from "#lib/vfs/paths.ts";
import {
  asRecord,
  asText,
  commandPaths,
  maxPlugins,
  type PluginFormat,
  readManifest,
  readRecord,
  rootOfPlugins,
  skillFolders,
  sourceFolder,
  type UnknownRecord,
} from "./plugin-manifests.ts";

/** Skills that a repository's manifest groups under a name. */
export interface SkillGroup {
  readonly name: string;
  readonly description?: string;
  /** Paths of SKILL.md files, and of commands where these are asked for. */
  readonly skills: readonly string[];
}

/** A group as harnesses that know plugins install it. */
export interface Plugin extends SkillGroup {
  /** The plugin's folder in the repository. */
  readonly folder: string;
  /** Folders that contain the plugin's skills or commands, or are a skill themselves. */
  readonly folders: readonly string[];
  /** Paths of the commands of a plugin without skills, each a file. Empty for a harness that reads none. */
  readonly commands: readonly string[];
  readonly version?: string;
  /** The marketplace that lists the plugin: its name, and the path of its file. */
  readonly market?: { readonly name?: string; readonly path: string };
}

/**
 * The groups of SKILL.md files and commands according to a repository's manifests: the plugins of its marketplaces in order, then plugins that only
 * their own manifest describes. A skill is in the first group that has it; groups without skills and skills without a group are left out.
 * Errors in a manifest are ignored, because it only provides names. Yields after each folder that is looked at.
 */
export function* pluginGroups(
  files: Files,
  skillFiles: readonly string[],
  manifests: Manifests,
): Generator<undefined, readonly SkillGroup[]> {
  const plugins = yield* pluginsIn(files, skillFiles, { ...manifests, skills: "anywhere", commands: true });
  return plugins.flatMap(({ name, description, skills }) =>
    skills.length > 0 ? [{ name, ...(description !== undefined && { description }), skills }] : [],
  );
}

type Manifests = Pick<PluginFormat, "marketplaces" | "manifests">;

/**
 * The groups as a harness that reads this format sees them, and plugins that have commands alone. Yields after each folder that is looked
 * at.
 */
export function* pluginsIn(
  files: Files,
  skillFiles: readonly string[],
  format: PluginFormat,
): Generator<undefined, readonly Plugin[]> {
  const listed: Described[] = [];
  for (const path of format.marketplaces) listed.push(...(yield* listedPlugins(files, format, `/${path}`)));
  const plugins = [...listed, ...(yield* ownPlugins(files, format, skillFiles))];
  const first = firstAt(plugins);
  const skills = new Map<Described, string[]>();
  for (const path of skillFiles) {
    yield;
    // A skill belongs to the first of the plugins around it.
    const around = [...foldersAbove(path)].flatMap((folder) => first.get(folder) ?? []);
    const holder = plugins[Math.min(...around)];
    if (!holder) continue;
    const held = skills.get(holder);
    if (held) held.push(path);
    else skills.set(holder, [path]);
  }
  const commandsAt = commandFinder(files);
  let room = mostCommands;
  const found = yield* mapInSteps(plugins, (plugin): Plugin[] => {
    const held = skills.get(plugin);
    if (held) return [{ ...plugin, skills: held, commands: [] }];
    const isSecond = !plugin.market && listed.some(({ folder }) => folder === plugin.folder);
    const commands = isSecond ? [] : commandsAt(plugin.commandPaths);
    if (commands.length === 0 || commands.length > room) return [];
    room -= commands.length;
    return [{ ...plugin, skills: [], commands }];
  });
  return found.flat();
}

/** Most commands of all plugins without skills together, each counted with each plugin that has it. A plugin that has more is left out. */
const mostCommands = 20 * maxPlugins;

interface Described extends Omit<Plugin, "skills" | "commands"> {
  readonly commandPaths: readonly string[];
}

/** The index of the first plugin for each folder. */
function firstAt(plugins: readonly Described[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [index, { folders }] of plugins.entries()) {
    for (const folder of folders) if (!first.has(folder)) first.set(folder, index);
  }
  return first;
}

function* listedPlugins(files: Files, format: PluginFormat, path: string): Generator<undefined, Described[]> {
  const marketplace = readRecord(files, path);
  const root = rootOfPlugins(marketplace);
  const name = asText(marketplace?.name);
  const market = { path, ...(name !== undefined && { name }) };
  const plugins = Array.isArray(marketplace?.plugins) ? marketplace.plugins.slice(0, maxPlugins) : [];
  const described = yield* mapInSteps(plugins, (entry: unknown) => {
    const plugin = asRecord(entry);
    const folder = plugin && sourceFolder(plugin.source, root);
    return folder === undefined ? [] : describe(files, format, folder, { entry: plugin ?? {}, market });
  });
  return described.flat();
}

/** Plugins in the folders around the skills and at the top, the innermost first. */
function* ownPlugins(
  files: Files,
  format: PluginFormat,
  skillFiles: readonly string[],
): Generator<undefined, Described[]> {
  const folders = new Set(["/"]);
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

/** The marketplace's entry takes precedence over the plugin's manifest, except for the version. */
function describe(files: Files, format: PluginFormat, folder: string, listed?: Listed): Described[] {
  const entry = listed?.entry ?? {};
  const manifest = readManifest(files, format.manifests, folder);
  if (!manifest && format.needsManifest) return [];
  const own = manifest ?? {};
  const name = asText(entry.name) ?? asText(own.name);
  if (name === undefined) return [];
  const description = asText(entry.description) ?? asText(own.description);
  const version = asText(own.version) ?? asText(entry.version);
  const commands = commandPaths(format, folder, { entry, own });
  return [
    {
      name,
      ...(description !== undefined && { description }),
      folder,
      folders: [...skillFolders(files, format, folder, { entry, own, isWhole: folder === "/" }), ...commands],
      commandPaths: commands,
      ...(version !== undefined && { version }),
      ...(listed && { market: listed.market }),
    },
  ];
}

/**
 * Finds the commands at some paths. A thousand plugins may each name a thousand folders of thousands of files: each path is looked at once,
 * and the search ends where there are too many.
 */
function commandFinder(files: Files): (paths: readonly string[]) => readonly string[] {
  const at = memoText(mostCommands, (path: string) => {
    const entries = files.stat(path)?.kind === "file" ? [{ path, kind: "file" }] : [...walkFiles(files, path)];
    return entries.flatMap((entry) => (entry.kind === "file" && /\.md$/i.test(entry.path) ? [entry.path] : []));
  });
  return (paths) => {
    const found: string[] = [];
    for (const path of paths) if (found.length <= mostCommands) found.push(...at(path));
    return [...new Set(found)];
  };
}
