import { isBundled, type Offer, offersOfRows } from "#lib/chat/demo/parse-catalog.ts";
import { type Overlap, overlapsOf } from "#lib/evals/overlap.ts";
import type { Picked } from "#lib/evals/picks.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { HarnessColumn } from "#lib/report/compare/comparison.ts";

/** The skills in a harness's catalog, with cached results about them. */
export class ToldSkills {
  /** Equal for catalogs in which every word leads to the same skills. */
  readonly key: string;
  /** Equal for catalogs of the same skills in any order. */
  readonly set: string;
  readonly offers: readonly Offer[];
  /** Where requests lead, cached by request. */
  readonly picks = new Map<string, Picked["picks"]>();
  #overlaps: readonly Overlap[] | undefined;

  constructor(column: HarnessColumn, texts: ToldTexts) {
    const told = offersOf(column).map((offer) => texts.get(offer));
    this.offers = told.map(({ offer }) => offer);
    this.key = told.map(({ number, offer }) => (isBundled(offer) ? `${number}b` : number)).join();
    this.set = told
      .map(({ number }) => number)
      .sort((a, b) => a - b)
      .join();
  }

  /** @param least ratio from which on a skill is a rival; must be the same on every call */
  overlaps(least: number): readonly Overlap[] {
    this.#overlaps ??= overlapsOf(this.offers, least);
    return this.#overlaps;
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
