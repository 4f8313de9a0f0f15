/** A text as a bag of terms. */
export interface Bag<Term> {
  /** How often each term occurs. */
  readonly counts: ReadonlyMap<Term, number>;
  /** The length of the text in words. */
  readonly length: number;
}

/** What a term says of the texts that have it. */
export interface Scored {
  /** The indexes of these texts, ascending. */
  readonly places: readonly number[];
  /** What the term adds to the score of each of them. */
  readonly scores: readonly number[];
  /** How rare the term is: inverse document frequency, above 0. */
  readonly rarity: number;
}

/** The parameters of Okapi BM25. */
interface Weights {
  /** b: how much its length lowers a long text's score, from 0 to 1. */
  readonly lengthWeight: number;
  /** k1: how soon further repetitions of a term stop counting. The customary value by default. */
  readonly saturation?: number;
}

/** An index of texts by their terms, scored by Okapi BM25. */
export function indexTerms<Term>(
  bags: readonly Bag<Term>[],
  { lengthWeight, saturation = 1.2 }: Weights,
): (term: Term) => Scored {
  const holders = new Map<Term, number[]>();
  let length = 0;
  for (const [at, bag] of bags.entries()) {
    length += bag.length;
    for (const term of bag.counts.keys()) {
      const places = holders.get(term);
      if (places) places.push(at);
      else holders.set(term, [at]);
    }
  }
  const meanLength = Math.max(1, length / Math.max(1, bags.length));
  const known = new Map<Term, Scored>();
  function score(term: Term): Scored {
    const places = holders.get(term) ?? [];
    const rarity = Math.log(1 + (bags.length - places.length + 0.5) / (places.length + 0.5));
    const scores = places.map((at) => {
      const bag = bags[at] as Bag<Term>;
      const count = bag.counts.get(term) ?? 0;
      const penalty = 1 - lengthWeight + lengthWeight * (bag.length / meanLength);
      return (rarity * count * (saturation + 1)) / (count + saturation * penalty);
    });
    return { places, scores, rarity };
  }
  return (term) => {
    const scored = known.get(term) ?? score(term);
    known.set(term, scored);
    return scored;
  };
}

/** How often each term occurs. */
export function countTerms<Term>(terms: readonly Term[]): Map<Term, number> {
  const counts = new Map<Term, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
