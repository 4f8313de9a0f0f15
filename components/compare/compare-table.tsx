import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { WindowedRows } from "#components/ui/windowed-rows.tsx";
import { plural } from "#lib/format-count.ts";
import type { ComparedSkill, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { type ColumnSummary, isSame, type Pattern, patternText } from "#lib/report/compare/patterns.ts";
import { CellNote, PatternNote } from "./cell-note.tsx";
import styles from "./compare-table.module.css";
import { SummaryRows } from "./summary-rows.tsx";
import { type Cell, useCells } from "./use-cells.ts";
import { spokenText, VerdictIcon, VerdictMark } from "./verdict-mark.tsx";

/** A pattern, or a skill of the open pattern above it. */
export type TableRow =
  | { readonly kind: "pattern"; readonly pattern: Pattern; readonly isOpen: boolean }
  | { readonly kind: "skill"; readonly skill: ComparedSkill };

interface CompareTableProps {
  /** The reference harness comes first. */
  readonly columns: readonly HarnessColumn[];
  readonly summary: readonly ColumnSummary[];
  readonly rows: readonly TableRow[];
  readonly onToggle: (key: string) => void;
  readonly onOpen: (profileId: string, location: string | undefined) => void;
}

/**
 * A table with a column per harness: first the totals over all skills, then a row per SKILL.md, under the pattern that it follows. Marks
 * and patterns form one tab stop: arrow keys move between them, and the note below explains the one with the focus or the pointer.
 */
export function CompareTable({ columns, summary, rows, onToggle, onOpen }: CompareTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLTableSectionElement>(null);
  const { current, told, listeners } = useCells(scroller, { rows: rows.length, columns: columns.length }, open);
  const { items, height, measure } = useRowWindow(scroller, top, rows, current.row);
  const hint = useId();
  const at = rows[told.row];

  function open({ row, column }: Cell) {
    const found = rows[row];
    const profileId = columns[column]?.profileId;
    if (found?.kind === "pattern") onToggle(found.pattern.key);
    else if (profileId !== undefined) onOpen(profileId, found?.skill.verdicts[column]?.location);
  }

  function rowAt(index: number) {
    const found = rows[index];
    const stop = index === current.row ? current.column : undefined;
    if (found?.kind !== "pattern") return found && <CompareRow skill={found.skill} index={index} stop={stop} />;
    const isStop = stop !== undefined;
    return <PatternRow {...found} index={index} isStop={isStop} columns={columns} measure={measure} />;
  }

  return (
    <>
      <div ref={scroller} className={styles.scroll}>
        <table
          className={styles.table}
          aria-label="Skills by harness"
          aria-describedby={hint}
          aria-rowcount={-1}
          {...listeners}
        >
          <colgroup>
            <col className={styles.name} />
            <col span={columns.length} />
          </colgroup>
          <CompareHead columns={columns} />
          <SummaryRows ref={top} columns={columns} summary={summary} />
          <WindowedRows items={items} height={height} span={columns.length + 1} row={rowAt} />
        </table>
      </div>
      {at?.kind === "skill" && (
        <CellNote skill={at.skill} at={told.column} columns={columns} onOpen={() => open(told)} />
      )}
      {at?.kind === "pattern" && !at.isOpen && <PatternNote pattern={at.pattern} columns={columns} />}
      <p id={hint} className="unseen">
        Arrow keys move between marks. Enter or a click unfolds a pattern or opens the file.
      </p>
    </>
  );
}

function CompareHead({ columns }: { columns: readonly HarnessColumn[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">Skill</th>
        {columns.map(({ profileId, label }) => (
          <th key={profileId} scope="col" title={label}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface PatternRowProps {
  readonly pattern: Pattern;
  readonly isOpen: boolean;
  /** From 0. */
  readonly index: number;
  /** Whether it is the table's tab stop. */
  readonly isStop: boolean;
  readonly columns: readonly HarnessColumn[];
  /** Measures the row's height, as its text may take several lines. */
  readonly measure: (row: Element | null) => void;
}

/** How many skills follow a pattern, and what the harnesses make of them; opens and closes the list of those skills. */
function PatternRow({ pattern, isOpen, index, isStop, columns, measure }: PatternRowProps) {
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const texts = patternText(pattern, columns);
  return (
    <tr ref={measure} data-index={index} className={styles.pattern}>
      <td colSpan={columns.length + 1}>
        <button type="button" aria-expanded={isOpen} data-row={index} tabIndex={isStop ? 0 : -1}>
          <Arrow size={14} aria-hidden />
          <strong>{plural(pattern.skills.length, "skill")}</strong>
          {pattern.clauses.map(({ kind }, at) => (
            <span key={texts[at]} className={styles.clause}>
              <VerdictIcon kind={kind} /> {texts[at]}
              {at < texts.length - 1 && ";"}
            </span>
          ))}
        </button>
      </td>
    </tr>
  );
}

interface CompareRowProps {
  readonly skill: ComparedSkill;
  /** From 0. */
  readonly index: number;
  /** The column of the mark that is the table's tab stop, if it is in this row. */
  readonly stop: number | undefined;
}

/** The row of a SKILL.md. Its marks are buttons whose names give the verdict and the reason. */
const CompareRow = memo(function CompareRow({ skill, index, stop }: CompareRowProps) {
  const { folder, path, source, verdicts } = skill;
  return (
    <tr className={styles.row}>
      <th scope="row" title={visibleName(`${path} of ${source}`)}>
        <VisibleName as="span" className={styles.skill} text={folder} />
      </th>
      {verdicts.map((verdict, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a verdict is known by its column
        <td key={column} className={column > 0 ? besideReference(isSame(verdict, verdicts[0])) : undefined}>
          <button
            type="button"
            className={styles.cell}
            // An attribute instead of hidden text: thousands of marks are drawn while one scrolls.
            aria-label={visibleName(spokenText(verdict), "text")}
            data-row={index}
            data-column={column}
            tabIndex={column === stop ? 0 : -1}
          >
            <VerdictMark verdict={verdict} isBrief={column > 0 && isSame(verdict, verdicts[0])} />
          </button>
        </td>
      ))}
    </tr>
  );
});

function besideReference(isAlike: boolean): string | undefined {
  return isAlike ? styles.same : styles.unlike;
}

/** The height of a row, as in the style sheet. Pattern rows are measured once they are drawn. */
const rowHeight = 36;

interface RowWindow {
  readonly items: readonly VirtualItem[];
  /** Height of all rows together, in pixels. */
  readonly height: number;
  readonly measure: (row: Element | null) => void;
}

/** The rows to draw: those in sight, a few around them, and `kept`, so that it can hold the focus. The first one starts below `top`. */
function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  top: RefObject<HTMLElement | null>,
  rows: readonly TableRow[],
  kept: number,
): RowWindow {
  const [margin, setMargin] = useState(0);
  // What is shown decides which rows exist, so this measures after every render, and renders again only if something has changed.
  useLayoutEffect(() => {
    setMargin(top.current ? top.current.offsetTop + top.current.offsetHeight : 0);
  });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index]) ?? index,
    scrollMargin: margin,
    overscan: 4,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), kept])].sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems().map((item) => {
    return { ...item, start: item.start - margin, end: item.end - margin };
  });
  return { items, height: virtual.getTotalSize(), measure: virtual.measureElement };
}

function keyOf(row: TableRow | undefined): string | undefined {
  return row?.kind === "pattern" ? row.pattern.key : row?.skill.id;
}
