import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import { readConfig } from "#lib/harness/states/allow-list.ts";
import { isSpared, readWords } from "#lib/harness/states/levels.ts";
import { readSwitchFile, setState, stateNotices } from "#lib/harness/states/states.ts";
import { failed, lineWith, passed, type RuleFinding, unreached } from "#lib/harness/vocabulary/finding.ts";
import { placeLabel, placePath, type ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type {
  AllowList,
  OffList,
  OffPatterns,
  SkillState,
  StateEntries,
  StateLevels,
  StateRules,
} from "#lib/harness/vocabulary/states.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { readText } from "#lib/vfs/files.ts";
import { settingFix, settingPlace } from "./allow-list-setting.ts";
import { offerRule } from "./offer-rule.ts";

export const state = offerRule({
  code: "state",
  title: "This skill is on",
  wrong: "This skill is off",
  verdict: "off",
  test: stateFinding,
  fixes: (inquiry) => setStateFixes(inquiry, "on"),
});

/** Which file and key decide whether the skill is on. */
function stateFinding(profile: Profile, session: Session, skill: Skill): RuleFinding {
  if (isUndocumented(profile, "states")) return unreached(`How ${profile.label} turns skills off is not documented.`);
  const rules = profile.states;
  switch (rules.kind) {
    case "none":
      return passed(`${profile.label} knows no states: every skill is on.`);
    case "switches":
      return switchFinding(profile, rules, session, skill);
    case "levels":
      return levelFinding(rules, session, skill);
    case "allow-list":
      return allowedFinding(rules, session, skill);
    case "entries":
      return entryFinding(rules, session, skill);
    case "off-list":
      return offListFinding(rules, session, skill);
    case "off-patterns":
      return offPatternFinding(rules, session, skill);
  }
}

function entryFinding({ file, section, list }: StateEntries, { states, place }: Session, skill: Skill): RuleFinding {
  const at = { path: placePath(place, file) };
  const entries = `[[${section}.${list}]] of ${placeLabel(file)}`;
  if (states.get(skill.location) !== "off") return passed(`No entry of ${entries} turns it off.`, at);
  return failed(`The last entry of ${entries} that means it says enabled = false.`, "Turn it on.", { place: at });
}

function offListFinding(rules: OffList, { states, place }: Session, { name, location }: Skill): RuleFinding {
  const { files, keys } = rules;
  const at = { path: placePath(place, files[0] ?? { scope: "home", path: "" }) };
  const list = `${keys.join(".")} of ${files.map(placeLabel).join(" or ")}`;
  if (states.get(location) !== "off") return passed(`${list} does not name ${name}, so it is on.`, at);
  return failed(`${list} names ${name}.`, "Turn it on.", { place: at });
}

function offPatternFinding({ files, key }: OffPatterns, { states }: Session, { location }: Skill): RuleFinding {
  const list = `${key} of ${files.map(placeLabel).join(" or ")}`;
  if (states.get(location) !== "off") return passed(`No pattern in ${list} turns it off.`);
  return failed(`A pattern in ${list} turns it off.`, "Turn it on.");
}

type Switches = Extract<StateRules, { kind: "switches" }>;

function switchFinding(profile: Profile, rules: Switches, { files, place }: Session, { name }: Skill): RuleFinding {
  const path = placePath(place, rules.file);
  const label = placeLabel(rules.file);
  const text = readText(files, path);
  if (text === undefined) return passed(`There is no ${label}, so every skill is on.`);
  const [notice] = stateNotices(profile, files, place);
  if (notice?.code === "state-file-ignored") {
    const tested = `${label} is ignored (${notice.data.detail}), so every skill is on.`;
    return { outcome: "warned", tested, place: { path, line: 1 }, fix: "Fix the file." };
  }
  const isOn = readSwitchFile(rules, files, place).get(name);
  const at = { path, line: keyLine(text, rules.key, name) };
  if (isOn === undefined) return passed(`${label} does not name ${name}, so it is on.`, { path });
  if (isOn) return passed(`${label} has ${rules.key}.${name}: true.`, at);
  return failed(`${label} has ${rules.key}.${name}: false.`, "Turn the skill on.", { place: at });
}

function levelFinding(rules: StateLevels, { files, place }: Session, skill: Skill): RuleFinding {
  const { name, initialState, location } = skill;
  if (isSpared(rules, skill)) return passed(`Skills of plugins stay at ${rules.words[rules.initial]}.`);
  const words = rules.files.map((file) => ({ file, word: readWords(rules, files, placePath(place, file)).get(name) }));
  const named = words.find(({ word }) => word !== undefined);
  const word = named?.word ?? initialState ?? rules.words[rules.initial];
  const source = named
    ? `${placeLabel(named.file)} has ${rules.key}.${name}: ${word}`
    : unnamedText(rules, skill, word);
  const at = named ? filePlace({ files, place }, rules, { ...named, name }) : { path: location };
  if (word !== rules.words.off && Object.values(rules.words).includes(word)) return passed(`${source}.`, at);
  const known = Object.values(rules.words);
  const unknown = known.includes(word) ? "" : `, which is none of ${known.join(", ")} and counts as off`;
  return failed(`${source}${unknown}.`, `Set it to ${rules.words.on} or ${rules.words.active}.`, { place: at });
}

function unnamedText(rules: StateLevels, { name, initialState }: Skill, word: string): string {
  const none = `${rules.files.map(placeLabel).join(" and ")} do not name ${name}`;
  return initialState === undefined
    ? `${none}, so that it is at ${word}`
    : `${none}, and its frontmatter says state: ${word}`;
}

function filePlace(
  { files, place }: Pick<Session, "files" | "place">,
  { key }: StateLevels,
  { file, name }: { readonly file: ScopedPath; readonly name: string },
) {
  const path = placePath(place, file);
  return { path, line: keyLine(readText(files, path) ?? "", key, name) };
}

function keyLine(text: string, key: string, name: string): number {
  return lineWith(text, JSON.stringify(name), JSON.stringify(key));
}

/** Whether the list of allowed skills, if there is one, has the skill. */
function allowedFinding(rules: AllowList, session: Session, { name }: Skill): RuleFinding {
  const config = readConfig(rules, session.files, session.place);
  const allowed = config.kind === "config" ? config.allowed : [];
  const at = settingPlace(rules, session, "allowed");
  if (allowed.length === 0) return passed(`There is no list ${rules.section}.allowed, which allows every skill.`);
  const list = `${at.label} allows ${allowed.join(", ")}`;
  if (allowed.includes(name)) return passed(`${list}, and so this skill.`, at);
  return failed(`${list}, and not ${name}.`, `Add ${name} to ${rules.section}.allowed.`, { place: at });
}

/** Sets the state that a rule asks for, in the file that decides. */
export function setStateFixes(inquiry: Inquiry, wanted: SkillState): readonly QuickFix[] {
  const { profile, session, candidate } = inquiry;
  const skill = candidate?.outcome.kind === "loaded" ? candidate.skill : undefined;
  if (!skill) return [];
  if (profile.states.kind === "allow-list") return allowFixes(profile.states, session, skill);
  const change = setState(profile, session, { skill, state: wanted, ...decidingFile(profile, session, skill) });
  const label = wanted === "active" ? `Set ${skill.name} to active` : `Turn ${skill.name} on`;
  return change ? [{ label, writes: change.writes, moves: [] }] : [];
}

/** Of several state files the first that names the skill decides. */
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
