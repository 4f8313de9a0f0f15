import { Maximize2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DiffExcerpt } from "#components/ui/diff/diff-excerpt.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import styles from "./review.module.css";
import { hiddenIn, type ReviewRows, reviewParts } from "./review-parts.ts";

interface ReviewFigureProps {
  readonly caption: ReactNode;
  /** Names the rows for assistive technology. */
  readonly label: string;
  readonly review: Review;
  /** All rows that the person has to look at. */
  readonly rows: ReviewRows;
}

/**
 * Shows the rows to be reviewed one part at a time, below a note on the invisible characters in all of them. A long part can also be opened
 * in a dialog.
 */
export function ReviewFigure({ caption, label, review, rows }: ReviewFigureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className={styles.change}>
      <figcaption>
        <span>{caption}</span>
        {review.part.length > fitting && (
          <IconButton label="Enlarge" size="small" onClick={() => setLarge(true)}>
            <Maximize2 size={13} aria-hidden />
          </IconButton>
        )}
      </figcaption>
      <HiddenNote rows={rows} />
      {review.part.length > 0 && <Part label={label} review={review} />}
      {isLarge && (
        <Dialog
          title="What is asked for"
          size="wide"
          onClose={() => setLarge(false)}
          footer={
            <>
              <span className={styles.state}>{reviewText(review)}</span>
              <Button onClick={() => setLarge(false)}>Back to the question</Button>
            </>
          }
        >
          <div className={styles.large}>
            <p className={styles.pager}>
              <span>{caption}</span>
            </p>
            <HiddenNote rows={rows} />
            <Part label={label} review={review} />
          </div>
        </Dialog>
      )}
    </figure>
  );
}

/** Rows that fit beside a question on any screen. */
const fitting = 6;

function Part({ label, review }: { label: string; review: Review }) {
  const { part, index, count, show, markSeen } = review;
  const box = useRef<HTMLElement>(null);
  const turned = useRef(false);
  // Focuses the part that a person asked for, so that they can read on by keyboard.
  useEffect(() => {
    if (turned.current) box.current?.focus();
    turned.current = false;
  });
  const turn = (to: number) => {
    if (to < 0 || to >= count) return;
    turned.current = true;
    show(to);
  };
  const name = count > 1 ? `${label}, part ${index + 1} of ${count}` : label;
  return (
    <>
      {/* A new key per part: each part begins scrolled to its top. */}
      <DiffExcerpt key={index} ref={box} label={name} rows={part} onSeen={markSeen} />
      {count > 1 && (
        <p className={styles.pager}>
          <Button size="small" aria-disabled={index === 0} onClick={() => turn(index - 1)}>
            Previous part
          </Button>
          <span>
            Part {index + 1} of {count}
          </span>
          <Button size="small" aria-disabled={index === count - 1} onClick={() => turn(index + 1)}>
            Next part
          </Button>
        </p>
      )}
    </>
  );
}

function HiddenNote({ rows }: { rows: ReviewRows }) {
  const { lines, count } = hiddenIn(rows);
  if (count === 0) return null;
  const named = lines.slice(0, 5).map((line) => formatCount(line));
  if (lines.length > named.length) named.push(`${formatCount(lines.length - named.length)} more`);
  return (
    <p className={styles.hidden}>
      {plural(count, "invisible character")} in {lines.length === 1 ? "line" : "lines"}{" "}
      {new Intl.ListFormat("en").format(named)}. A model reads them; people usually do not see them.
    </p>
  );
}

/** The rows to be reviewed, in parts, and which parts have been seen. */
export interface Review {
  /** The rows shown now; empty where there is nothing to review. */
  readonly part: ReviewRows;
  /** Index of the shown part, from 0. */
  readonly index: number;
  readonly count: number;
  /** Indexes, from 0, of the parts that have not been on screen. */
  readonly unseen: readonly number[];
  show(index: number): void;
  /** Notes that the part shown now has been on screen from its first row to its last. */
  markSeen(): void;
}

interface Progress {
  readonly parts: readonly ReviewRows[];
  readonly index: number;
  readonly seen: ReadonlySet<number>;
}

/** Starts over whenever `rows` is another object, because the person has then reviewed something else than what would happen. */
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

/** Says which parts have not been seen yet; empty for a single part that has been seen. */
export function reviewText({ count, unseen }: Pick<Review, "count" | "unseen">): string {
  if (count <= 1) return unseen.length > 0 ? "Scroll to the end to allow it." : "";
  if (unseen.length === 0) return `You have seen all ${plural(count, "part")}.`;
  const named = unseen.slice(0, 5).map((at) => String(at + 1));
  if (unseen.length > named.length) named.push(`${formatCount(unseen.length - named.length)} more`);
  const which = new Intl.ListFormat("en").format(named);
  return `${formatCount(unseen.length)} of ${plural(count, "part")} not viewed yet: ${which}. Scroll through each to allow it.`;
}
