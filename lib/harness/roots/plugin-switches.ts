import { isObject, type JsonObject } from "#lib/harness/go/json.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
import type { PluginRules } from "#lib/harness/vocabulary/discovery.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { nameInManifest, readRecord } from "#lib/skills/plugin-manifests.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, joinPath } from "#lib/vfs/paths.ts";

/** A settings file, and what it says about plugins. */
export interface SwitchFile {
  readonly path: string;
  readonly told: JsonObject;
}

/** The settings files that turn plugins on or off. The first that names a plugin counts for it. */
export function switchesIn({ switches }: PluginRules, files: Files, place: Place): readonly SwitchFile[] {
  return (switches?.files ?? []).flatMap((file) => {
    const path = placePath(place, file);
    const settings =
      switches?.format === "toml" ? parseTomlObject(readText(files, path) ?? "") : readRecord(files, path);
    const isRead = settings && misshapen(settings, switches?.shape ?? {}) === undefined;
    const told = isRead && settings[switches?.key ?? ""];
    return isObject(told) ? [{ path, told }] : [];
  });
}

/** Whether a settings file turns this plugin off. */
export function isOff(switches: readonly SwitchFile[], id = ""): boolean {
  return switches.find(({ told }) => told[id] !== undefined)?.told[id] === false;
}

/** Finds whether a folder in a root is a plugin that a settings file turns off, by its manifest's name or else its own (`Root.market`). */
export function pluginsOff(
  { plugins, roots }: Profile,
  files: Files,
  place: Place,
): ((folder: string) => boolean) | undefined {
  const { named, market } = roots.find((root) => root.market !== undefined) ?? {};
  const switches = plugins && named !== undefined ? switchesIn(plugins, files, place) : [];
  const isAny = switches.some(({ told }) => Object.keys(told).some((id) => id.endsWith(`@${market}`)));
  if (!isAny || named === undefined) return undefined;
  return (folder) => {
    if (files.stat(joinPath(folder, named))?.kind !== "file") return false;
    const name = nameInManifest(files, { manifests: [named] }, folder) ?? basename(folder);
    return isOff(switches, `${name}@${market}`);
  };
}
