import { compareBytes } from "#lib/vfs/paths.ts";
import { isObject, parseJsonObject } from "./go-json.ts";

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
  const plugins = parseJsonObject(text)?.plugins;
  if (!isObject(plugins)) return [];
  return Object.entries(plugins)
    .sort(([a], [b]) => compareBytes(a, b))
    .flatMap(([key, installs]) => {
      const folder = installPath(installs);
      return folder === undefined ? [] : [{ namespace: beforeAt(key), folder }];
    });
}

function installPath(installs: unknown): string | undefined {
  const first: unknown = Array.isArray(installs) ? installs[0] : undefined;
  return isObject(first) && typeof first.installPath === "string" && first.installPath !== ""
    ? first.installPath
    : undefined;
}

function beforeAt(key: string): string {
  const at = key.indexOf("@");
  return at > 0 ? key.slice(0, at) : key;
}
