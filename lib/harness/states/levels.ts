import {
  goField,
  goJsonText,
  isObject,
  isSameKey,
  parseJsonObject,
  parseMarkedJson,
  parseShaped,
} from "#lib/harness/go/json.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { FileWrite, Launch, Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import {
  type SkillState,
  type StateLevels,
  type StateSetting,
  type States,
  stateValue,
} from "#lib/harness/vocabulary/states.ts";
import { misshapen } from "#lib/skills/json-shape.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** The state of each skill, from the files, its frontmatter or the harness's default. */
export function readLevels(rules: StateLevels, launch: Launch): States {
  return new Map([...readStateWords(rules, launch)].map(([location, word]) => [location, stateOf(rules, word)]));
}

/** The state of each skill in the harness's words, or in a word that it does not know. */
export function readStateWords(rules: StateLevels, { files, place, discovery }: Launch): ReadonlyMap<string, string> {
  const wordFor = settledWords(rules, { files, place });
  const wordOf = (skill: Skill) => {
    const { name, initialState = rules.words[rules.initial] } = skill;
    return (isSpared(rules, skill) ? undefined : wordFor(name)) ?? initialState;
  };
  return new Map(discovery.skills.map((skill) => [skill.location, wordOf(skill)]));
}

function settledWords(rules: StateLevels, { files, place }: Pick<Launch, "files" | "place">) {
  const kept = rules.files.map((file) => readWords(rules, files, placePath(place, file)));
  return (name: string) => kept.find((words) => words.has(name))?.get(name);
}

/** The state that the files give to a skill of this name, whichever it is. */
export function levelOfName(rules: StateLevels, launch: Pick<Launch, "files" | "place">): (name: string) => SkillState {
  const wordFor = settledWords(rules, launch);
  return (name) => stateOf(rules, wordFor(name) ?? rules.words[rules.initial]);
}

/** Whether the files do not decide for this skill. */
export function isSpared({ sparesPlugins }: StateLevels, { namespace }: Skill): boolean {
  return sparesPlugins === true && namespace !== undefined;
}

function stateOf({ words }: StateLevels, word: string): SkillState {
  return (["active", "named", "on"] as const).find((state) => words[state] === word) ?? "off";
}

/** The words in a file, by skill. Empty if the file is missing or malformed. */
export function readWords(rules: StateLevels, files: Files, path: string): ReadonlyMap<string, string> {
  return parseWords(rules, readText(files, path) ?? "{}") ?? new Map();
}

function parseWords({ key, shape }: StateLevels, text: string): ReadonlyMap<string, string> | undefined {
  const object = shape ? parseShaped(text, shape) : parseJsonObject(text);
  const words = object && (goField(object, key) ?? {});
  if (!isObject(words)) return undefined;
  // Go reads a null as the empty text, which is not one of the words.
  const entries = Object.entries(words).map(([name, word]) => [name, word ?? ""] as const);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === "string")
    ? new Map(entries)
    : undefined;
}

/** Findings about a file that the harness cannot read, and about words that it does not know. */
export function levelNotices(rules: StateLevels, files: Files, place: Place): readonly Notice[] {
  return rules.files.flatMap((file) => {
    const path = placePath(place, file);
    const text = readText(files, path);
    const words = text === undefined ? new Map<string, string>() : parseWords(rules, text);
    if (!words) return [ignored(path, whyIgnored(rules, text ?? ""))];
    const known = Object.values(rules.words);
    return [...words]
      .filter(([, word]) => !known.includes(word))
      .map(([name, word]) => ignored(path, `${word}, the state of ${name}, is none of ${known.join(", ")}`));
  });
}

function whyIgnored({ key, shape = {} }: StateLevels, text: string): string {
  const object = parseMarkedJson(text);
  const wrong = object && misshapen(object, shape);
  return wrong === undefined ? `not a JSON object with ${key}` : `${wrong} is wrong, so nothing in it counts`;
}

function ignored(path: string, detail: string): Notice {
  return { code: "state-file-ignored", severity: "warning", path, line: 1, data: { detail } };
}

/** Writes a skill's state; other keys of the file stay. */
export function setLevel(rules: StateLevels, { files, place }: Session, setting: Required<StateSetting>): FileWrite {
  const { skill, state, file } = setting;
  const target = rules.files[file] ?? rules.files[0];
  if (!target) throw new Error("A profile with levels needs a state file.");
  const path = placePath(place, target);
  const object = parseJsonObject(readText(files, path) ?? "{}") ?? {};
  const written = goField(object, rules.key);
  const words = rules.shape && isObject(written) ? written : Object.fromEntries(readWords(rules, files, path));
  const others = Object.entries(object).filter(([key]) => !isSameKey(key, rules.key));
  const text = goJsonText({
    ...Object.fromEntries(others),
    [rules.key]: { ...words, [skill.name]: stateValue(rules.words, state) },
  });
  return { path, text };
}
