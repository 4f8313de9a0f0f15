import { goField, isObject, type JsonObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { memoObject } from "#lib/memo.ts";
import { decodeText, type Files } from "#lib/vfs/files.ts";
import { compareBytes, joinPath } from "#lib/vfs/paths.ts";

/** An installed plugin. */
export interface InstalledPlugin {
  /** Its id for the installer: `name@market`. */
  readonly id?: string;
  /** The prefix of its skills' names. */
  readonly namespace: string;
  /** As written: absolute, or relative to the working folder. */
  readonly folder: string;
  /** The project for which alone it is installed. */
  readonly project?: string;
}

/**
 * The installs in an `installed_plugins.json`, in byte order of key, `{"version":2,"plugins":{"name@market":[{"installPath":…}]}}`, each
 * under the part of its key before `@`, unless `@` comes first. Empty if the file is malformed.
 * @param isScoped whether each install has to say for whom it is (`PluginRules.perProject`)
 */
function installedPlugins(text: string, isScoped: boolean): readonly InstalledPlugin[] {
  const manifest = parseJsonObject(text);
  const plugins = manifest && (isScoped ? manifest.plugins : (goField(manifest, "plugins") ?? {}));
  const version = goField(manifest ?? {}, "version");
  if (!isObject(plugins) || !(isScoped ? version === 2 : isOf("integer", version))) return [];
  const entries = Object.entries(plugins)
    .filter(([id]) => !isScoped || scopedId.test(id))
    .sort(([a], [b]) => compareBytes(a, b));
  // One wrong value makes the whole file invalid, as Go and Zod decode it.
  if (!entries.every(([, installs]) => isInstalls(installs, isScoped))) return [];
  return entries.flatMap(([id, installs]) =>
    (Array.isArray(installs) ? installs : []).map((install: unknown) => {
      const { scope, projectPath = "" } = isObject(install) ? install : {};
      const isOfProject = scope === "project" || scope === "local";
      const folder = installPath(install);
      return { id, namespace: beforeAt(id), folder, ...(isOfProject && { project: String(projectPath) }) };
    }),
  );
}

/** Installs under another name are passed over. */
const scopedId = /^[A-Za-z0-9][-\w.]*@[A-Za-z0-9][-\w.]*$/;
const scopes: readonly unknown[] = ["managed", "user", "project", "local"];
const scopedTexts = ["projectPath", "version", "installedAt", "lastUpdated", "gitCommitSha", "resolvedVersion"];

function isScopedInstall({ scope, installPath: path, auto = true, ...more }: JsonObject): boolean {
  const isText = (key: string) => more[key] === undefined || typeof more[key] === "string";
  return scopes.includes(scope) && typeof path === "string" && typeof auto === "boolean" && scopedTexts.every(isText);
}

/** Whether Go decodes a value into this type; null and a missing value leave the field as it is. */
function isOf(type: "integer" | "string", value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return type === "integer" ? Number.isSafeInteger(value) : typeof value === type;
}

function isInstalls(value: unknown, isScoped: boolean): boolean {
  if (isScoped) return Array.isArray(value) && value.every((each) => isObject(each) && isScopedInstall(each));
  if (value === null) return true;
  return Array.isArray(value) && value.every((each) => each === null || isInstall(each));
}

function isInstall(value: unknown): boolean {
  return isObject(value) && ["scope", "installPath", "version"].every((key) => isOf("string", goField(value, key)));
}

/** An install without a path is in the working folder: Go joins the empty path and `skills` to a relative one. */
function installPath(install: unknown): string {
  const path = isObject(install) ? goField(install, "installPath") : undefined;
  return typeof path === "string" ? path : "";
}

function beforeAt(key: string): string {
  const at = key.indexOf("@");
  return at > 0 ? key.slice(0, at) : key;
}

/** The plugins in the bytes of a list, which never change (see `Files.read`): every explanation of a skill asks for them. */
export const listedIn = memoObject((bytes: Uint8Array) => installedPlugins(decodeText(bytes), false));
/** Likewise, where each install has to say for whom it is. */
export const scopedIn = memoObject((bytes: Uint8Array) => installedPlugins(decodeText(bytes), true));

/** The first install of each plugin. */
export function firstInstalls(installs: readonly InstalledPlugin[]): readonly InstalledPlugin[] {
  const found = new Map<string, InstalledPlugin>();
  for (const install of installs) {
    const key = install.id ?? install.folder;
    if (!found.has(key)) found.set(key, install);
  }
  return [...found.values()];
}

/** Of each plugin the version `local`, or else the last one, with numbers in it compared as numbers. */
export function cachedPlugins(files: Files, cache: string): readonly InstalledPlugin[] {
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

export function foldersIn(files: Files, path: string): string[] {
  return (files.list(path) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => name);
}
