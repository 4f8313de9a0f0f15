import { profiles } from "#lib/harness/profiles.ts";
import type { Catalog, CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import { type TemplateReader, templateReader, templateStart, templateWords } from "./read-template.ts";

/** A skill as a catalog offers it, with as much as that catalog tells. */
export interface Offer {
  readonly name: string;
  /** Empty where the catalog has no room for it. */
  readonly description: string;
  /** Path of its SKILL.md. */
  readonly location?: string;
  /** Its folder, which may count from the working folder. */
  readonly directory?: string;
  /** Its instructions, where the catalog brings them along. */
  readonly body?: string;
}

/** Keyed by the texts, so that each step of an answer, and mostly the next answer, gets the same list. */
const known = new Map<string, readonly Offer[]>();
const mostKnown = 12;

/**
 * The skills that a harness's texts offer, with a yield after each row: a catalog may have hundreds. Which rows a catalog
 * has, and what stands around them, the profiles say: of their forms the one that finds the most skills in a text is taken.
 */
export function* offersIn(texts: readonly string[]): Generator<void, readonly Offer[]> {
  const key = JSON.stringify(texts);
  const before = known.get(key);
  if (before) return before;
  const offers: Offer[] = [];
  for (const text of texts) {
    let most: readonly Offer[] = [];
    for (const form of forms().filter(({ words }) => words.every((each) => text.includes(each)))) {
      const found = form.inLine ? readLine(form, form.inLine, text) : yield* readRows(form, text);
      if (found.length > most.length) most = found;
    }
    const roots = rootsIn(text);
    offers.push(...most.map((offer) => withRoot(offer, roots)));
  }
  if (known.size >= mostKnown) known.clear();
  known.set(key, offers);
  return offers;
}

/**
 * The skills of a catalog whose rows are known, each read by itself: no form has to be found, and no description is taken for a row. A row
 * that tells nothing but a name, behind the others, offers nothing.
 * @param rules those by which its harness wrote it
 */
export function offersOfRows({ text, rows }: Pick<Catalog, "text" | "rows">, { row }: CatalogRules): readonly Offer[] {
  const read = forms().find((form) => form.row === row)?.read;
  const roots = rootsIn(text);
  return rows.flatMap(({ start, end }) => {
    const offer = offerOf(read?.(text.slice(start, end).trim()));
    return offer ? [withRoot(offer, roots)] : [];
  });
}

/** Codex's table of short names for the folders that skills lie in. */
function rootsIn(text: string): ReadonlyMap<string, string> {
  const rows = text.matchAll(/^- `([^`/\n]{1,20})` = `(\/[^`\n]*)`$/gm);
  return new Map(Array.from(rows, ([, alias = "", root = ""]) => [alias, root]));
}

function withRoot(offer: Offer, roots: ReadonlyMap<string, string>): Offer {
  const [alias = "", ...rest] = offer.location?.split("/") ?? [];
  const root = roots.get(alias);
  return root === undefined ? offer : { ...offer, location: [root, ...rest].join("/") };
}

/** How the catalogs of one or several harnesses are written. */
interface CatalogForm {
  /** The template that a row is made from. */
  readonly row: string;
  readonly firstLine: string;
  /** Stands in each of its rows: a text without it has none, which is seen sooner than read. */
  readonly words: readonly string[];
  readonly read: TemplateReader;
  /** Where a row tells nothing but name and description, any list is one: such rows count below this line only. */
  readonly headLine: string | undefined;
  /** The line that ends the rows. */
  readonly tailLine: string | undefined;
  /** Where all rows stand in one line: what is around and between them. */
  readonly inLine: Pick<CatalogRules, "head" | "separator" | "tail"> | undefined;
}

let made: readonly CatalogForm[] | undefined;

/** The wordiest first: `→ read {location}` before `→ {location}`, which reads the same rows. */
function forms(): readonly CatalogForm[] {
  const byRow = new Map(profiles.map(({ catalog }) => [catalog.row, catalog]));
  made ??= [...byRow.values()].toSorted((a, b) => b.row.length - a.row.length).map(formOf);
  return made;
}

function formOf({ row, head, separator, tail }: CatalogRules): CatalogForm {
  const isTold = /\{(?:xml:)?(?:location|directory|body)\}/.test(row);
  const isOneLine = !row.trim().endsWith("{body}");
  return {
    row,
    // Rows may be indented.
    firstLine: `${/^ */.exec(row)?.[0] ?? ""}${templateStart(row).split("\n", 1)[0] ?? ""}`,
    words: templateWords(row),
    // A row that ends with its place may be the last one, with the harness's further words below.
    read: templateReader(row, isTold && isOneLine ? { end: "(?:\\n|$)" } : {}),
    headLine: isTold ? undefined : wordedLine(head),
    tailLine: wordedLine(tail),
    inLine:
      row !== "" && separator !== "" && !`${row}${separator}`.includes("\n") ? { head, separator, tail } : undefined,
  };
}

function wordedLine(text: string): string | undefined {
  return text.split("\n").find((line) => line.trim() !== "");
}

function readLine({ read }: CatalogForm, around: NonNullable<CatalogForm["inLine"]>, text: string): Offer[] {
  const { head, separator, tail } = around;
  const start = text.indexOf(head);
  if (start === -1) return [];
  const [line = ""] = text.slice(start + head.length).split("\n", 1);
  const rows = line.endsWith(tail) ? line.slice(0, line.length - tail.length) : line;
  return rows.split(separator).flatMap((row) => offerOf(read(row)) ?? []);
}

/** How many lines of a description may look like the beginning of a row. */
const mostListed = 24;

function* readRows({ firstLine, read, headLine, tailLine }: CatalogForm, text: string): Generator<void, Offer[]> {
  const isBare = headLine !== undefined;
  const head = isBare ? text.indexOf(headLine) : 0;
  if (head === -1) return [];
  const below = text.slice(head + (headLine?.length ?? 0));
  const tail = tailLine === undefined ? -1 : below.lastIndexOf(`\n${tailLine}`);
  const lines = (tail === -1 ? below : below.slice(0, tail)).split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith(firstLine) ? [index] : []));
  const offers: Offer[] = [];
  // A row reaches up to the beginning of the next, or beyond what only looks like one: a list in its description.
  for (let [from, to] = [0, 1]; from < starts.length; to++) {
    const offer = offerOf(read(lines.slice(starts[from], starts[to]).join("\n").trim()));
    // In a bare list such a line would be a row without a description, but for the blanks in its "name".
    const isRow = offer !== undefined && !(isBare && /\s/.test(offer.name));
    if (isRow) offers.push(offer);
    if (isRow) from = to;
    else if (isBare || to - from >= mostListed || to >= starts.length) to = ++from;
    yield;
  }
  return offers;
}

function offerOf(values: ReturnType<TemplateReader>): Offer | undefined {
  const { name = "", description, summary, location, directory, body } = values ?? {};
  if (name.trim() === "" || location?.trim() === "") return undefined;
  return {
    name: name.trim(),
    description: (description ?? summary ?? "").trim(),
    ...(location !== undefined && { location: location.trim() }),
    ...(directory !== undefined && { directory: directory.trim() }),
    ...(body !== undefined && { body: body.trim() }),
  };
}

/** The folders of skills that harnesses bring along, as they stand in a path. */
const bundledFolders = profiles.flatMap(({ roots }) =>
  roots.filter(({ isBundled }) => isBundled).map(({ path }) => `/${path}/`),
);

/** Whether an offer is one of those that a harness brings along. */
export function isBundled({ location }: Offer): boolean {
  return location !== undefined && bundledFolders.some((folder) => location.includes(folder));
}
