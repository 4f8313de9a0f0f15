import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { NarrowLine } from "./diff-line.tsx";
import type { DiffRow } from "./diff-rows.ts";
import styles from "./diff-view.module.css";

interface DiffExcerptProps {
  readonly ref?: RefObject<HTMLElement | null>;
  /** The accessible name of the lines. */
  readonly label: string;
  /** Few enough to be drawn at once, in the form of `unifiedRows`; `undefined` for lines left out. */
  readonly rows: readonly (DiffRow | undefined)[];
  /** Called once both the first and the last row have been on screen. */
  readonly onSeen?: () => void;
}

/** Some lines of a text or of a change, within other content. */
export function DiffExcerpt({ ref, label, rows, onSeen }: DiffExcerptProps) {
  const [first, last] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useBothSeen(first, last, rows, onSeen);
  return (
    <section ref={ref} className={styles.excerpt} tabIndex={0} aria-label={label}>
      <div ref={first} className={styles.edge} />
      <table className={styles.table}>
        <colgroup>
          <col className={styles.number} />
          <col className={styles.number} />
          <col />
        </colgroup>
        <tbody>
          {rows.map((row, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their position
            row ? <NarrowLine key={index} row={row} /> : <Gap key={index} />,
          )}
        </tbody>
      </table>
      <div ref={last} className={styles.edge} />
    </section>
  );
}

/** Calls back once both elements have been on screen since `rows` were drawn; parts that a scroller clips are not on screen. */
function useBothSeen(
  first: RefObject<Element | null>,
  last: RefObject<Element | null>,
  rows: unknown,
  onSeen: (() => void) | undefined,
): void {
  const tell = useEffectEvent(() => onSeen?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are to be seen anew
  useEffect(() => {
    if (!first.current || !last.current) return;
    const unseen = new Set<Element>([first.current, last.current]);
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) unseen.delete(target);
      if (unseen.size > 0) return;
      observer.disconnect();
      tell();
    });
    for (const edge of unseen) observer.observe(edge);
    return () => observer.disconnect();
  }, [first, last, rows]);
}

function Gap() {
  return (
    <tr>
      <td colSpan={3} className={styles.gap}>
        <span aria-hidden>⋯</span>
        <span className="unseen">Unchanged lines are hidden</span>
      </td>
    </tr>
  );
}
