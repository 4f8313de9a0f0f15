import { goField, isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { compareBytes } from "#lib/vfs/paths.ts";

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

/** An install without a path is in the working folder, as joining nothing to `skills` makes it. */
function installPath(install: unknown): string {
  const path = isObject(install) ? goField(install, "installPath") : undefined;
  return typeof path === "string" ? path : "";
}

function beforeAt(key: string): string {
  const at = key.indexOf("@");
  return at > 0 ? key.slice(0, at) : key;
}
