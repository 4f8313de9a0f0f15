import { isObject } from "#lib/harness/go/json.ts";
import { parseSettings } from "#lib/harness/go/yaml-settings.ts";
import { readConfig, whyListIsOff } from "#lib/harness/states/allow-list.ts";
import { isSpared, readWords } from "#lib/harness/states/levels.ts";
import { stateNotices } from "#lib/harness/states/states.ts";
import { readSwitchFile } from "#lib/harness/states/switches.ts";
import { placeLabel, placePath, type ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { AllowList, StateEntries, StateLevels, StateRules } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { failed, lineWith, passed, type RuleFinding } from "./finding.ts";

/** Whether a loaded skill is on, and which file and key say so. */
export function stateFinding(profile: Profile, session: Session, skill: Skill): RuleFinding {
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
  }
}

function entryFinding({ file, section, list }: StateEntries, { states, place }: Session, skill: Skill): RuleFinding {
  const at = { path: placePath(place, file) };
  const entries = `[[${section}.${list}]] of ${placeLabel(file)}`;
  if (states.get(skill.location) !== "off") return passed(`No entry of ${entries} turns it off.`, at);
  return failed(`The last entry of ${entries} that means it says enabled = false.`, "Turn it on.", { place: at });
}

type Switches = Extract<StateRules, { kind: "switches" }>;

function switchFinding(profile: Profile, rules: Switches, { files, place }: Session, { name }: Skill): RuleFinding {
  const path = placePath(place, rules.file);
  const label = placeLabel(rules.file);
  const text = readText(files, path);
  if (text === undefined) return passed(`There is no ${label}, so that every skill is on.`);
  const [notice] = stateNotices(profile, files, place);
  if (notice?.code === "state-file-ignored") {
    const tested = `${label} is passed over (${notice.data.detail}), so that every skill is on.`;
    return { outcome: "warned", tested, place: { path, line: 1 }, fix: "Mend the file." };
  }
  const isOn = readSwitchFile(rules, files, place).get(name);
  const at = { path, line: keyLine(text, rules.key, name) };
  if (isOn === undefined) return passed(`${label} does not name ${name}, so that it is on.`, { path });
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
  const unknown = known.includes(word) ? "" : `, which is none of ${known.join(", ")} and as good as off`;
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

/** Whether the whole feature is on, and what says so. */
export function featureFinding(rules: AllowList, session: Session): RuleFinding {
  const { files, place, isOff } = session;
  const config = readConfig(rules, files, place);
  const at = settingPlace(rules, session, "enabled");
  if (config.kind === "undecodable") {
    return failed("The harness stops at this setting.", "Mend the setting.", { place: at, says: [config.message] });
  }
  if (!config.enabled) {
    const tested = `${at.label} has a section ${rules.section} that is not enabled.`;
    return failed(tested, `Write ${rules.section}.enabled: true there.`, { place: at });
  }
  if (isOff && whyListIsOff(rules, { files, place }) === undefined) {
    const tested = `The harness was started with ${rules.launchSwitch}.`;
    return failed(tested, `Start it without ${rules.launchSwitch}.`);
  }
  return passed(
    at.isSet ? `${at.label} has ${rules.section}.enabled: true.` : "No configuration turns skills off.",
    at,
  );
}

/** Whether the list of those allowed, where there is one, has the skill. */
function allowedFinding(rules: AllowList, session: Session, { name }: Skill): RuleFinding {
  const config = readConfig(rules, session.files, session.place);
  const allowed = config.kind === "config" ? config.allowed : [];
  const at = settingPlace(rules, session, "allowed");
  if (allowed.length === 0) return passed(`There is no list ${rules.section}.allowed, which allows every skill.`);
  const list = `${at.label} allows ${allowed.join(", ")}`;
  if (allowed.includes(name)) return passed(`${list}, and so this skill.`, at);
  return failed(`${list}, and not ${name}.`, `Add ${name} to ${rules.section}.allowed.`, { place: at });
}

interface SettingPlace {
  readonly path: string;
  readonly line: number;
  readonly label: string;
  readonly isSet: boolean;
}

/** The file that sets a key of the section, else the first that has the section, else the first of all. */
function settingPlace(rules: AllowList, { files, place }: Session, key: string): SettingPlace {
  const layers = rules.files.map((file) => {
    const path = placePath(place, file);
    const text = readText(files, path) ?? "";
    const section = parseSettings(text)?.[rules.section];
    const isSet = isObject(section) && Object.hasOwn(section, key);
    return { path, text, label: placeLabel(file), isSet, hasSection: section !== undefined };
  });
  const layer = layers.find(({ isSet }) => isSet) ?? layers.find(({ hasSection }) => hasSection) ?? layers[0];
  if (!layer) return { path: "", line: 1, label: "", isSet: false };
  const { text, ...rest } = layer;
  const part = layer.isSet ? `${key}:` : `${rules.section}:`;
  return { ...rest, line: lineWith(text.toLowerCase(), part, `${rules.section}:`) };
}
