import { sortSkills } from "#lib/harness/discovery/roots.ts";
import type { Catalog, CatalogBudget, CatalogRow, CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Discovery, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState, States } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate, skillValues } from "#lib/harness/vocabulary/template.ts";

/** What the model is told of the skills, exactly, and which part of it tells of which skill. */
export function renderCatalog(profile: Profile, discovery: Pick<Discovery, "skills">, states: States): Catalog {
  const { catalog: rules } = profile;
  const { channel } = rules.delivery;
  const listed = listedSkills(profile, discovery.skills, states);
  if (listed.length === 0) return { channel, text: rules.empty, rows: [] };
  const rows: CatalogRow[] = [];
  let text = rules.head;
  for (const { skill, row } of catalogRows(rules, listed)) {
    if (rows.length > 0) text += rules.separator;
    rows.push({ skill: skill.name, location: skill.location, start: text.length, end: text.length + row.length });
    text += row;
  }
  return { channel, text: text + rules.tail, rows };
}

function listedSkills(profile: Profile, skills: readonly Skill[], states: States): readonly Skill[] {
  const { lists, sorted } = profile.catalog;
  const listed = skills.filter((skill) => isListed(states.get(skill.location), lists) && !isHiddenFrom(skill, "model"));
  return sorted ? sortSkills(profile, listed, sorted === true ? "name" : sorted) : listed;
}

/** Whether a skill in this state is in the catalog, unless its frontmatter hides it. */
export function isListed(state: SkillState | undefined, least: "on" | "active"): boolean {
  return state === "active" || (least === "on" && state === "on");
}

/** A person's message with the catalog beside it. The blank line between them counts as the reminder's. */
export interface RemindedMessage {
  readonly text: string;
  /** Where in `text` the reminder begins, and how long it is. */
  readonly at: number;
  readonly length: number;
}

/**
 * A person's message as the model gets it from a harness that tells of its skills in a reminder; `undefined` where it
 * adds nothing. `reminded`: the catalog as the conversation has it so far, which is not told again.
 */
export function remindedMessage(
  { catalog: { delivery } }: Profile,
  catalog: Catalog,
  message: string,
  reminded: string | undefined,
): RemindedMessage | undefined {
  if (delivery.channel !== "reminder" || catalog.text === "" || catalog.text === reminded) return undefined;
  const reminder = fillTemplate(delivery.wrapper, { catalog: catalog.text });
  const length = reminder.length + 2;
  return delivery.stands === "before"
    ? { text: `${reminder}\n\n${message}`, at: 0, length }
    : { text: `${message}\n\n${reminder}`, at: message.length, length };
}

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
