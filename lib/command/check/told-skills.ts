import { isBundled, type Offer, offersOfRows } from "#lib/chat/demo/parse-catalog.ts";
import { type Overlap, overlapsOf } from "#lib/evals/overlap.ts";
import type { Picked } from "#lib/evals/picks.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { HarnessColumn } from "#lib/report/compare/comparison.ts";

/** What has been asked about a catalog. */
interface Answers {
  /** Where requests lead, by request. */
  readonly picks: Map<string, Picked["picks"]>;
  overlaps?: readonly Overlap[];
}

/** Answers by catalog: equal for catalogs in which every word leads to the same skills. */
export type KnownAnswers = Map<string, Answers>;

/** The skills in a harness's catalog. */
export class ToldSkills {
  /** Equal for catalogs of the same skills in any order. */
  readonly set: string;
  readonly offers: readonly Offer[];
  readonly #answers: Answers;

  /** @param known answers about catalogs, which outlive the catalogs themselves and what was made of them to find the answers */
  constructor(column: HarnessColumn, texts: ToldTexts, known: KnownAnswers) {
    const told = offersOf(column).map((offer) => texts.get(offer));
    this.offers = told.map(({ offer }) => offer);
    const key = told.map(({ number, offer }) => (isBundled(offer) ? `${number}b` : number)).join();
    this.#answers = known.get(key) ?? { picks: new Map() };
    known.set(key, this.#answers);
    this.set = told
      .map(({ number }) => number)
      .sort((a, b) => a - b)
      .join();
  }

  get picks(): Answers["picks"] {
    return this.#answers.picks;
  }

  /** @param least ratio from which on a skill is a rival; must be the same on every call */
  overlaps(least: number): readonly Overlap[] {
    this.#answers.overlaps ??= overlapsOf(this.offers, least);
    return this.#answers.overlaps;
  }
}

interface ToldText {
  /** Equal for equal names and descriptions. */
  readonly number: number;
  readonly offer: Offer;
}

/**
 * Names and descriptions in catalogs, each once: most harnesses tell the same skills in the same words. Copies, as an offer's texts are
 * parts of its catalog, which they would keep in memory.
 */
export class ToldTexts {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<string, ToldText>();

  get({ name, description, location = "" }: Offer): ToldText {
    const key = `${name}\n${description}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    const place = isBundled({ name, description, location }) ? { location } : undefined;
    const id = place ? `${number}b` : String(number);
    const known = this.#known.get(id) ?? {
      number,
      offer: { name: key.slice(0, name.length), description: key.slice(name.length + 1), ...place },
    };
    this.#known.set(id, known);
    return known;
  }
}

function offersOf({ profileId, catalog }: HarnessColumn): readonly Offer[] {
  const rules = profileById(profileId)?.catalog;
  return rules ? offersOfRows(catalog, rules) : [];
}
