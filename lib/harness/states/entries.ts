import { isObject } from "#lib/harness/go/json.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { StateEntries, StateSetting, States } from "#lib/harness/vocabulary/states.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { dirname, resolvePath } from "#lib/vfs/paths.ts";

/** The decision of one entry, for the SKILL.md at a path or for all skills of a name. */
interface Entry {
  readonly path?: string | undefined;
  readonly name?: string | undefined;
  readonly enabled: boolean;
}

/** Every skill is on, unless the last entry about it turns it off. */
export function readEntries(rules: StateEntries, { files, place, discovery }: Launch): States {
  const entries = parseEntries(rules, readText(files, placePath(place, rules.file)) ?? "", place) ?? [];
  return new Map(discovery.skills.map((skill) => [skill.location, isOn(entries, skill) ? "on" : "off"]));
}

function isOn(entries: readonly Entry[], skill: Skill): boolean {
  return entries.findLast((entry) => means(entry, skill))?.enabled ?? true;
}

function means({ path, name }: Entry, skill: Skill): boolean {
  if (path === undefined) return name === skill.name;
  return path === skill.location || path === skill.printedLocation;
}

/** `undefined` if the file is not valid TOML or its section has the wrong form: then no entry counts. Paths are relative to the file. */
function parseEntries(
  { section, list, file, shape }: StateEntries,
  text: string,
  place: Place,
): readonly Entry[] | undefined {
  const settings = parseTomlObject(text);
  const found = settings && (settings[section] ?? {});
  if (!isObject(found) || misshapen(found, shape) !== undefined) return undefined;
  const items: unknown = found[list] ?? [];
  if (!Array.isArray(items) || !items.every(isEntry)) return undefined;
  // An entry with both a path and a name, or with neither, is ignored.
  return items
    .filter(({ path, name }) => (path === undefined) !== (name === undefined))
    .map(({ path, name, enabled }) =>
      path === undefined
        ? { name: name?.trim(), enabled }
        : { path: resolvePath(dirname(placePath(place, file)), path.replace(/^~(?=\/)/, place.home)), enabled },
    );
}

function isEntry(value: unknown): value is Entry {
  if (!isObject(value) || typeof value.enabled !== "boolean") return false;
  return [value.path, value.name].every((each) => each === undefined || typeof each === "string");
}

/** Findings about a file that the harness cannot read. */
export function entryNotices(rules: StateEntries, files: Files, place: Place): readonly Notice[] {
  const path = placePath(place, rules.file);
  if (parseEntries(rules, readText(files, path) ?? "", place)) return [];
  const detail = `not TOML with [[${rules.section}.${rules.list}]] of path or name, and enabled`;
  return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } }];
}

/** Changes or adds the entry for this path and leaves every other line; `undefined` if that does not set the state. */
export function setEntry(
  rules: StateEntries,
  { files, place }: Session,
  { skill, state }: StateSetting,
): FileWrite | undefined {
  const path = placePath(place, rules.file);
  const text = readText(files, path) ?? "";
  const enabled = state !== "off";
  const does = (changed: string) => {
    const entries = parseEntries(rules, changed, place);
    return entries !== undefined && isOn(entries, skill) === enabled;
  };
  const changed = [changedEntry(rules, text, skill, enabled), addedEntry(rules, text, skill, enabled)].find(does);
  return changed === undefined ? undefined : { path, text: changed };
}

/** The text with the last entry of this path changed, if it is written as a table of its own. */
function changedEntry(rules: StateEntries, text: string, skill: Skill, enabled: boolean): string {
  const lines = text.split("\n");
  const header = new RegExp(`^\\s*\\[\\[\\s*${rules.section}\\s*\\.\\s*${rules.list}\\s*\\]\\]`);
  const starts = lines.flatMap((line, index) => (header.test(line) ? [index] : []));
  const isMeant = (start: number) => blockOf(lines, start).some((line) => pathIn(line) === pathOf(skill));
  const start = starts.findLast(isMeant);
  if (start === undefined) return text;
  const at = lines.findIndex((line, index) => index > start && /^\s*enabled\s*=/.test(line));
  return lines.map((line, index) => (index === at ? line.replace(/=\s*\w+/, `= ${enabled}`) : line)).join("\n");
}

/** The lines of a table below its header. */
function blockOf(lines: readonly string[], start: number): readonly string[] {
  let end = start + 1;
  while (end < lines.length && !/^\s*\[/.test(lines[end] ?? "")) end++;
  return lines.slice(start + 1, end);
}

function pathIn(line: string): unknown {
  return /^\s*path\s*=/.test(line) ? parseTomlObject(line)?.path : undefined;
}

/** The path as the harness prints it. */
function pathOf({ location, printedLocation = location }: Skill): string {
  return printedLocation;
}

function addedEntry({ section, list }: StateEntries, text: string, skill: Skill, enabled: boolean): string {
  const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return `${text}${gap}[[${section}.${list}]]\npath = ${JSON.stringify(pathOf(skill))}\nenabled = ${enabled}\n`;
}
