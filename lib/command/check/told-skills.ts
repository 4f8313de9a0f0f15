import { isBundled, type Offer, offersOfRows } from "#lib/chat/demo/parse-catalog.ts";
import { type Overlap, overlapsOf } from "#lib/evals/overlap.ts";
import type { Picked } from "#lib/evals/picks.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { HarnessColumn } from "#lib/report/compare/comparison.ts";

/** Skills as a harness told them, with what was worked out from that. */
export class ToldSkills {
  /** Alike where no word would lead elsewhere. */
  readonly key: string;
  /** Alike where the same skills are told, in whatever order. */
  readonly set: string;
  readonly offers: readonly Offer[];
  /** What requests lead to, as far as somebody has asked. */
  readonly picks = new Map<string, Picked["picks"]>();
  #overlaps: readonly Overlap[] | undefined;

  /** @param numbers of what harnesses have told so far: each text that is told has one */
  constructor(column: HarnessColumn, numbers: Map<string, number>) {
    this.offers = offersOf(column);
    const told = this.offers.map(({ name, description }) => numberOf(numbers, `${name}\n${description}`));
    this.key = told.map((number, at) => (isBundled(this.offers[at] as Offer) ? `${number}b` : number)).join();
    this.set = told.sort((a, b) => a - b).join();
  }

  /** @param least the ratio from which on another is a rival: the same whenever it is asked */
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
