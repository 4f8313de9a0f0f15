/** One line of the report: a measurement beside its reference. */
export interface Figure {
  readonly name: string;
  readonly unit: "ms" | "KB" | "";
  readonly samples: readonly number[];
  readonly reference: { readonly name: string; readonly samples: readonly number[] };
}

/** The middle sample, or the mean of the middle two. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (low + high) / 2;
}

/** The smallest sample that a `share` (0 to 1) of the samples does not exceed; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
}

/** `open … 812 ms (790–901) | native clone … 640 ms (630–702) | × 1.27` */
export function formatFigure({ name, unit, samples, reference }: Figure): string {
  const ratio = median(samples) / median(reference.samples);
  return `${name}: ${format(samples, unit)} | ${reference.name}: ${format(reference.samples, unit)} | × ${ratio.toFixed(2)}`;
}

function format(samples: readonly number[], unit: Figure["unit"]): string {
  const spread = samples.length > 1 ? ` (${round(Math.min(...samples))}–${round(Math.max(...samples))})` : "";
  return `${round(median(samples))}${unit && ` ${unit}`}${spread}`;
}

function round(value: number): string {
  return value.toFixed(0);
}
