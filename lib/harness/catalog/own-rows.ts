import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import type { CatalogRules, CatalogSettings, OwnSkill } from "#lib/harness/vocabulary/catalog.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import { isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { charactersOf, type Entry } from "./budget.ts";

/** The rules, with the numbers that a person's settings replace. The first file that has a key decides. */
export function settledRules(rules: CatalogRules, files: Files, place: Place): CatalogRules {
  const { settings, summary, budget, own } = rules;
  if (!settings) return rules;
  const values = settingsIn(settings, files, place);
  const share = values.get(settings.share);
  const limit = values.get(settings.summaryLimit);
  const isShare = typeof share === "number" && share > 0 && share <= 1;
  const isLimit = typeof limit === "number" && Number.isInteger(limit) && limit > 0;
  const withoutOwn = values.get(settings.withoutOwn) === true;
  const room = roomIn(values.get(settings.room));
  if (!isShare && !isLimit && !withoutOwn && room === undefined) return rules;
  const budgeted = { ...(isShare && { share }), ...(room !== undefined && { limit: room }) };
  return {
    ...rules,
    ...(summary && { summary: isLimit ? { ...summary, limit } : summary }),
    ...(budget && { budget: { ...budget, ...budgeted } }),
    ...(own && { own: withoutOwn ? [] : own }),
  };
}

function settingsIn(settings: CatalogSettings, files: Files, place: Place): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const file of settings.files) {
    const object = parseJsonObject(readText(files, placePath(place, file)) ?? "{}");
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
