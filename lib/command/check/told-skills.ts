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

  /** @param numbers of catalog texts so far, by text; shared, so that equal texts get the same number */
  constructor(column: HarnessColumn, numbers: Map<string, number>) {
    this.offers = offersOf(column);
    const told = this.offers.map(({ name, description }) => numberOf(numbers, `${name}\n${description}`));
    this.key = told.map((number, at) => (isBundled(this.offers[at] as Offer) ? `${number}b` : number)).join();
    this.set = told.sort((a, b) => a - b).join();
  }

  /** @param least ratio from which on a skill is a rival; must be the same on every call */
  overlaps(least: number): readonly Overlap[] {
    this.#overlaps ??= overlapsOf(this.offers, least);
    return this.#overlaps;
  }
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text) ?? numbers.size;
  numbers.set(text, known);
  return known;
}

function offersOf({ profileId, catalog }: HarnessColumn): readonly Offer[] {
  const rules = profileById(profileId)?.catalog;
  return rules ? offersOfRows(catalog, rules) : [];
}
