import { placeLabel, placePath } from "#lib/harness/discovery/roots.ts";
import { isObject } from "#lib/harness/go/json.ts";
import { parseSettings } from "#lib/harness/go/yaml-settings.ts";
import { readConfig, whyListIsOff } from "#lib/harness/states/allow-list.ts";
import type { Session, Skill } from "#lib/harness/vocabulary/model.ts";
import type { AllowList } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { lineWith } from "./line-with.ts";
import { failed, passed, type RuleFinding } from "./rule-test.ts";

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
export function allowedFinding(rules: AllowList, session: Session, { name }: Skill): RuleFinding {
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
