import { type JsonObject, parseCommentedJson, parseJsonObject, parseLooseJson } from "#lib/harness/go/json.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
import { type Place, placePath, type Scope, type ScopedPath } from "#lib/harness/vocabulary/places.ts";
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
  /** What its text refers to, and is not there. */
  readonly missing?: string;
}

const parsers = {
  toml: parseTomlObject,
  "commented-json": parseCommentedJson,
  "plain-json": parseJsonObject,
  json: parseLooseJson,
};

/** The settings files that exist, the last on top. A folder of such a name is one that cannot be read. */
export function settingsLayers(rules: LayeredSettings, files: Files, place: Place): readonly SettingsLayer[] {
  const found: readonly FoundFile[] = rules.upward
    ? upward(rules.files, [place.cwd, ...foldersAbove(files, place.cwd, "/")])
    : rules.files;
  return found.flatMap(({ scope, cwd = place.cwd, path }) => {
    return (
      layerAt(rules, files, { scope, path: placePath({ ...place, cwd }, { scope, path }), home: place.home }) ?? []
    );
  });
}

interface Placed extends ScopedPath {
  readonly home: string;
}

function layerAt(rules: LayeredSettings, files: Files, { path, scope, home }: Placed): SettingsLayer | undefined {
  const text = readText(files, path);
  if (text === undefined) return files.stat(path)?.kind === "folder" ? { path, scope } : undefined;
  if (!text.trim() && rules.format !== "commented-json") return undefined;
  if (rules.refuses && text.match(rules.refuses)) return { path, scope };
  if (rules.fills === "trusted" && scope === "project" && /^(?!\s*\/\/).*\{env:/m.test(text)) return { path, scope };
  const { filled = text, missing } = rules.fills ? fill(text, files, { path, home }) : {};
  if (missing !== undefined) return { path, scope, missing };
  const settings = parsers[rules.format ?? "json"](filled);
  const isRead = settings && misshapen(settings, rules.checked ?? {}) === undefined;
  return { path, scope, ...(isRead && { settings }) };
}

interface FoundFile extends ScopedPath {
  readonly cwd?: string;
}

/**
 * Each file of the project in all folders: those of a name from the topmost folder down, those in folders of the harness's own from the
 * working folder up.
 */
function upward(files: readonly ScopedPath[], folders: readonly string[]): readonly FoundFile[] {
  const groups = Map.groupBy(files, ({ scope, path }) =>
    scope !== "project" ? `~/${path}` : path.includes("/") ? "/" : path.replace(/\.\w+$/, ""),
  );
  return [...groups.values()].flatMap((group) => {
    const [{ scope, path } = { scope: "home", path: "" }] = group;
    if (scope !== "project") return group;
    const inOrder = path.includes("/") ? folders : folders.toReversed();
    return inOrder.flatMap((cwd) => group.map((file) => ({ ...file, cwd })));
  });
}

/**
 * Puts in what a text refers to: files, and variables of the environment, of which here only HOME has a value. In a line that is a comment, a
 * file may be missing.
 */
function fill(text: string, files: Files, { path, home }: { path: string; home: string }) {
  let missing: string | undefined;
  const filled = text.replace(/(^\s*\/\/.*)|\{(env|file):([^{}]+)\}/gm, (token, comment, kind, what: string) => {
    if (comment !== undefined) return comment;
    if (kind === "env") return what === "HOME" ? home : "";
    const at = what.startsWith("~/") ? resolvePath(home, what.slice(2)) : resolvePath(dirname(path), what);
    const read = readText(files, at);
    if (read === undefined) missing ??= token;
    return JSON.stringify((read ?? "").trim()).slice(1, -1);
  });
  return { filled, ...(missing !== undefined && { missing }) };
}
