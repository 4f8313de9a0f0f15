import { isBundled, type Offer, offersOfRows } from "#lib/chat/matching/parse-catalog.ts";
import { type Overlap, overlapsOf } from "#lib/evals/overlap.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { HarnessColumn } from "#lib/report/compare/comparison.ts";

/** The skills in the catalogs of harnesses that tell the same skills in the same words and order, and what has been asked about them. */
export class ToldSkills {
  /** Equal for catalogs of the same skills in any order. */
  readonly set: string;
  readonly offers: readonly Offer[];
  /** Where requests lead: to a skill of this name, or to an answer without one. */
  readonly picks = new Map<string, string | undefined>();
  /** The rivals, once they have been asked for. */
  rivals: readonly Overlap[] | undefined;

  constructor(told: readonly ToldText[]) {
    this.offers = told.map(({ offer }) => offer);
    this.set = told
      .map(({ number }) => number)
      .sort((a, b) => a - b)
      .join();
  }

  /** @param least ratio from which on a skill is a rival; must be the same on every call */
  overlaps(least: number): readonly Overlap[] {
    this.rivals ??= overlapsOf(this.offers, least);
    return this.rivals;
  }
}

/** All that is told, by what is told: they outlive the catalogs, and what was made of those to find answers. */
export class ToldCatalogs {
  readonly #texts = new ToldTexts();
  readonly #known = new Map<string, ToldSkills>();

  of(offers: readonly Offer[]): ToldSkills {
    const told = offers.map((offer) => this.#texts.get(offer));
    const key = told.map(({ number, offer }) => (isBundled(offer) ? `${number}b` : number)).join();
    const skills = this.#known.get(key) ?? new ToldSkills(told);
    this.#known.set(key, skills);
    return skills;
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
class ToldTexts {
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

/** The skills in the catalog of a column. */
export function offersOf({ profileId, catalog }: HarnessColumn): readonly Offer[] {
  const rules = profileById(profileId)?.catalog;
  return rules ? offersOfRows(catalog, rules) : [];
}
