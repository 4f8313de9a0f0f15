import { mapInSteps } from "#lib/async/steps.ts";
import { isObject, parseJsonObject } from "#lib/harness/go/json.ts";
import type { CatalogBudget, UseCounts } from "#lib/harness/vocabulary/catalog.ts";
import { type Place, placePath } from "#lib/harness/vocabulary/places.ts";
import { columnsOf } from "#lib/skills/columns.ts";
import { pythonLength } from "#lib/skills/text-rules.ts";
import { type Files, readText } from "#lib/vfs/files.ts";

/** A text with its number of characters (code points), by which harnesses cut. */
export interface Characters {
  readonly text: string;
  readonly length: number;
}

export function charactersOf(text: string): Characters {
  return { text, length: pythonLength(text) };
}

/** The first `count` characters of a text, or all of it if it has fewer. */
export function beginningOf({ text, length }: Characters, count: number): string {
  if (count >= length) return text;
  return length === text.length ? text.slice(0, count) : Array.from(text).slice(0, count).join("");
}

/** A row that can be written with any beginning of its summary. */
export interface Entry {
  readonly name: string;
  readonly summary: Characters;
  /** Whether its state leaves the summary out, however much room there is. */
  readonly isNameOnly: boolean;
  /** The row with this part of the summary. */
  readonly row: (summary: string) => string;
}

/** How much of each summary is told, and the size of all rows in the budget's unit. */
export interface Allotment {
  /** Characters of each summary, in the order of the entries; `undefined`: the row is left out. */
  readonly told: readonly (number | undefined)[];
  /** Size of all rows without cuts. */
  readonly needed: number;
  readonly used: number;
}

type Unit = CatalogBudget["unit"];

const unitsPerToken: Readonly<Record<Unit, number>> = { characters: 4, tokens: 1 };

/** The most that all rows may take of a window of this many tokens, in the budget's unit. */
export function budgetLimit(
  { limit, share, unit, perToken }: Pick<CatalogBudget, "limit" | "share" | "unit" | "perToken">,
  window: number,
): number {
  if (limit !== undefined) return limit;
  const units = unit === "characters" && perToken !== undefined ? perToken : unitsPerToken[unit];
  return Math.max(1, Math.floor(window * units * share));
}

/** Decides how much of each summary is told within `limit`, with yields. `uses`: how often each skill was used, by name. */
export function* allot(
  { unit, cuts, counts }: CatalogBudget,
  entries: readonly Entry[],
  limit: number,
  uses: ReadonlyMap<string, number>,
): Generator<undefined, Allotment> {
  const prices = yield* mapInSteps(entries, (entry) => pricing(unit, counts, entry));
  // Each row is counted with its line break, although the last has none; tokens are counted row by row.
  const room = unit === "characters" ? limit + 1 : limit;
  const whole = prices.map(({ most }) => most);
  const needed = costOf(prices, whole);
  yield;
  const told = needed <= room ? whole : cutters[cuts](prices, room, uses);
  yield;
  const extra = room - limit;
  return { told, needed: needed - extra, used: Math.max(0, costOf(prices, told) - extra) };
}

/** What a row takes of the budget, as a function of how much of its summary is told. */
interface Pricing {
  readonly name: string;
  /** Full length of its summary. */
  readonly most: number;
  /** Size of the row and its line break, with the first `told` characters of its summary. */
  readonly cost: (told: number) => number;
}

function costOf(prices: readonly Pricing[], told: Allotment["told"]): number {
  return prices.reduce((sum, { cost }, index) => {
    const characters = told[index];
    return characters === undefined ? sum : sum + cost(characters);
  }, 0);
}

function pricing(unit: Unit, counts: CatalogBudget["counts"], { name, summary, isNameOnly, row }: Entry): Pricing {
  const size = unit === "tokens" ? bytesOf : measures[counts ?? "characters"];
  const first = beginningOf(summary, 1);
  const bare = size(row("")) + 1;
  // A row may have blanks around its summary, which it lacks without one.
  const around = size(row(first)) - size(first) + 1;
  const sizeOf = (told: number) => {
    if (unit === "tokens") return bytesOfBeginning(summary, told);
    return counts === undefined ? told : size(beginningOf(summary, told));
  };
  const units = (all: number) => (unit === "tokens" ? Math.ceil(all / bytesPerToken) : all);
  return {
    name,
    most: isNameOnly ? 0 : summary.length,
    cost: (told) => units(told === 0 ? bare : around + sizeOf(told)),
  };
}

const measures = {
  characters: pythonLength,
  columns: columnsOf,
  "utf-16": (text: string) => text.length,
} as const;

const bytesPerToken = 4;

/** The length of a text in bytes of UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    bytes += bytesOfCodePoint(code);
    if (code > 0xffff) at++;
  }
  return bytes;
}

/** How many bytes the first `count` characters take. A summary is walked through once for all such questions. */
function bytesOfBeginning(summary: Characters, count: number): number {
  const known = running.get(summary);
  if (known) return known[count] ?? 0;
  if (count === 0) return 0;
  if (count >= summary.length) return bytesOf(summary.text);
  const sums = [0];
  let bytes = 0;
  // Computed from code points: encoding the text would take fifty times as long.
  for (const character of summary.text) {
    bytes += bytesOfCodePoint(character.codePointAt(0) ?? 0);
    sums.push(bytes);
  }
  running.set(summary, sums);
  return sums[count] ?? bytes;
}

/** Cached for each summary, which is the same in every layout that is tried. */
const running = new WeakMap<Characters, readonly number[]>();

/** Bytes in UTF-8. An unpaired surrogate is written as U+FFFD, which takes as many bytes as the surrogate's own number would. */
function bytesOfCodePoint(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** What a text other than a row, such as the head, takes of the budget. */
export function textCost(unit: Unit, text: string): number {
  return unit === "tokens" ? Math.ceil(bytesOf(text) / bytesPerToken) : pythonLength(text);
}

type Cutter = (prices: readonly Pricing[], limit: number, uses: ReadonlyMap<string, number>) => Allotment["told"];

const cutters: Readonly<Record<CatalogBudget["cuts"], Cutter>> = {
  /** Every row is told: the descriptions have been cut before (`firstLineOnly`). */
  "first-lines": (prices) => prices.map(({ most }) => most),
  /** Every name stays, whatever it costs. A summary that is too long does not prevent a shorter one after it. */
  "least-used": (prices, limit, uses) => {
    const told = prices.map(() => 0);
    let room = limit - costOf(prices, told);
    const usesOf = ({ name }: Pricing) => uses.get(name) ?? 0;
    const order = [...prices.entries()].sort(([, a], [, b]) => usesOf(b) - usesOf(a));
    for (const [index, { most, cost }] of order) {
      const more = cost(most) - cost(0);
      if (more > room) continue;
      room -= more;
      told[index] = most;
    }
    return told;
  },
  "in-order": (prices, limit) => {
    let room = limit;
    return prices.map(({ most, cost }) => {
      room -= cost(most);
      return room < 0 ? undefined : most;
    });
  },
  evenly: (prices, limit) => {
    const told = prices.map(() => 0);
    const room = limit - costOf(prices, told);
    return room < 0 ? fitting(prices, limit) : oneByOne(prices, told, room);
  },
};

/** The names that fit, in order; one that is too long does not prevent a shorter one after it. */
function fitting(prices: readonly Pricing[], limit: number): Allotment["told"] {
  let room = limit;
  return prices.map(({ cost }) => {
    if (cost(0) > room) return undefined;
    room -= cost(0);
    return 0;
  });
}

/** Gives every summary one more character in turn, until the room is used up. */
function oneByOne(prices: readonly Pricing[], told: number[], limit: number): Allotment["told"] {
  let room = limit;
  for (let grew = true; grew; ) {
    grew = false;
    for (const [index, { most, cost }] of prices.entries()) {
      const now = told[index] ?? 0;
      if (now >= most) continue;
      const more = cost(now + 1) - cost(now);
      if (more > room) continue;
      told[index] = now + 1;
      room -= more;
      grew = true;
    }
  }
  return told;
}

/** How often each skill was used, from the harness's file; empty if the file has no counts. */
export function readUses(rule: UseCounts | undefined, files: Files, place: Place): ReadonlyMap<string, number> {
  const entries = rule && parseJsonObject(readText(files, placePath(place, rule)) ?? "{}")?.[rule.key];
  if (!rule || !isObject(entries)) return new Map();
  const counts = Object.entries(entries).map(([name, entry]) => [name, isObject(entry) && entry[rule.count]] as const);
  return new Map(counts.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}
