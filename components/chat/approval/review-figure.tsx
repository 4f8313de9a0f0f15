import { Maximize2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DiffExcerpt } from "#components/ui/diff/diff-excerpt.tsx";
import { plural } from "#components/ui/format.ts";
import styles from "./review.module.css";
import { hiddenIn, type ReviewRows } from "./review-parts.ts";
import { type Review, reviewText } from "./use-review.ts";

interface ReviewFigureProps {
  readonly caption: ReactNode;
  /** Names the rows for assistive technology. */
  readonly label: string;
  readonly review: Review;
  /** All that is to be looked at. */
  readonly rows: ReviewRows;
}

/**
 * What a person is to look at, a part at a time, with what hides in all of it told before. Where it does not fit it can
 * be looked at large.
 */
export function ReviewFigure({ caption, label, review, rows }: ReviewFigureProps) {
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className={styles.change}>
      <figcaption>
        <span>{caption}</span>
        {review.part.length > fitting && (
          <IconButton label="Look at it large" size="small" onClick={() => setLarge(true)}>
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
  // Whoever asked for a part goes on in it, by keyboard as well.
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
      {/* Another part begins at its top. */}
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
  const named = lines.slice(0, 5).map((line) => line.toLocaleString("en"));
  if (lines.length > named.length) named.push(`${lines.length - named.length} more`);
  return (
    <p className={styles.hidden}>
      {plural(count, "invisible character stands", "invisible characters stand")} in{" "}
      {lines.length === 1 ? "line" : "lines"} {new Intl.ListFormat("en").format(named)}. A model reads them; a person
      usually does not see them. They are shown where they are.
    </p>
  );
}
