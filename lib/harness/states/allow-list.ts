import { isObject } from "#lib/harness/go/json.ts";
import { editYaml, mergeSettings, parseSettings, type Settings } from "#lib/harness/go/yaml-settings.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { AllowList, FeatureOff, States } from "#lib/harness/vocabulary/states.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** The allowed skills are on. */
export function readAllowList(rules: AllowList, launch: Launch): States {
  const { skills } = launch.discovery;
  const config = readConfig(rules, launch.files, launch.place);
  const isOn = (name: string) => config.kind === "config" && isAllowed(config, name);
  return new Map(skills.map(({ name, location }) => [location, isOn(name) ? "on" : "off"]));
}

function isAllowed({ allowed }: Extract<DecodedConfig, { kind: "config" }>, name: string): boolean {
  return allowed.length === 0 || allowed.includes(name);
}

/** The feature is off by the switch at start, by the setting, or because the setting cannot be decoded. */
export function whyListIsOff(
  rules: AllowList,
  { files, place, noSkills }: Omit<Launch, "discovery">,
): FeatureOff | undefined {
  if (noSkills) return { kind: "switch", name: rules.launchSwitch };
  const config = readConfig(rules, files, place);
  const path = decidingFile(rules, files, place);
  if (config.kind === "undecodable") return { kind: "undecodable", path, message: config.message };
  return config.enabled ? undefined : { kind: "setting", path, key: `${rules.section}.enabled` };
}

/** The first file that has the section. */
function decidingFile(rules: AllowList, files: Files, place: Place): string {
  const paths = rules.files.map((file) => placePath(place, file));
  const hasSection = (path: string) => parseSettings(readText(files, path) ?? "")?.[rules.section] !== undefined;
  return paths.find(hasSection) ?? paths[0] ?? place.cwd;
}

/** The settings of all files merged, the first on top; a malformed file is ignored. */
export function readConfig(rules: AllowList, files: Files, place: Place): DecodedConfig {
  const layers = rules.files.map((file) => parseSettings(readText(files, placePath(place, file)) ?? ""));
  const merged = layers.reduceRight<Settings>((below, layer) => mergeSettings(below, layer ?? {}), {});
  return decodeSkillsConfig(merged[rules.section]);
}

/** Findings about a malformed file, and about a section that the harness cannot decode. */
export function allowListNotices(rules: AllowList, files: Files, place: Place): readonly Notice[] {
  const paths = rules.files.map((file) => placePath(place, file)).filter((path) => files.stat(path)?.kind === "file");
  const notices = paths
    .filter((path) => parseSettings(readText(files, path) ?? "") === undefined)
    .map((path): Notice => ignored(path, "not a YAML mapping"));
  const config = readConfig(rules, files, place);
  if (config.kind !== "undecodable") return notices;
  const path = decidingFile(rules, files, place);
  return [...notices, { ...ignored(path, config.message), severity: "error", harnessMessage: config.message }];
}

function ignored(path: string, detail: string): Notice {
  return { code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } };
}

/** Writes the states into the topmost file. Its other settings and comments stay. */
export function setInAllowList(rules: AllowList, { files, place, discovery }: Session, states: States): FileWrite {
  const [file = { scope: "project", path: "config.yaml" }] = rules.files;
  const path = placePath(place, file);
  const on = discovery.skills.filter(({ location }) => states.get(location) !== "off").map(({ name }) => name);
  // An empty list allows all, so only `enabled` can turn all off.
  const allowed = on.length === states.size ? [] : on;
  const text = readText(files, path) ?? "";
  return { path, text: editYaml(text, rules.section, { enabled: on.length > 0, allowed }) };
}

/** The section `skills: { enabled, allowed }` as a Go program decodes it with weak types. */
export type DecodedConfig =
  | { readonly kind: "config"; readonly enabled: boolean; readonly allowed: readonly string[] }
  /** The program stops when it starts. */
  | { readonly kind: "undecodable"; readonly message: string };

/**
 * Decodes the section: without a section, or with one that has no value, all skills are on; a section with a value but without `enabled` is
 * off.
 */
function decodeSkillsConfig(section: unknown): DecodedConfig {
  if (section === null || section === undefined) return { kind: "config", enabled: true, allowed: [] };
  if (!isObject(section)) return undecodable(`'skills' expected a map, got '${goKind(section)}'`);
  if (!Object.values(section).some(isValue)) return { kind: "config", enabled: true, allowed: [] };
  const enabled = decodeBoolean(section.enabled);
  const allowed = decodeNames(section.allowed);
  if (enabled === undefined)
    return undecodable(`cannot parse 'skills.enabled' as bool: ${JSON.stringify(section.enabled)}`);
  if (!allowed) return undecodable("'skills.allowed' expected a list of names");
  return { kind: "config", enabled, allowed };
}

function undecodable(message: string): DecodedConfig {
  return { kind: "undecodable", message };
}

/** Whether a section has anything but nulls and empty mappings: the settings library drops these. */
function isValue(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some(isValue);
  return value !== null && value !== undefined;
}

const words: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False", ""].map((word) => [word, false] as const),
]);

/** Reads a text as Go's `strconv.ParseBool` does, which does not accept `yes` and `no`; any number but 0 is true. */
function decodeBoolean(value: unknown): boolean | undefined {
  if (value === null || value === undefined) return false;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  return typeof value === "string" ? words.get(value) : undefined;
}

/** A text is split at its commas, and the parts are not trimmed. */
function decodeNames(value: unknown): readonly string[] | undefined {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "string") return value.split(",");
  if (isObject(value)) return Object.keys(value).length === 0 ? [] : undefined;
  const names = (Array.isArray(value) ? value : [value]).map(decodeName);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function decodeName(value: unknown): string | undefined {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  return typeof value === "boolean" ? "bool" : typeof value === "number" ? "int" : "string";
}
