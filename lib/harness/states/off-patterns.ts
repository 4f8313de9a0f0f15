import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { rootOf } from "#lib/harness/roots/roots.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath, type ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { OffPatterns, StateSetting, States } from "#lib/harness/vocabulary/states.ts";
import { matchesGlobs } from "#lib/skills/glob.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { basename, dirname, isInside, relativePath } from "#lib/vfs/paths.ts";

type Rules = Pick<Profile, "roots"> & { readonly states: OffPatterns };

/** Every skill is on unless the patterns of its file turn it off. */
export function readOffPatterns(rules: Rules, { files, place, discovery }: Launch): States {
  const lists = listsIn(rules, files, place);
  const isOff = (skill: Skill) => {
    const file = fileOf(rules, lists, skill);
    return file !== undefined && isOffBy(lists.get(file) ?? [], dirname(placePath(place, file)), skill);
  };
  return new Map(discovery.skills.map((skill) => [skill.location, isOff(skill) ? "off" : "on"]));
}

type Lists = ReadonlyMap<ScopedPath, readonly string[] | undefined>;

function listsIn({ states }: Rules, files: Files, place: Place): Lists {
  return new Map(states.files.map((file) => [file, entriesIn(states, files, place, file)]));
}

/** The file that decides for a skill: that of its scope, or the one that adds its folder. */
function fileOf({ roots, states }: Rules, lists: Lists, skill: Skill): ScopedPath | undefined {
  const scope = rootOf({ roots }, skill)?.scope;
  return states.files.find((file) => (scope ? file.scope === scope : lists.get(file)?.includes(skill.root)));
}

/** The entries of a file's list; `undefined` if the file is not valid JSON. */
function entriesIn({ key, formerKey }: OffPatterns, files: Files, place: Place, file: ScopedPath) {
  const object = parseJsonObject(readText(files, placePath(place, file)) ?? "{}");
  if (!object) return undefined;
  const list = isObject(object[key]) ? object[key][formerKey] : object[key];
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

/** Where an entry adds the skill's folder, globs without a sign say which of its skills count. */
function isOffBy(entries: readonly string[], folder: string, { location, root }: Skill): boolean {
  const behind = (sign: string) => entries.flatMap((each) => (each.startsWith(sign) ? each.slice(1) : []));
  const paths = basename(location) === "SKILL.md" ? [location, dirname(location)] : [location];
  const exact = paths.flatMap((path) => [path, pathFrom(folder, path)]);
  const globbed = [...exact, ...paths.map(basename)];
  const isNamed = (path: string) => exact.includes(path.replace(/^\.\//, ""));
  const isFit = (glob: string) => globbed.some((path) => fitsGlob(glob, path));
  const chosen = entries.includes(root) ? entries.filter((each) => /^(?![-+!]).*[*?]/.test(each)) : [];
  const isOff = behind("!").some(isFit) || (chosen.length > 0 && !chosen.some(isFit));
  return (isOff && !behind("+").some(isNamed)) || behind("-").some(isNamed);
}

/** The path from a folder to another place, also above it. */
function pathFrom(folder: string, path: string): string {
  return isInside(folder, path) ? relativePath(folder, path) : `../${pathFrom(dirname(folder), path)}`;
}

/** A glob as `minimatch` reads it: each `!` in front turns it round, only a name that is written out begins with a dot, and a dot alone is no name. */
function fitsGlob(pattern: string, path: string): boolean {
  const glob = pattern.replace(/^!+/, "");
  const names = glob.split("/");
  const isWritten =
    path.split("/").every((name) => !name.startsWith(".") || names.includes(name)) && !names.includes(".");
  const fits =
    isWritten && glob.startsWith("/") === path.startsWith("/") && matchesGlobs([glob], path.replace(/^\//, ""));
  return !glob.startsWith("#") && fits !== ((pattern.length - glob.length) % 2 === 1);
}

/** Findings about files that the harness ignores. */
export function offPatternNotices(rules: OffPatterns, files: Files, place: Place): readonly Notice[] {
  return rules.files.flatMap((file) => {
    if (entriesIn(rules, files, place, file)) return [];
    const path = placePath(place, file);
    return [{ code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail: "not a JSON object" } }];
  });
}

/** Names the skill's path behind `-` or `+`. `undefined` if no file decides for it, or the file is not valid JSON. */
export function setOffPattern(
  rules: Rules,
  { files, place }: Session,
  { skill, state }: StateSetting,
): FileWrite | undefined {
  const lists = listsIn(rules, files, place);
  const file = fileOf(rules, lists, skill);
  const entries = file && lists.get(file);
  if (!entries) return undefined;
  const path = placePath(place, file);
  const own = pathFrom(dirname(path), skill.location);
  const others = entries.filter((each) => each.replace(/^[-+!]/, "") !== own);
  const object = parseJsonObject(readText(files, path) ?? "{}");
  const list = [...others, `${state === "off" ? "-" : "+"}${own}`];
  return { path, text: `${JSON.stringify({ ...object, [rules.states.key]: list }, null, 2)}\n` };
}
