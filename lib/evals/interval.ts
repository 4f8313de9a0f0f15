/** Between which shares the true one lies, as far as so few tries tell; each from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution, for 95 %. */
const z = 1.959964;

/** Wilson's interval at 95 % of so many hits in so many tries: it holds for few tries, and at 0 and 1. Without a try anything may be so. */
export function wilsonInterval(hits: number, tries: number): Interval {
  if (tries <= 0) return { low: 0, high: 1 };
  const share = hits / tries;
  const weight = 1 + z ** 2 / tries;
  const middle = (share + z ** 2 / (2 * tries)) / weight;
  const half = (z * Math.sqrt((share * (1 - share)) / tries + z ** 2 / (4 * tries ** 2))) / weight;
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * The interval in words: `49–94 %`, and whether it says on which side of a threshold the share is.
 * @param need the share that is asked for
 */
export function tellInterval(hits: number, tries: number, need: number): string {
  const { low, high } = wilsonInterval(hits, tries);
  const told = `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
  return low < need && need <= high ? `${told}: too few to tell` : told;
}
