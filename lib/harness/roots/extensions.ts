import { isObject } from "#lib/harness/go/json.ts";
import type { ExtensionRules } from "#lib/harness/vocabulary/discovery.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { asText, readRecord, type UnknownRecord } from "#lib/skills/plugin-manifests.ts";
import type { Files } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";

/** The folder from which an extension is read: its own, or the one that it was linked from. */
export function folderOfExtension(files: Files, { installed }: ExtensionRules, folder: string): string {
  const note = installed === undefined ? undefined : readRecord(files, joinPath(folder, installed));
  return (note?.type === "link" && asText(note.source)) || folder;
}

/** Whether a manifest is as extensions need it. */
export function isExtension(files: Files, { names, shape }: ExtensionRules, manifest: string): boolean {
  const told = toldIn(files, manifest);
  const { name } = told;
  return typeof name === "string" && new RegExp(`^${names}$`).test(name) && !misshapen(told, shape);
}

/**
 * Whether the rules for an extension leave it on in a working folder: the last that fits its path decides, and `!` before it means off. One
 * entry that is none makes the whole file count for nothing.
 */
export function isOnIn(
  { cwd, files, parent }: { readonly cwd: string; readonly files: Files; readonly parent: string },
  { switches, anyCase }: ExtensionRules,
  name: string,
): boolean {
  const told = Object.entries(toldIn(files, joinPath(parent, switches)));
  const isOf = (key: string) => key === name || (anyCase && key.toLowerCase() === name.toLowerCase());
  const rules = told.every(([, entry]) => hasOverrides(entry)) ? told.find(([key]) => isOf(key))?.[1] : undefined;
  const fitting = (hasOverrides(rules) ? rules.overrides : []).findLast((rule) => fits(rule, `${cwd}/`));
  return !fitting?.startsWith("!");
}

/** Behind a byte order mark JavaScript reads no JSON. */
function toldIn(files: Files, path: string): UnknownRecord {
  return (files.read(path)?.[0] !== 0xef && readRecord(files, path)) || {};
}

function hasOverrides(entry: unknown): entry is { readonly overrides: readonly string[] } {
  return isObject(entry) && Array.isArray(entry.overrides) && entry.overrides.every((each) => typeof each === "string");
}

/** `*` stands for anything, and for nothing the slash before it. Not by a regular expression, which some rules would keep busy for years. */
function fits(rule: string, path: string): boolean {
  let ends = [0];
  for (const part of rule.replace(/^!/, "").split(/(\/?\*)/)) {
    const [first = path.length + 1] = ends;
    if (part === "*") ends = range(first, path.length);
    else if (part === "/*") {
      const slash = ends.find((end) => path[end] === "/") ?? path.length;
      ends = [...ends.filter((end) => end <= slash), ...range(slash + 1, path.length)];
    } else ends = ends.flatMap((end) => (path.startsWith(part, end) ? [end + part.length] : []));
  }
  return ends.at(-1) === path.length;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
