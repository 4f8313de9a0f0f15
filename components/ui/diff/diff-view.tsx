import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { WindowedRows } from "#components/ui/windowed-rows.tsx";
import { plural } from "#lib/format-count.ts";
import { NarrowLine, WideLine } from "./diff-line.tsx";
import { type DiffRow, unifiedRows } from "./diff-rows.ts";
import styles from "./diff-view.module.css";
import { useLineDiff } from "./use-line-diff.ts";

export interface DiffSide {
  /** What this side is; the header of its column. */
  readonly label: string;
  readonly text: string;
}

interface DiffViewProps {
  /** The accessible name of the diff. */
  readonly label: string;
  readonly left: DiffSide;
  readonly right: DiffSide;
}

/** The diff of two texts: side by side, or in a narrow place one below the other. */
export function DiffView({ label, left, right }: DiffViewProps) {
  const answer = useLineDiff(left.text, right.text);
  if (answer === "failed")
    return (
      <p role="alert">
        The texts could not be compared: the comparison did not load or took too long. Close this and try again.
      </p>
    );
  return (
    <>
      <p role="status" className={answer ? "unseen" : ""}>
        {answer ? summary(answer) : "Comparing the texts…"}
      </p>
      {answer && (
        <DiffTable key={`${left.label} ${right.label}`} label={label} left={left} right={right} rows={answer} />
      )}
    </>
  );
}

function summary(rows: readonly DiffRow[]): string {
  const changed = rows.filter(({ kind }) => kind === "changed");
  const count = (side: "left" | "right") => changed.filter((row) => row[side]).length;
  return changed.length === 0 ? "No differences" : `${plural(count("left"), "line")} removed, ${count("right")} added`;
}

function DiffTable({ label, left, right, rows }: DiffViewProps & { rows: readonly DiffRow[] }) {
  const isWide = useMedia("(min-width: 800px)");
  const shown = useMemo(() => (isWide ? rows : unifiedRows(rows)), [isWide, rows]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    overscan: 12,
  });
  const span = isWide ? 4 : 3;
  return (
    <section ref={scroller} className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table} aria-rowcount={shown.length + 1} data-wide={isWide || undefined}>
        <colgroup>
          <col className={styles.number} />
          <col className={isWide ? undefined : styles.number} />
          {isWide && <col className={styles.number} />}
          <col />
        </colgroup>
        <thead>{isWide ? <WideHead left={left} right={right} /> : <NarrowHead left={left} right={right} />}</thead>
        <WindowedRows
          items={virtual.getVirtualItems()}
          height={virtual.getTotalSize()}
          span={span}
          row={(index) => {
            const row = shown[index];
            const Line = isWide ? WideLine : NarrowLine;
            return row && <Line row={row} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2} />;
          }}
        />
      </table>
    </section>
  );
}

function WideHead({ left, right }: Pick<DiffViewProps, "left" | "right">) {
  return (
    <tr aria-rowindex={1}>
      <th scope="col" colSpan={2}>
        {left.label}
      </th>
      <th scope="col" colSpan={2}>
        {right.label}
      </th>
    </tr>
  );
}

function NarrowHead({ left, right }: Pick<DiffViewProps, "left" | "right">) {
  return (
    <tr aria-rowindex={1}>
      <th scope="col" colSpan={3}>
        <del>{left.label}</del> <ins>{right.label}</ins>
      </th>
    </tr>
  );
}

/** Whether a media query matches; false during server rendering. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
