import { placePath } from "#lib/harness/discovery/roots.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { editYaml } from "#lib/harness/go/yaml-settings.ts";
import { readConfig, whyListIsOff } from "#lib/harness/states/allow-list.ts";
import { readWords } from "#lib/harness/states/levels.ts";
import { setState } from "#lib/harness/states/states.ts";
import type { Session, Skill, SkillState } from "#lib/harness/vocabulary/model.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { AllowList } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { type QuickFix, writing } from "./quick-fix.ts";
import { withWrites } from "./with-writes.ts";

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

/** Of several state files the one that names the skill: another would not count. */
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

/** Settings in the file that wins, if that turns the feature on. */
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
