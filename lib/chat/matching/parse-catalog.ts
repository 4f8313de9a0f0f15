import { profiles } from "#lib/harness/profiles.ts";
import type { Catalog, CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import { type TemplateReader, templateReader, templateStart, templateWords } from "./read-template.ts";

/** A skill as a catalog offers it, with the fields that the catalog gives. */
export interface Offer {
  readonly name: string;
  /** Empty where the catalog has no room for descriptions. */
  readonly description: string;
  /** Path of its SKILL.md. */
  readonly location?: string;
  /** Its folder, possibly relative to the working folder. */
  readonly directory?: string;
  /** Its instructions, where the catalog contains them. */
  readonly body?: string;
}

/** Keyed by the texts, so that each step of an answer, and mostly the next answer, gets the same list. */
const known = new Map<string, readonly Offer[]>();
const mostKnown = 12;

/**
 * The skills that a harness's texts offer, with a yield after each row: a catalog may have hundreds. The profiles say
 * how rows and their surroundings are written; of their forms the one that finds the most skills in a text is used.
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
 * The skills of a catalog whose rows are known. Each row is read by itself, so no form has to be guessed and no
 * description is mistaken for a row. A row with nothing but a name, behind the others, offers nothing.
 * @param rules the rules by which the harness wrote the catalog
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
  // Searching megabytes of instructions for such lines takes half a second.
  if (!text.includes("` = `/")) return new Map();
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
  /** Literal words of each row: a text without them has no such row, which is quicker to test than to parse. */
  readonly words: readonly string[];
  readonly read: TemplateReader;
  /** Where a row is only name and description, any list looks like it: such rows count only below this line. */
  readonly headLine: string | undefined;
  /** The line that ends the rows. */
  readonly tailLine: string | undefined;
  /** Where all rows are on one line: the texts around and between them. */
  readonly inLine: Pick<CatalogRules, "head" | "separator" | "tail"> | undefined;
}

let made: readonly CatalogForm[] | undefined;

/**
 * The form with the most literal text comes first: `→ read {location}` before `→ {location}`, which matches the same
 * rows.
 */
function forms(): readonly CatalogForm[] {
  const byRow = new Map(profiles.map(({ catalog }) => [catalog.row, catalog]));
  made ??= [...byRow.values()].toSorted((a, b) => b.row.length - a.row.length).map(formOf);
  return made;
}

function formOf({ row, head, separator, tail }: CatalogRules): CatalogForm {
  const isTold = /\{(?:[a-z]+:)?(?:location|directory|body)\}/.test(row);
  const isOneLine = !row.trim().endsWith("{body}");
  return {
    row,
    // Rows may be indented.
    firstLine: `${/^ */.exec(row)?.[0] ?? ""}${templateStart(row).split("\n", 1)[0] ?? ""}`,
    words: templateWords(row),
    // A row that ends with its location may be the last one, with further text of the harness below.
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

/** The most lines of one description that may look like the beginning of a row. */
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
  // A row ends where the next one begins; lines in between may only look like a row, as a list in a description does.
  for (let [from, to] = [0, 1]; from < starts.length; to++) {
    const offer = offerOf(read(lines.slice(starts[from], starts[to]).join("\n").trim()));
    // In a bare list such a line would count as a row without a description, but for the blanks in its "name".
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

/** The folders of skills bundled with harnesses, as they appear in paths. */
const bundledFolders = profiles.flatMap(({ roots }) =>
  roots.filter(({ isBundled }) => isBundled).map(({ path }) => `/${path}/`),
);

/** Whether a harness bundles the offered skill. */
export function isBundled({ location }: Offer): boolean {
  return location !== undefined && bundledFolders.some((folder) => location.includes(folder));
}
