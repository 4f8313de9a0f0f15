import { placePath } from "#lib/harness/discovery/roots.ts";
import { editYaml, mergeSettings, parseSettings, type Settings } from "#lib/harness/go/yaml-settings.ts";
import type { FeatureOff, FileWrite, Launch, Place, Session, States } from "#lib/harness/vocabulary/model.ts";
import type { AllowList } from "#lib/harness/vocabulary/states.ts";
import type { Notice } from "#lib/skills/notice.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { type DecodedConfig, decodeSkillsConfig } from "./decode-skills-config.ts";

/** With the feature off every skill is; else those that are allowed are on. */
export function readAllowList(rules: AllowList, launch: Launch): States {
  const { skills } = launch.discovery;
  const config = readConfig(rules, launch.files, launch.place);
  const isOff = whyListIsOff(rules, launch) !== undefined;
  const isOn = (name: string) => !isOff && config.kind === "config" && isAllowed(config, name);
  return new Map(skills.map(({ name, location }) => [location, isOn(name) ? "on" : "off"]));
}

function isAllowed({ allowed }: Extract<DecodedConfig, { kind: "config" }>, name: string): boolean {
  return allowed.length === 0 || allowed.includes(name);
}

/** Off by the switch at start, by the setting, or because the setting cannot be decoded. */
export function whyListIsOff(
  rules: AllowList,
  { files, place, noSkills }: Omit<Launch, "discovery">,
): FeatureOff | undefined {
  if (noSkills) return { kind: "switch", name: rules.launchSwitch };
  const config = readConfig(rules, files, place);
  const path = decidingFile(rules, files, place);
  if (config.kind === "undecodable") return { kind: "undecodable", path, message: config.message };
  return config.enabled ? undefined : { kind: "setting", path, section: rules.section };
}

/** The first file that has the section. */
function decidingFile(rules: AllowList, files: Files, place: Place): string {
  const paths = rules.files.map((file) => placePath(place, file));
  const hasSection = (path: string) => parseSettings(readText(files, path) ?? "")?.[rules.section] !== undefined;
  return paths.find(hasSection) ?? paths[0] ?? place.cwd;
}

/** The files laid over each other, the first on top; one that is malformed is passed over. */
export function readConfig(rules: AllowList, files: Files, place: Place): DecodedConfig {
  const layers = rules.files.map((file) => parseSettings(readText(files, placePath(place, file)) ?? ""));
  const merged = layers.reduceRight<Settings>((below, layer) => mergeSettings(below, layer ?? {}), {});
  return decodeSkillsConfig(merged[rules.section]);
}

/** A file that is malformed, and a section that the harness cannot decode. */
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

/** Writes the states into the file that wins, its other settings and comments left as they are. */
export function setInAllowList(rules: AllowList, { files, place, discovery }: Session, states: States): FileWrite {
  const [file = { scope: "project", path: "config.yaml" }] = rules.files;
  const path = placePath(place, file);
  const on = discovery.skills.filter(({ location }) => states.get(location) !== "off").map(({ name }) => name);
  // An empty list allows all, so that none can be said by `enabled` only.
  const allowed = on.length === states.size ? [] : on;
  const text = readText(files, path) ?? "";
  return { path, text: editYaml(text, rules.section, { enabled: on.length > 0, allowed }) };
}
