import { isObject, parseShaped } from "#lib/harness/go/json.ts";
import { levelOfName } from "#lib/harness/states/levels.ts";
import type { CatalogRules, CatalogSettings, OwnSkill } from "#lib/harness/vocabulary/catalog.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { charactersOf, type Entry } from "./budget.ts";

/** A profile's rules, with what a person's settings replace. The first file that has a key decides. */
export function settledRules(
  { catalog: rules, states }: Pick<Profile, "catalog" | "states">,
  files: Files,
  place: Place,
): CatalogRules {
  const { settings, summary, budget } = rules;
  if (!settings) return rules;
  const own = states.kind === "levels" ? ownInStates(rules, levelOfName(states, { files, place })) : rules.own;
  const values = settingsIn(settings, files, place);
  const share = values.get(settings.share);
  const limit = values.get(settings.summaryLimit);
  const isShare = typeof share === "number";
  const isLimit = typeof limit === "number";
  const withoutOwn = values.get(settings.withoutOwn) === true;
  const room = roomIn(values.get(settings.room));
  const budgeted = { ...(isShare && { share }), ...(room !== undefined && { limit: room }) };
  return {
    ...rules,
    ...(summary && { summary: isLimit ? { ...summary, limit } : summary }),
    ...(budget && { budget: { ...budget, ...budgeted } }),
    ...(own && { own: withoutOwn ? [] : own }),
  };
}

/** The program's own skills that are on, with nothing but a name where the settings want that. */
function ownInStates({ own }: CatalogRules, stateOf: (name: string) => SkillState): CatalogRules["own"] {
  return own?.flatMap((skill) => {
    const state = stateOf(skill.name);
    return state === "named" ? [{ ...skill, columns: 0 }] : state === "active" ? [skill] : [];
  });
}

function settingsIn(settings: CatalogSettings, files: Files, place: Place): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const file of settings.files) {
    const object = parseShaped(readText(files, placePath(place, file)) ?? "{}", settings.shape);
    const env = isObject(object?.env) ? object.env : {};
    for (const key of [settings.share, settings.summaryLimit, settings.withoutOwn, settings.room]) {
      const holder = key === settings.room ? env : object;
      if (holder && Object.hasOwn(holder, key) && !values.has(key)) values.set(key, holder[key]);
    }
  }
  return values;
}

/** The number of a variable, which is a text for a program: of a number that is not whole its beginning. */
function roomIn(value: unknown): number | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return Number.isNaN(Number(text)) ? undefined : Number.parseInt(text, 10) || undefined;
}

/** The program's own skills whose names no skill of a person has. A skill hidden from the model does not count as having the name. */
export function ownSkills(
  { own = [] }: CatalogRules,
  skills: readonly Pick<Skill, "name" | "hiddenFrom">[],
): readonly OwnSkill[] {
  const taken = new Set(skills.filter((skill) => !isHiddenFrom(skill, "model")).map(({ name }) => name));
  return own.filter(({ name }) => !taken.has(name));
}

/** What the program's own rows take: those told whole, those that are cut like others, and all of them told whole. */
export function ownRows(rules: CatalogRules, own: readonly OwnSkill[]) {
  const sized = own.map((skill) => ({ skill, entry: ownEntry(rules, skill) }));
  const size = (all: typeof sized) => all.reduce((sum, { entry }) => sum + entry.row(entry.summary.text).length + 1, 0);
  return {
    spared: size(sized.filter(({ skill }) => !skill.isCut)),
    cut: sized.filter(({ skill }) => skill.isCut).map(({ entry }) => entry),
    all: size(sized),
  };
}

/** The entry of a skill of whose summary only the length is known: it uses part of the budget and is not shown. */
function ownEntry({ row, summary, ownLevel = "" }: CatalogRules, { name, columns }: OwnSkill): Entry {
  const most = Math.min(columns, summary?.limit ?? columns);
  return {
    name,
    summary: charactersOf("x".repeat(most)),
    isNameOnly: false,
    row: (text) =>
      fillTemplate(row, { name, label: "", description: text, summary: text, told: text, level: ownLevel }),
  };
}
