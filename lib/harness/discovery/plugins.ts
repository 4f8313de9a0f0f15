import { goField, isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, compareBytes, dirname, joinPath } from "#lib/vfs/paths.ts";

/** A plugin that is installed. */
export interface InstalledPlugin {
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
export function installedPlugins(text: string): readonly InstalledPlugin[] {
  const manifest = parseJsonObject(text);
  const plugins = manifest && (goField(manifest, "plugins") ?? {});
  if (!isObject(plugins) || !isOf("integer", goField(manifest ?? {}, "version"))) return [];
  const entries = Object.entries(plugins).sort(([a], [b]) => compareBytes(a, b));
  // Go decodes all or nothing: one wrong type spoils the file.
  if (!entries.every(([, installs]) => isInstalls(installs))) return [];
  return entries.flatMap(([key, installs]) => {
    const [first] = Array.isArray(installs) ? installs : [];
    return first === undefined ? [] : [{ namespace: beforeAt(key), folder: installPath(first) }];
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
