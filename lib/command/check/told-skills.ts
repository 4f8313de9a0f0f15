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

  constructor(column: HarnessColumn) {
    const offers = offersOf(column);
    this.offers = offers;
    this.key = JSON.stringify(offers.map((offer) => [offer.name, offer.description, isBundled(offer)]));
    this.set = JSON.stringify(offers.map(({ name, description }) => [name, description]).toSorted());
  }

  overlaps(): readonly Overlap[] {
    this.#overlaps ??= overlapsOf(this.offers);
    return this.#overlaps;
  }
}

function offersOf({ profileId, catalog }: HarnessColumn): readonly Offer[] {
  const rules = profileById(profileId)?.catalog;
  return rules ? offersOfRows(catalog, rules) : [];
}
