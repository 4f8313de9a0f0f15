import { formatCount, plural } from "#lib/format-count.ts";
import type { TrialRun, TrialSide } from "#lib/state/experiments.ts";

/** One line of the comparison of two sides. */
export interface SummaryRow {
  readonly label: string;
  readonly left: string;
  readonly right: string;
  /** How the right side differs, if that is a number or worth a word; absent if it does not differ, or nobody knows. */
  readonly difference?: string;
  /** `false` where one of the sides has no figure to compare. */
  readonly isKnown?: false;
}

/** The results of both sides, side by side; of several runs the median, and the range. */
export function summaryRows(left: TrialSide, right: TrialSide): readonly SummaryRow[] {
  const row = (label: string, tell: (side: TrialSide) => string): SummaryRow => {
    const [one, other] = [tell(left), tell(right)];
    return { label, left: one, right: other, ...(one !== other && { difference: "differs" }) };
  };
  const measure = (label: string, of: (run: TrialRun) => number | undefined, unit: (value: number) => string) => {
    const [one, other] = [valuesOf(left, of), valuesOf(right, of)];
    return {
      label,
      left: tellValues(one, unit),
      right: tellValues(other, unit),
      ...differenceOf(one, other, unit),
    };
  };
  return [
    row("Ended", (side) => tellCounts(side, ({ end }) => [endWords[end.kind]])),
    row("Skills read", (side) => tellCounts(side, ({ steps }) => steps.flatMap(({ skill }) => skill ?? []))),
    row("Tools called", (side) => tellCounts(side, ({ steps }) => steps.map(({ tool }) => tool))),
    measure("Tool calls", ({ steps }) => steps.length, formatCount),
    measure("Model calls", ({ requests }) => requests, formatCount),
    measure("Tokens in", ({ usage }) => usage.inputTokens, formatCount),
    measure("Tokens out", ({ usage }) => usage.outputTokens, formatCount),
    measure("Time", ({ milliseconds }) => milliseconds, seconds),
    row("Would write", (side) => tellCounts(side, ({ writes }) => writes.map(({ path }) => path))),
    measure(
      "Answer",
      ({ answer }) => answer.length,
      (length) => plural(length, "character"),
    ),
  ];
}

const endWords = {
  answered: "answered",
  running: "running",
  stopped: "stopped",
  budget: "budget spent",
  command: "a command, not sent",
  failed: "failed",
} as const satisfies Record<TrialRun["end"]["kind"], string>;

/** Each word with the number of runs that contain it: `read_file`, or for several runs `read_file 2 of 3`. */
function tellCounts({ runs }: TrialSide, wordsOf: (run: TrialRun) => readonly string[]): string {
  const counts = new Map<string, number>();
  for (const run of runs) for (const word of new Set(wordsOf(run))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const told = [...counts].sort(([, one], [, other]) => other - one);
  if (told.length === 0) return runs.length === 0 ? "" : "none";
  return told.map(([word, count]) => (runs.length === 1 ? word : `${word} ${count} of ${runs.length}`)).join(", ");
}

/** Sorted values of the runs that ended with an answer, or if none did, of those that reached the model. */
function valuesOf({ runs }: TrialSide, of: (run: TrialRun) => number | undefined): readonly number[] {
  const answered = runs.filter(({ end }) => end.kind === "answered");
  const counted = answered.length > 0 ? answered : runs;
  return counted.flatMap((run) => (run.requests > 0 ? (of(run) ?? []) : [])).toSorted((a, b) => a - b);
}

function middleOf(values: readonly number[]): number {
  return values[Math.floor((values.length - 1) / 2)] ?? 0;
}

function tellValues(values: readonly number[], unit: (value: number) => string): string {
  const [least, most] = [values.at(0), values.at(-1)];
  if (least === undefined || most === undefined) return "not reported";
  const spread = least === most ? "" : ` (${unit(least)} to ${unit(most)})`;
  return `${unit(middleOf(values))}${spread}`;
}

function differenceOf(
  left: readonly number[],
  right: readonly number[],
  unit: (value: number) => string,
): Pick<SummaryRow, "difference" | "isKnown"> {
  if (left.length === 0 || right.length === 0) return { isKnown: false };
  const [one, other] = [middleOf(left), middleOf(right)];
  if (unit(Math.abs(one - other)) === unit(0)) return {};
  const sign = other > one ? "+" : "−";
  const share = one === 0 ? "" : ` (${sign}${Math.round((Math.abs(other - one) / one) * 100)}%)`;
  return { difference: `${sign}${unit(Math.abs(other - one))}${share}` };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
