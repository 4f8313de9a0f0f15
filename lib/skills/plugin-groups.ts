import { type Files, readText } from "#lib/vfs/files.ts";
import { dirname, isInside, joinPath, resolvePath } from "#lib/vfs/paths.ts";

/** Skills that a repository's own manifest puts together under a name. */
export interface SkillGroup {
  readonly name: string;
  readonly description?: string;
  /** Paths of SKILL.md files. */
  readonly skills: readonly string[];
}

/** Claude Code's marketplace (its documentation, "Plugin marketplaces"), and the one that Codex and others read. */
const marketplaces = ["/.claude-plugin/marketplace.json", "/.agents/plugins/marketplace.json"];
const pluginManifest = ".claude-plugin/plugin.json";

/** Real manifests are a few kilobytes; nothing larger is parsed. */
const maxManifestBytes = 512 * 1024;
const maxPlugins = 1000;
const maxTextLength = 500;

/**
 * How the manifests of a repository group the SKILL.md files found in it: the plugins of its marketplaces in their
 * order, then plugins that only their own manifest describes. A skill is in the first group that has it; groups
 * without skills and skills without a group are left out. What a manifest has wrong is passed over: it only names.
 */
export function pluginGroups(files: Files, skillFiles: readonly string[]): readonly SkillGroup[] {
  const left = new Set(skillFiles);
  const groups: SkillGroup[] = [];
  for (const plugin of [
    ...marketplaces.flatMap((path) => listedPlugins(files, path)),
    ...ownPlugins(files, skillFiles),
  ]) {
    const skills = [...left].filter((path) => plugin.folders.some((folder) => isInside(folder, dirname(path))));
    for (const path of skills) left.delete(path);
    if (skills.length > 0) groups.push({ ...plugin.said, skills });
  }
  return groups;
}

interface Plugin {
  readonly said: Omit<SkillGroup, "skills">;
  /** Where its skills lie. */
  readonly folders: readonly string[];
}

function listedPlugins(files: Files, path: string): Plugin[] {
  const marketplace = readRecord(files, path);
  const metadata = asRecord(marketplace?.metadata);
  const root = resolvePath("/", asText(metadata?.pluginRoot) ?? ".");
  const plugins = Array.isArray(marketplace?.plugins) ? marketplace.plugins.slice(0, maxPlugins) : [];
  return plugins.flatMap((entry: unknown) => {
    const plugin = asRecord(entry);
    const folder = plugin && sourceFolder(plugin.source, root);
    return folder === undefined ? [] : describe(files, folder, plugin ?? {});
  });
}

/** The folder of a plugin that lies in this repository; `undefined` for one that is elsewhere. */
function sourceFolder(source: unknown, root: string): string | undefined {
  if (typeof source === "string") return inside(source.startsWith("./") ? "/" : root, source);
  const { source: kind, path } = asRecord(source) ?? {};
  return kind === "local" && typeof path === "string" ? inside("/", path) : undefined;
}

/** Plugins around the skills themselves, the innermost first. */
function ownPlugins(files: Files, skillFiles: readonly string[]): Plugin[] {
  const folders = new Set<string>();
  for (const path of skillFiles) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort((a, b) => b.length - a.length).flatMap((folder) => describe(files, folder, {}));
}

/** What the marketplace's entry says goes before what the plugin says of itself. */
function describe(files: Files, folder: string, entry: UnknownRecord): Plugin[] {
  const own = readRecord(files, joinPath(folder, pluginManifest)) ?? {};
  const name = asText(entry.name) ?? asText(own.name);
  if (name === undefined) return [];
  const description = asText(entry.description) ?? asText(own.description);
  const listed = [...asPaths(entry.skills), ...asPaths(own.skills)].flatMap((path) => inside(folder, path) ?? []);
  const usual = joinPath(folder, "skills");
  const folders = listed.length > 0 ? listed : [files.stat(usual)?.kind === "folder" ? usual : folder];
  return [{ said: { name, ...(description !== undefined && { description }) }, folders }];
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

function readRecord(files: Files, path: string): UnknownRecord | undefined {
  const stat = files.stat(path);
  if (stat?.kind !== "file" || (stat.size ?? 0) > maxManifestBytes) return undefined;
  try {
    return asRecord(JSON.parse((readText(files, path) ?? "").replace(/^\ufeff/, "")));
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
