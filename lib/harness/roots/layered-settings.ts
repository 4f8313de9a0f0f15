import { type JsonObject, parseCommentedJson, parseLooseJson } from "#lib/harness/go/json.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
import { type Place, placePath, type Scope } from "#lib/harness/vocabulary/places.ts";
import type { LayeredSettings } from "#lib/harness/vocabulary/settings.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { dirname, resolvePath } from "#lib/vfs/paths.ts";
import { foldersAbove } from "./folders-above.ts";

/** A settings file with something in it. */
export interface SettingsLayer {
  readonly path: string;
  readonly scope: Scope;
  /** Absent: the text cannot be read, is no object, or says nothing. */
  readonly settings?: JsonObject;
}

const parsers = { toml: parseTomlObject, "commented-json": parseCommentedJson, json: parseLooseJson };

/** The settings files that exist, the last on top: those of the project from the topmost folder down. */
export function settingsLayers(rules: LayeredSettings, files: Files, place: Place): readonly SettingsLayer[] {
  const folders = [place.cwd, ...(rules.upward ? foldersAbove(files, place.cwd, "/") : [])].reverse();
  const found = rules.files.flatMap(({ scope, path }) =>
    (scope === "project" ? folders : [place.cwd]).map((cwd) => ({
      scope,
      path: placePath({ ...place, cwd }, { scope, path }),
    })),
  );
  return found.flatMap(({ scope, path }) => {
    const text = readText(files, path);
    if (!text?.trim()) return [];
    const parse = parsers[rules.format ?? "json"];
    const settings = parse(rules.fills ? filled(text, files, { path, home: place.home }) : text);
    const isRead = settings && misshapen(settings, rules.checked ?? {}) === undefined;
    return [{ path, scope, ...(isRead && { settings }) }];
  });
}

/** Puts in what a text refers to: files, and variables of the environment, of which here only HOME has a value. */
function filled(text: string, files: Files, { path, home }: { path: string; home: string }): string {
  return text.replace(/\{(env|file):([^{}]+)\}/g, (_, kind, what: string) => {
    if (kind === "env") return what === "HOME" ? home : "";
    const at = what.startsWith("~/") ? resolvePath(home, what.slice(2)) : resolvePath(dirname(path), what);
    return JSON.stringify((readText(files, at) ?? "").trim()).slice(1, -1);
  });
}
