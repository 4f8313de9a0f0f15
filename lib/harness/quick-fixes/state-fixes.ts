import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { goJsonText, isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import { editYaml } from "#lib/harness/go/yaml-settings.ts";
import { readConfig, whyListIsOff } from "#lib/harness/states/allow-list.ts";
import { readWords } from "#lib/harness/states/levels.ts";
import { setState, stateNotices } from "#lib/harness/states/states.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { AllowList, SkillState, StateRules } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { basename } from "#lib/vfs/paths.ts";
import { type QuickFix, withWrites, writing } from "./quick-fix.ts";

/** The state that a rule asks for, written where it is decided. */
export function stateFixes(inquiry: Inquiry, state: SkillState): readonly QuickFix[] {
  const { profile, session, candidate } = inquiry;
  const skill = candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
  if (!skill) return [];
  if (profile.states.kind === "allow-list") return allowFixes(profile.states, session, skill);
  const change = setState(profile, session, { skill, state, ...decidingFile(profile, session, skill) });
  const label = state === "active" ? `Set ${skill.name} to active` : `Turn ${skill.name} on`;
  return change ? [{ label, writes: change.writes, moves: [] }] : [];
}

/** Of several state files the first that names the skill: what another one says does not count. */
function decidingFile({ states }: Profile, { files, place }: Session, { name }: Skill): { readonly file?: number } {
  if (states.kind !== "levels") return {};
  const file = states.files.findIndex((each) => readWords(states, files, placePath(place, each)).has(name));
  return file < 0 ? {} : { file };
}

function allowFixes(rules: AllowList, session: Session, { name }: Skill): readonly QuickFix[] {
  const config = readConfig(rules, session.files, session.place);
  if (config.kind !== "config") return [];
  return settingFix(rules, session, `Put ${name} on the list`, { enabled: true, allowed: [...config.allowed, name] });
}

/** Turns the feature on in the configuration, where that is what turns it off. */
export function featureFixes({ profile: { states }, session }: Inquiry): readonly QuickFix[] {
  if (states.kind !== "allow-list") return [];
  const label = "Turn skills on in the configuration";
  const mild = settingFix(states, session, label, { enabled: true });
  return mild.length > 0 ? mild : settingFix(states, session, label, { enabled: true, allowed: [] });
}

/** The settings, written into the file on top, if that turns the feature on. */
function settingFix(
  rules: AllowList,
  { files, place }: Session,
  label: string,
  values: Readonly<Record<string, unknown>>,
): readonly QuickFix[] {
  const [file] = rules.files;
  if (!file) return [];
  const path = placePath(place, file);
  const text = editYaml(readText(files, path) ?? "", rules.section, values);
  const changed = withWrites(files, [{ path, text }]);
  return whyListIsOff(rules, { files: changed, place }) ? [] : [writing(label, path, text)];
}

/** Removes the file that stands in the place of a skills folder, or of a folder above it. */
export function removeBlockingFile({ session: { files, discovery } }: Inquiry): readonly QuickFix[] {
  let path = discovery.brokenRoot ?? "/";
  while (path !== "/" && !files.lstat(path)) path = path.slice(0, path.lastIndexOf("/")) || "/";
  return path === "/" ? [] : [writing(`Remove ${path}`, path, null)];
}

/** A state file that its harness can read, with those of its entries that can be understood. */
export function mendStateFile(profile: Profile, { files, place }: Session, path: string): readonly QuickFix[] {
  const text = readText(files, path);
  if (text === undefined) return [];
  const drafts = draftsFor(profile.states, text);
  const isMended = (draft: string) =>
    !stateNotices(profile, withWrites(files, [{ path, text: draft }]), place).some((notice) => notice.path === path);
  const mended = drafts.find(isMended);
  return mended === undefined ? [] : [writing(`Mend ${basename(path)}`, path, mended)];
}

function draftsFor(rules: StateRules, text: string): readonly string[] {
  switch (rules.kind) {
    case "none":
    // The file holds many other settings, which a guess must not change.
    case "entries":
      return [];
    case "switches":
      return [`${goJsonText({ [rules.key]: entriesOf(text, rules.key, booleanOf) })}\n`];
    case "levels": {
      const known = Object.values(rules.words);
      const words = entriesOf(text, rules.key, (word) => (known.includes(String(word)) ? word : undefined));
      return [goJsonText({ ...looseJson(text), [rules.key]: words })];
    }
    case "allow-list": {
      const on = { enabled: true };
      return [
        editYaml(text, rules.section, on),
        editYaml(text, rules.section, { ...on, allowed: [] }),
        editYaml("", rules.section, on),
      ];
    }
  }
}

function entriesOf(text: string, key: string, read: (value: unknown) => unknown): Readonly<Record<string, unknown>> {
  const entries = looseJson(text)[key];
  if (!isObject(entries)) return {};
  const pairs = Object.entries(entries).map(([name, value]) => [name, read(value)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** JSON with what people add by hand: comments and a comma after the last entry. */
function looseJson(text: string): Readonly<Record<string, unknown>> {
  const bare = text.replace(/^\ufeff/, "").replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1");
  return parseJsonObject(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1")) ?? {};
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = String(value).toLowerCase();
  if (["true", "1", "on", "yes"].includes(word)) return true;
  return ["false", "0", "off", "no"].includes(word) ? false : undefined;
}
