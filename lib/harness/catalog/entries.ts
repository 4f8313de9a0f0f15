import { mapInSteps } from "#lib/async/steps.ts";
import type { CatalogRules, SummaryCut, SummaryRules } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { skillValues } from "#lib/harness/vocabulary/skill-values.ts";
import type { States } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate, type TemplateValues } from "#lib/harness/vocabulary/template.ts";
import { plainLine } from "#lib/skills/plain-line.ts";
import { beginningOf, charactersOf, type Entry } from "./budget.ts";

/** A row of the catalog. The length of its summary is that before the limit of each summary. */
export interface SkillEntry extends Entry {
  readonly skill: Skill;
  readonly length: number;
  /** What the summary lost before it was measured. */
  readonly cut?: SummaryCut;
}

/** The skill's level, if it differs from that of the skill before; else an empty text. */
export function opening({ level = "" }: Skill, before: Skill | undefined): string {
  return before?.level === level ? "" : level;
}

export function entryOf({ row, summary: rule }: CatalogRules, skill: Skill, states: States, opens = ""): SkillEntry {
  const values = { ...skillValues(skill), opens };
  const { all, told } = summaryOf(
    rule,
    fillTemplate(rule?.text ?? "", rule?.of === "plain-lines" ? plain(values) : values),
  );
  const isNameOnly = states.get(skill.location) === "named";
  // A summary of invisible characters counts as told, too.
  const isTold = (summary: string) => summary !== "" || (told.length === 0 && !isNameOnly);
  return {
    skill,
    name: skill.name,
    length: all.length,
    summary: told,
    isNameOnly,
    row: (summary) => fillTemplate(row, { ...values, summary, told: isTold(summary) ? "yes" : "" }),
  };
}

/** Every row with only the first line of its description. */
export function* firstLines(
  rules: CatalogRules,
  { head, entries }: Layout,
  states: States,
): Generator<undefined, Layout> {
  const short = yield* mapInSteps(entries, ({ skill }) => {
    const { whenToUse = "", ...rest } = skill;
    const description = (skill.description.split("\n", 1)[0] ?? "").trim();
    const [told = 0, of = 0] = [description, skill.description + whenToUse].map((text) => charactersOf(text).length);
    const entry = entryOf(rules, { ...rest, description }, states);
    return told === of ? { ...entry, skill } : { ...entry, skill, cut: { by: "budget", told, of } as const };
  });
  return { head, entries: short };
}

function plain(values: TemplateValues): TemplateValues {
  const lines = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? plainLine(value) : value,
  ]);
  return Object.fromEntries(lines) as TemplateValues;
}

/** A summary, cut to the limit of each summary. */
function summaryOf(rule: SummaryRules | undefined, text: string) {
  const all = charactersOf(text);
  const isUtf16 = rule?.counts === "utf-16";
  const length = isUtf16 ? text.length : all.length;
  if (rule === undefined || length <= rule.limit) return { all, told: all };
  const room = rule.limit - rule.ending.length;
  const beginning = isUtf16 ? text.slice(0, room).toWellFormed() : beginningOf(all, room);
  return { all, told: charactersOf(beginning + rule.ending) };
}

/** The entry with another location in its row; the summary does not depend on it. */
export function entryAt({ row }: CatalogRules, entry: SkillEntry, location: string): SkillEntry {
  const values = { ...skillValues(entry.skill), location };
  return { ...entry, row: (summary) => fillTemplate(row, { ...values, summary, told: summary }) };
}

/** How many characters of a summary are told if there is room. */
export function mostOf({ isNameOnly, summary }: SkillEntry): number {
  return isNameOnly ? 0 : summary.length;
}

export interface Layout {
  readonly head: string;
  readonly entries: readonly SkillEntry[];
}
