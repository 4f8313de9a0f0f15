import { finish, mapInSteps } from "#lib/async/steps.ts";
import { parseTomlObject } from "#lib/harness/go/toml.ts";
import { sortSkills } from "#lib/harness/roots/roots.ts";
import { isDenied, permissionRules } from "#lib/harness/states/permissions.ts";
import { isToolTaken } from "#lib/harness/states/tool-rules.ts";
import type { Catalog, CatalogBudget, CatalogRow, CatalogRules, SummaryCut } from "#lib/harness/vocabulary/catalog.ts";
import { placePath } from "#lib/harness/vocabulary/places.ts";
import { type Profile, windowFor } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { type Discovery, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { readText } from "#lib/vfs/files.ts";
import { printed, rootAliases, shortened, tableOf } from "./aliases.ts";
import { type Allotment, allot, beginningOf, budgetLimit, charactersOf, readUses, textCost } from "./budget.ts";
import { entryAt, entryOf, firstLines, type Layout, mostOf, opening, type SkillEntry } from "./entries.ts";
import { ownRows, ownSkills, settledRules } from "./own-rows.ts";
import { isWaiting } from "./waiting.ts";

/** The exact text by which the model is told of the skills, and which part of it is about which skill. */
export function renderCatalog(profile: Profile, source: CatalogSource): Catalog {
  return finish(renderCatalogInSteps(profile, source));
}

/** As `renderCatalog`, with a yield after each part of the work on each skill. */
export function* renderCatalogInSteps(profile: Profile, source: CatalogSource): Generator<undefined, Catalog> {
  const { catalog: rules } = profile;
  const { channel } = rules.delivery;
  const all = listedSkills(profile, source);
  const skills = all.filter((skill) => !isWaiting(skill, source.place));
  const held = all.filter((skill) => isWaiting(skill, source.place)).map(({ location }) => location);
  const waiting = held.length > 0 && { waiting: held };
  if (isToolTaken(profile, source)) return { channel, text: "", rows: [], withoutTool: true, ...waiting };
  if (skills.length === 0) return { channel, text: rules.empty, rows: [], ...waiting };
  if (isUndocumented(profile, "catalog"))
    return { channel, text: "", rows: [], undocumented: skills.map(({ location }) => location), ...waiting };
  const { head, rows: fitted, ...budget } = yield* fitRows(profile, source, skills);
  const { leftOut: withoutRow = [], ...rest } = budget;
  const others = othersTold(rules, skills, { withoutRow, own: budget.own?.names });
  const rows: CatalogRow[] = [];
  const parts = [head];
  let end = head.length;
  for (const { skill, row, cut } of fitted) {
    if (rows.length > 0) {
      parts.push(rules.separator);
      end += rules.separator.length;
    }
    const { name, location } = skill;
    rows.push({ skill: name, location, start: end, end: end + row.length, ...(cut && { cut }) });
    parts.push(row);
    end += row.length;
    yield;
  }
  // Joined here: a string made by addition would be put together by its first reader, the page while it draws.
  const text = parts.join("") + others.text + rules.tail;
  yield;
  const named = others.rows.map((row) => ({ ...row, start: row.start + end, end: row.end + end }));
  const leftOut = others.leftOut.length > 0 && { leftOut: others.leftOut };
  return { channel, text, rows: [...rows, ...named], ...rest, ...leftOut, ...waiting };
}

/** What is told of the skills without a row. */
interface Others {
  readonly text: string;
  /** The position of each name in the text. */
  readonly rows: readonly CatalogRow[];
  /** Locations of the skills that are not even named. */
  readonly leftOut: readonly string[];
}

interface WithoutRow {
  /** Locations of a person's skills. */
  readonly withoutRow: readonly string[];
  /** Names of the program's own skills, which follow those of a person and are not in the text. */
  readonly own?: readonly string[] | undefined;
}

/** The text after the rows with the names of skills that have no room, if the harness has one. */
function othersTold({ budget }: CatalogRules, skills: readonly Skill[], { withoutRow, own = [] }: WithoutRow): Others {
  if (budget?.others === undefined || withoutRow.length === 0) return { text: "", rows: [], leftOut: withoutRow };
  const { text, limit, more } = budget.others;
  const [before = "", after = ""] = text.split("{names}");
  const without = new Set(withoutRow);
  const others = skills.filter(({ location }) => without.has(location));
  const names = [...others.map(({ name }) => name), ...own];
  const ends = endsOf(names);
  const room = limit - before.trimStart().length - after.length;
  const told = ends.filter((end) => end <= room).length;
  const rows = others.slice(0, told).map(({ name, location, description }, index): CatalogRow => {
    const end = before.length + (ends[index] ?? 0);
    const cut = { by: "budget", told: 0, of: charactersOf(description).length } as const;
    return { skill: name, location, start: end - name.length, end, cut };
  });
  const listed = names.slice(0, rows.length).join(separator);
  const ending = told < names.length ? fillTemplate(more, { count: String(names.length - told) }) : "";
  const leftOut = others.slice(told).map(({ location }) => location);
  return { text: before + listed + ending + after, rows, leftOut };
}

/** Where each name ends in the text of all of them. */
function endsOf(names: readonly string[]): readonly number[] {
  let end = -separator.length;
  return names.map(({ length }) => (end += separator.length + length));
}

/** Between the names of skills without a row. */
const separator = ", ";

function listedSkills(profile: Profile, source: CatalogSource): readonly Skill[] {
  const { lists, sorted } = profile.catalog;
  const { discovery, states } = source;
  const rules = permissionRules(profile, source);
  const listed = discovery.skills.filter((skill) => {
    return isListed(states.get(skill.location), lists) && isToldOf(skill) && !isDenied(rules, skill.name);
  });
  return sorted ? sortSkills(profile, listed, sorted === true ? "name" : sorted) : listed;
}

/** Whether a catalog may tell of a skill, whatever its state. */
export function isToldOf(skill: Skill): boolean {
  return !isHiddenFrom(skill, "model") && !skill.isUndescribed;
}

/** Whether a skill in this state is in the catalog, unless its frontmatter hides it. */
export function isListed(state: SkillState | undefined, least: "on" | "active"): boolean {
  return state === "active" || state === "named" || (least === "on" && state === "on");
}

/** The data that a catalog is rendered from. */
export interface CatalogSource extends Pick<Session, "files" | "place" | "states" | "window"> {
  readonly discovery: Pick<Discovery, "skills">;
  /** The conversation has been told of the program's own skills, which take no room beside these. */
  readonly isNews?: true;
}

/** The rows of a catalog with their cut summaries, and the text above them. */
interface FittedRows extends Pick<Catalog, "budget" | "own" | "leftOut" | "warnings"> {
  readonly head: string;
  readonly rows: readonly { readonly skill: Skill; readonly row: string; readonly cut?: SummaryCut }[];
}

/** Cuts each summary and all summaries together to the harness's limits. */
function* fitRows(profile: Profile, source: CatalogSource, skills: readonly Skill[]): Generator<undefined, FittedRows> {
  const settled = settledRules(profile, source.files, source.place);
  const rules = source.isNews ? { ...settled, head: settled.laterHead ?? settled.head } : settled;
  const entries = yield* mapInSteps(skills, (skill, index) =>
    entryOf(rules, skill, source.states, opening(skill, skills[index - 1])),
  );
  const plain: Layout = { head: rules.head, entries };
  if (!rules.budget) return { head: rules.head, rows: yield* rowsOf({ ...plain, told: entries.map(mostOf) }) };
  const { budget } = rules;
  const window = windowIn(budget, source) ?? windowFor({ catalog: rules }, source.window);
  const limit = budgetLimit(budget, window);
  const uses = readUses(budget.uses, source.files, source.place);
  const own = source.isNews ? [] : ownSkills(rules, source.discovery.skills);
  // With `in-order` the program's own skills follow a person's and take what those leave.
  const ownUse = ownRows(rules, budget.cuts === "in-order" ? [] : own);
  function* measure(layout: Layout, overhead = 0): Generator<undefined, Fitted> {
    const taken = overhead + ownUse.spared;
    const allotment = yield* allot(budget, [...layout.entries, ...ownUse.cut], limit - taken, uses);
    return {
      ...layout,
      ...allotment,
      told: allotment.told.slice(0, layout.entries.length),
      used: allotment.used + taken,
    };
  }
  const uncut = yield* measure(plain);
  const isOver = budget.cuts === "first-lines" && uncut.needed > limit - ownUse.spared;
  const whole = isOver ? yield* measure(yield* firstLines(rules, plain, source.states)) : uncut;
  const best = budget.aliases ? yield* withAliases(profile, source, whole, measure) : whole;
  const leftOut = skills.filter((_, index) => best.told[index] === undefined).map(({ location }) => location);
  const warnings = warningsOf(budget, best);
  return {
    head: best.head,
    rows: yield* rowsOf(best),
    budget: {
      unit: budget.unit,
      share: budget.share,
      window,
      limit,
      needed: uncut.needed + ownUse.spared,
      used: best.used,
    },
    ...(own.length > 0 && { own: { names: own.map(({ name }) => name), used: ownRows(rules, own).all } }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The window that a person's settings give. */
function windowIn({ windowIn: rule }: CatalogBudget, { files, place }: CatalogSource): number | undefined {
  const window = rule && parseTomlObject(readText(files, placePath(place, rule)) ?? "")?.[rule.key];
  return typeof window === "number" && window > 0 ? window : undefined;
}

interface Fitted extends Layout, Allotment {}

function* rowsOf({ entries, told }: Layout & Pick<Allotment, "told">): Generator<undefined, FittedRows["rows"]> {
  const rows = yield* mapInSteps(entries, (entry, index) => {
    const characters = told[index];
    if (characters === undefined) return [];
    const cut = cutOf(entry, characters);
    return [{ skill: entry.skill, row: entry.row(beginningOf(entry.summary, characters)), ...(cut && { cut }) }];
  });
  return rows.flat();
}

function cutOf({ cut, summary, length: of, isNameOnly }: SkillEntry, told: number): SummaryCut | undefined {
  if (cut) return cut;
  if (told < summary.length) return { by: isNameOnly ? "state" : "budget", told, of };
  return summary.length < of ? { by: "limit", told, of } : undefined;
}

/** The catalog with short names for the roots. */
function* withAliases(
  profile: Profile,
  source: CatalogSource,
  plain: Fitted,
  measure: (layout: Layout, overhead: number) => Generator<undefined, Fitted>,
): Generator<undefined, Fitted> {
  const { catalog: rules } = profile;
  const aliases = rules.budget?.aliases;
  if (!rules.budget || !aliases) return plain;
  const skills = plain.entries.map(({ skill }) => skill);
  const roots = yield* rootAliases(profile, aliases, source, skills);
  const head = fillTemplate(rules.head, { table: tableOf(aliases, roots) });
  const entries = yield* mapInSteps(plain.entries, (entry) =>
    entryAt(rules, entry, shortened(roots, printed(entry.skill))),
  );
  return yield* measure({ head, entries }, Math.max(0, textCost(rules.budget.unit, head) - aliases.spared));
}

/** Number of characters of all summaries that are not told. */
function lostOf({ entries, told }: Fitted): number {
  return entries.reduce((sum, { summary }, index) => sum + summary.length - (told[index] ?? 0), 0);
}

function warningsOf({ warnings: rules }: CatalogBudget, fitted: Fitted): readonly string[] {
  const { entries, told } = fitted;
  const count = told.filter((each) => each === undefined).length;
  if (count > 0 && rules?.leftOut !== undefined) {
    const [plural, verb] = count === 1 ? ["", "was"] : ["s", "were"];
    return [fillTemplate(rules.leftOut, { count: String(count), plural, verb })];
  }
  const { shortened: rule } = rules ?? {};
  return rule && Math.ceil(lostOf(fitted) / entries.length) > rule.above ? [rule.text] : [];
}
