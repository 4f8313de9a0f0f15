/** Bounds of the true share, as far as the tries can tell; each from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution for 95%. */
const z = 1.959964;

/** Wilson's 95% confidence interval for `hits` in `tries`: valid for few tries, and at 0 and 1. Without tries it is 0 to 1. */
export function wilsonInterval(hits: number, tries: number): Interval {
  if (tries <= 0) return { low: 0, high: 1 };
  const share = hits / tries;
  const weight = 1 + z ** 2 / tries;
  const middle = (share + z ** 2 / (2 * tries)) / weight;
  const half = (z * Math.sqrt((share * (1 - share)) / tries + z ** 2 / (4 * tries ** 2))) / weight;
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * The interval in words: `49–94%`, and whether it lies on one side of the threshold.
 * @param need the threshold
 */
export function tellInterval(hits: number, tries: number, need: number): string {
  const { low, high } = wilsonInterval(hits, tries);
  const told = `${Math.round(low * 100)}–${Math.round(high * 100)}%`;
  return low < need && need <= high ? `${told}: too few to tell` : told;
}
