import type { CatalogBudget, CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/model.ts";
import { skillValues } from "#lib/harness/vocabulary/skill-values.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";

export interface FilledRow {
  readonly skill: Skill;
  readonly row: string;
}

/** The row of each skill listed, its summary cut where the harness limits one or all together. */
export function catalogRows(rules: CatalogRules, skills: readonly Skill[]): readonly FilledRow[] {
  const { budget } = rules;
  const entries = skills.map((skill) => ({ skill, summary: summaryOf(rules, skill) }));
  if (!budget || costOf(fillRows(rules, entries)) <= budget.characters) return fillRows(rules, entries);
  return cuts[budget.cuts](rules, budget, entries);
}

interface Entry {
  readonly skill: Skill;
  readonly summary: string;
}

function summaryOf({ summary: rule }: CatalogRules, skill: Skill): string {
  if (!rule) return "";
  const text = fillTemplate(rule.text, skillValues(skill));
  const characters = Array.from(text);
  if (characters.length <= rule.limit) return text;
  return characters.slice(0, rule.limit - rule.ending.length).join("") + rule.ending;
}

function fillRows({ row }: CatalogRules, entries: readonly Entry[]): readonly FilledRow[] {
  return entries.map(({ skill, summary }) => ({ skill, row: fillTemplate(row, { ...skillValues(skill), summary }) }));
}

/** In characters, with a line break each. */
function costOf(rows: readonly FilledRow[]): number {
  return rows.reduce((sum, { row }) => sum + Array.from(row).length + 1, 0);
}

type Cut = (rules: CatalogRules, budget: CatalogBudget, entries: readonly Entry[]) => readonly FilledRow[];

const bare = (entry: Entry): Entry => ({ ...entry, summary: "" });

const cuts: Readonly<Record<CatalogBudget["cuts"], Cut>> = {
  /** Every name stays, whatever it costs. */
  "last-first": (rules, { characters }, entries) => {
    let excess = costOf(fillRows(rules, entries)) - characters;
    const kept = entries.toReversed().map((entry) => {
      if (excess <= 0) return entry;
      excess -= costOf(fillRows(rules, [entry])) - costOf(fillRows(rules, [bare(entry)]));
      return bare(entry);
    });
    return fillRows(rules, kept.reverse());
  },
  evenly: (rules, { characters }, entries) => {
    const least = fillRows(rules, entries.map(bare));
    const room = characters - costOf(least);
    return room < 0 ? fitting(least, characters) : fillRows(rules, shared(rules, room, entries));
  },
};

/** The rows that fit, each in turn; one that is too long does not keep out a shorter one after it. */
function fitting(rows: readonly FilledRow[], characters: number): readonly FilledRow[] {
  let room = characters;
  return rows.filter((row) => {
    const cost = costOf([row]);
    if (cost > room) return false;
    room -= cost;
    return true;
  });
}

/** One more character for every summary in turn, until the room is used up. */
function shared(rules: CatalogRules, room: number, entries: readonly Entry[]): readonly Entry[] {
  const texts = entries.map(({ summary }) => Array.from(summary));
  const begins = entries.map((entry) => costOfBeginning(rules, entry));
  const lengths = entries.map(() => 0);
  let left = room;
  for (let grew = true; grew; ) {
    grew = false;
    for (const [index, text] of texts.entries()) {
      const length = lengths[index] ?? 0;
      const cost = length === 0 ? (begins[index] ?? 1) : 1;
      if (length >= text.length || cost > left) continue;
      lengths[index] = length + 1;
      left -= cost;
      grew = true;
    }
  }
  return entries.map((entry, index) => ({ ...entry, summary: (texts[index] ?? []).slice(0, lengths[index]).join("") }));
}

/** What the first character of a summary costs: a row may have blanks around it. */
function costOfBeginning(rules: CatalogRules, entry: Entry): number {
  return costOf(fillRows(rules, [{ ...entry, summary: "x" }])) - costOf(fillRows(rules, [bare(entry)]));
}
