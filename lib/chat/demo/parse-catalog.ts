import { profiles } from "#lib/harness/profiles.ts";
import type { CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import { type TemplateReader, templateReader, templateStart } from "./read-template.ts";

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

/**
 * The skills offered in a harness's text. Which rows a catalog has, and what stands around them, the profiles say: of
 * their forms the one that finds the most skills in the text is taken.
 */
export function parseCatalog(text: string): readonly Offer[] {
  const steps = parseCatalogInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The texts of one answer, which are read at each of its steps. */
const parsed = new Map<string, readonly Offer[]>();
const mostParsed = 12;

/** The same with a yield after each row: a catalog may have hundreds. */
export function* parseCatalogInSteps(text: string): Generator<void, readonly Offer[]> {
  const before = parsed.get(text);
  if (before) return before;
  let best: Offer[] = [];
  for (const form of forms()) {
    const offers = yield* readRows(form, text);
    if (offers.length > best.length) best = offers;
  }
  const roots = rootsIn(text);
  const offers = roots.size === 0 ? best : best.map((offer) => withRoot(offer, roots));
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(text, offers);
  return offers;
}

/** Codex's table of short names for the folders that skills lie in. */
function rootsIn(text: string): ReadonlyMap<string, string> {
  const rows = text.matchAll(/^- `(?<alias>[^`/\n]{1,20})` = `(?<root>\/[^`\n]*)`$/gm);
  return new Map(Array.from(rows, ({ groups }) => [groups?.alias ?? "", groups?.root ?? ""]));
}

/** With the path spelled out that begins with such a name. */
function withRoot(offer: Offer, roots: ReadonlyMap<string, string>): Offer {
  const [alias = "", ...rest] = offer.location?.split("/") ?? [];
  const root = roots.get(alias);
  return root === undefined ? offer : { ...offer, location: [root, ...rest].join("/") };
}

/** How the catalogs of one or several harnesses are written. */
interface CatalogForm {
  readonly rowStart: string;
  readonly read: TemplateReader;
  /** Where a row tells nothing but name and description, any list is one: such rows count below this line only. */
  readonly headLine: string | undefined;
  /** The line that ends the rows. */
  readonly tailLine: string | undefined;
}

let known: readonly CatalogForm[] | undefined;

/** The wordiest first: `→ read {location}` before `→ {location}`, which reads the same rows. */
function forms(): readonly CatalogForm[] {
  const byRow = new Map(profiles.map(({ catalog }) => [catalog.row, catalog]));
  known ??= [...byRow.values()].toSorted((a, b) => b.row.length - a.row.length).map(formOf);
  return known;
}

function formOf({ row, head, tail }: CatalogRules): CatalogForm {
  const isTold = /\{(?:xml:)?(?:location|directory|body)\}/.test(row);
  const isOneLine = !row.trim().endsWith("{body}");
  return {
    rowStart: templateStart(row),
    // A row that ends with its place may be the last one, with the harness's further words below.
    read: templateReader(row, isTold && isOneLine ? { end: "(?:\\n|$)" } : {}),
    headLine: isTold ? undefined : firstLine(head),
    tailLine: firstLine(tail),
  };
}

function firstLine(text: string): string | undefined {
  return text.split("\n").find((line) => line.trim() !== "");
}

function* readRows({ rowStart, read, headLine, tailLine }: CatalogForm, text: string): Generator<void, Offer[]> {
  const head = headLine === undefined ? 0 : text.indexOf(headLine);
  if (head === -1) return [];
  const below = text.slice(head + (headLine?.length ?? 0));
  const tail = tailLine === undefined ? -1 : below.lastIndexOf(`\n${tailLine}`);
  const blocks = blocksOf(tail === -1 ? below : below.slice(0, tail), rowStart);
  const offers: Offer[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const found = readRow(read, blocks, index, headLine !== undefined);
    yield;
    if (!found) continue;
    offers.push(found.offer);
    index = found.last;
  }
  return offers;
}

/** The text from each line on that begins as a row does, up to the next such line. */
function blocksOf(text: string, rowStart: string): string[] {
  const lines = text.split("\n");
  const [first = ""] = rowStart.split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith(first) ? [index] : []));
  return starts.map((start, index) => lines.slice(start, starts[index + 1]).join("\n"));
}

/** How many lines of a description may look like the beginning of a row. */
const mostListed = 24;

/** The row at `index`, with the blocks after it as far as they belong to its description. */
function readRow(read: TemplateReader, blocks: readonly string[], index: number, isBare: boolean) {
  let text = "";
  for (let last = index; last < Math.min(blocks.length, index + mostListed); last++) {
    text += (last === index ? "" : "\n") + blocks[last];
    const offer = offerOf(read(text.trim()));
    // A list in a description looks like a row without a description, but for the blanks in its "name".
    if (offer && !(isBare && /\s/.test(offer.name))) return { offer, last };
    if (isBare) return undefined;
  }
  return undefined;
}

function offerOf(values: ReturnType<TemplateReader>): Offer | undefined {
  const name = values?.name?.trim();
  if (!values || !name) return undefined;
  const { location, directory, body } = values;
  if (location?.trim() === "") return undefined;
  return {
    name,
    description: (values.description ?? values.summary ?? "").trim(),
    ...(location !== undefined && { location: location.trim() }),
    ...(directory !== undefined && { directory: directory.trim() }),
    ...(body !== undefined && { body: body.trim() }),
  };
}
