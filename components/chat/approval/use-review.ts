import { useMemo, useState } from "react";
import { plural } from "#components/ui/format.ts";
import { type ReviewRows, reviewParts } from "./review-parts.ts";

/** What a person is to look at, part by part, and how far they have come. */
export interface Review {
  /** What is shown now; empty where there is nothing to look at. */
  readonly part: ReviewRows;
  /** Of the part, from 0. */
  readonly index: number;
  readonly count: number;
  /** Those that have not been on screen, from 0. */
  readonly unseen: readonly number[];
  show(index: number): void;
  /** The part shown now has been on screen from its first row to its last. */
  markSeen(): void;
}

interface Progress {
  readonly parts: readonly ReviewRows[];
  readonly index: number;
  readonly seen: ReadonlySet<number>;
}

/** Begins anew whenever `rows` are others: what was looked at is not what would happen then. */
export function useReview(rows: ReviewRows): Review {
  const parts = useMemo(() => reviewParts(rows), [rows]);
  const [kept, setKept] = useState<Progress>(() => begun(parts));
  const of = (progress: Progress) => (progress.parts === parts ? progress : begun(parts));
  const { index, seen } = of(kept);
  return {
    part: parts[index] ?? nothing,
    index,
    count: parts.length,
    unseen: [...parts.keys()].filter((at) => !seen.has(at)),
    show: (at) => setKept((before) => ({ ...of(before), index: at })),
    markSeen: () => setKept((before) => ({ ...of(before), seen: new Set([...of(before).seen, index]) })),
  };
}

function begun(parts: readonly ReviewRows[]): Progress {
  return { parts, index: 0, seen: new Set() };
}

const nothing: ReviewRows = [];

/** What is still to be looked at, in words; empty when all of it fitted and was seen at once. */
export function reviewText({ count, unseen }: Pick<Review, "count" | "unseen">): string {
  if (count <= 1) return unseen.length > 0 ? "Scroll to the end of it to be able to allow it." : "";
  if (unseen.length === 0) return `All ${plural(count, "part")} have been on screen.`;
  const named = unseen.slice(0, 5).map((at) => String(at + 1));
  if (unseen.length > named.length) named.push(`${unseen.length - named.length} more`);
  const which = new Intl.ListFormat("en").format(named);
  return `${unseen.length} of ${plural(count, "part")} not yet looked at: ${which}. Scroll through each to be able to allow it.`;
}
