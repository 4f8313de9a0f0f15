import { isObject } from "#lib/harness/go/json.ts";
import { editYaml, parseSettings } from "#lib/harness/go/yaml-settings.ts";
import { type QuickFix, withWrites, writing } from "#lib/harness/rules/types/quick-fix.ts";
import { whyListIsOff } from "#lib/harness/states/allow-list.ts";
import { lineWith } from "#lib/harness/vocabulary/finding.ts";
import { placeLabel, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { AllowList } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";

/** Where a setting of an allow list is, or would be written. */
export interface SettingPlace {
  readonly path: string;
  readonly line: number;
  readonly label: string;
  readonly isSet: boolean;
}

/** The file that sets a key of the section, else the first file with the section, else the first file. */
export function settingPlace(rules: AllowList, { files, place }: Session, key: string): SettingPlace {
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

/** Writes the settings into the topmost file, if that turns the feature on. */
export function settingFix(
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
