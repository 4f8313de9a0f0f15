import { placeLabel, placePath } from "#lib/harness/discovery/roots.ts";
import { isSpared, readWords } from "#lib/harness/states/levels.ts";
import { stateNotices } from "#lib/harness/states/states.ts";
import { readSwitchFile } from "#lib/harness/states/switches.ts";
import type { ScopedPath } from "#lib/harness/vocabulary/discovery.ts";
import type { Session, Skill } from "#lib/harness/vocabulary/model.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { StateEntries, StateLevels, StateRules } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { allowedFinding } from "./allow-list-findings.ts";
import { lineWith } from "./line-with.ts";
import { failed, passed, type RuleFinding } from "./rule-test.ts";

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
  const isSynonym = Object.hasOwn(rules.synonyms ?? {}, word);
  if (word === rules.words.on || word === rules.words.active || isSynonym) return passed(`${source}.`, at);
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
