import type { Offer } from "#lib/chat/matching/parse-catalog.ts";
import type { Overlap } from "#lib/evals/overlap.ts";
import { parseJson } from "#lib/plain-json.ts";
import type { ComparedFile } from "#lib/report/compare/comparison.ts";
import { type VerdictKind, verdictKinds } from "#lib/report/compare/marks.ts";
import type { ComparedVerdict } from "#lib/report/compare/verdict.ts";

/** What a harness made of a tree, as it is kept. */
export interface KeptColumn {
  readonly profileId: string;
  readonly tokens: number;
  readonly counts: Readonly<Partial<Record<VerdictKind, number>>>;
  readonly verdicts: ReadonlyMap<string, ComparedVerdict>;
  readonly met: readonly ComparedFile[];
  /** Harnesses that tell the same skills in the same words share one object. */
  readonly told: KeptTold;
}

/** The skills in a catalog, and what has been asked about them. */
export interface KeptTold {
  readonly offers: readonly Offer[];
  /** The rivals of each skill, if they were asked for. */
  readonly rivals: readonly Overlap[] | undefined;
  /** Where requests lead: to a skill of this name, or to an answer without one. */
  readonly picks: ReadonlyMap<string, string | undefined>;
}

/** A number for each different value, in order of first appearance. */
class Numbered<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<unknown, number>();

  of(value: Value, key: unknown = value): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Stands for an absent text. */
const none = -1;
/** Numbers of a verdict: its file, kind, location, name, reason, cause and who takes precedence. */
const perVerdict = 7;
const perFile = 4;
const perOffer = 3;

/** The columns as a text: numbers, and each of the texts that they stand for once. */
export function columnText(columns: readonly KeptColumn[]): string {
  const texts = new Numbered<string>();
  const files = new Numbered<readonly number[]>();
  const offers = new Numbered<readonly number[]>();
  const told = new Numbered<KeptTold>();
  const textOf = (text: string | undefined) => (text === undefined ? none : texts.of(text));
  const listed = columns.map(({ profileId, tokens, counts, verdicts, met, told: own }) => ({
    id: profileId,
    tokens,
    counts: verdictKinds.map((kind) => counts[kind] ?? 0),
    told: told.of(own),
    verdicts: met.flatMap(({ id, source, path, folder }) => {
      const parts = [id, source, path, folder].map((text) => texts.of(text));
      const { kind, location, name, reason, cause, by } = verdicts.get(id) ?? { kind: "outside" };
      return [
        files.of(parts, parts.join()),
        verdictKinds.indexOf(kind),
        ...[location, name, reason, cause, by].map(textOf),
      ];
    }),
  }));
  const catalogs = told.values.map(({ offers: own, rivals, picks }) => ({
    offers: own.map(({ name, description, location }) => {
      const parts = [texts.of(name), texts.of(description), textOf(location)];
      return offers.of(parts, parts.join());
    }),
    rivals: rivals ?? null,
    picks: [...picks].map(([request, skill]) => [request, skill ?? null]),
  }));
  return JSON.stringify({
    texts: texts.values,
    files: files.values.flat(),
    offers: offers.values.flat(),
    catalogs,
    columns: listed,
  });
}

/** The columns of a text by `columnText`, each text of another shape is none: `undefined`. Never throws. */
export function readColumnText(json: string): readonly KeptColumn[] | undefined {
  try {
    return readColumns(recordIn(parseJson(json)));
  } catch (caught) {
    if (caught instanceof OddShape) return undefined;
    throw caught;
  }
}

class OddShape extends Error {}

type Members = Readonly<Record<string, unknown>>;

function recordIn(value: unknown): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new OddShape();
  return value as Members;
}

function listIn<Item>(value: unknown, itemIn: (item: unknown) => Item): Item[] {
  if (!Array.isArray(value)) throw new OddShape();
  return value.map(itemIn);
}

function textIn(value: unknown): string {
  if (typeof value !== "string") throw new OddShape();
  return value;
}

function numberIn(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new OddShape();
  return value;
}

function optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === null ? undefined : read(value);
}

/** The item of a list that a number stands for. */
function at<Item>(items: readonly Item[], number: unknown): Item {
  const item = typeof number === "number" ? items[number] : undefined;
  if (item === undefined) throw new OddShape();
  return item;
}

/** Lists of so many numbers each. */
function groups(value: unknown, size: number): readonly (readonly unknown[])[] {
  if (!Array.isArray(value) || value.length % size !== 0) throw new OddShape();
  return Array.from({ length: value.length / size }, (_, index) => value.slice(index * size, (index + 1) * size));
}

function readColumns(read: Members): readonly KeptColumn[] {
  const texts = listIn(read.texts, textIn);
  const files = groups(read.files, perFile).map((parts): ComparedFile => {
    const [id = "", source = "", path = "", folder = ""] = parts.map((part) => at(texts, part));
    return { id, source, path, folder };
  });
  const offers = groups(read.offers, perOffer).map(
    ([name, description, location]): Offer => ({
      name: at(texts, name),
      description: at(texts, description),
      ...(location !== none && { location: at(texts, location) }),
    }),
  );
  const catalogs = listIn(read.catalogs, (catalog) => readTold(recordIn(catalog), offers));
  return listIn(read.columns, (column): KeptColumn => {
    const { id, tokens, counts, told, verdicts } = recordIn(column);
    const rows = groups(verdicts, perVerdict).map((row) => [at(files, row[0]), readVerdict(row, texts)] as const);
    return {
      profileId: textIn(id),
      tokens: numberIn(tokens),
      counts: Object.fromEntries(
        listIn(counts, numberIn).flatMap((count, kind) => (count > 0 ? [[at(verdictKinds, kind), count]] : [])),
      ),
      verdicts: new Map(rows.map(([file, verdict]) => [file.id, verdict])),
      met: rows.map(([file]) => file),
      told: at(catalogs, told),
    };
  });
}

function readVerdict([, kind, ...parts]: readonly unknown[], texts: readonly string[]): ComparedVerdict {
  const [location, name, reason, cause, by] = parts.map((part) => (part === none ? undefined : at(texts, part)));
  return {
    kind: at(verdictKinds, kind),
    ...(location !== undefined && { location }),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    ...(cause !== undefined && { cause }),
    ...(by !== undefined && { by }),
  };
}

function readTold({ offers, rivals, picks }: Members, all: readonly Offer[]): KeptTold {
  return {
    offers: listIn(offers, (number) => at(all, number)),
    rivals: optional(rivals, (list) =>
      listIn(list, (each) => {
        const { skill, rival, ratio, words } = recordIn(each);
        return { skill: textIn(skill), rival: textIn(rival), ratio: numberIn(ratio), words: listIn(words, textIn) };
      }),
    ),
    picks: new Map(
      listIn(picks, (pick) => {
        const [request, skill] = listIn(pick, (part) => part);
        return [textIn(request), optional(skill, textIn)];
      }),
    ),
  };
}
