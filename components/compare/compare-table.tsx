import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { memo, type RefObject, useId, useRef } from "react";
import { formatCount, plural } from "#components/ui/format.ts";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { WindowedRows } from "#components/ui/windowed-rows.tsx";
import type { ComparedSkill, Comparison, HarnessColumn } from "#lib/workspace/compare/comparison.ts";
import { CellNote } from "./cell-note.tsx";
import styles from "./compare-table.module.css";
import { type Cell, useCells } from "./use-cells.ts";
import { spokenText, VerdictMark } from "./verdict-mark.tsx";

interface CompareTableProps {
  readonly comparison: Comparison;
  readonly onOpen: (profileId: string, location: string | undefined) => void;
}

/**
 * A row a SKILL.md, a column a harness. The marks are one tab stop: arrow keys go from one to the next, and
 * the one with the focus or the pointer is told in full below.
 */
export function CompareTable({ comparison: { columns, skills }, onOpen }: CompareTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { current, told, listeners } = useCells(scroller, { rows: skills.length, columns: columns.length }, open);
  const { items, height } = useRowWindow(scroller, skills.length, current.row);
  const hint = useId();
  const skill = skills[told.row];

  function open({ row, column }: Cell) {
    const profileId = columns[column]?.profileId;
    if (profileId !== undefined) onOpen(profileId, skills[row]?.verdicts[column]?.location);
  }

  function rowAt(index: number) {
    const found = skills[index];
    const stop = index === current.row ? current.column : undefined;
    return found && <CompareRow skill={found} index={index} stop={stop} />;
  }

  return (
    <>
      <div ref={scroller} className={styles.scroll}>
        <table
          className={styles.table}
          aria-label="Skills by harness"
          aria-describedby={hint}
          aria-rowcount={skills.length + 1}
          {...listeners}
        >
          <colgroup>
            <col className={styles.name} />
            <col span={columns.length} />
          </colgroup>
          <CompareHead columns={columns} />
          <WindowedRows items={items} height={height} span={columns.length + 1} row={rowAt} />
        </table>
      </div>
      {skill && <CellNote skill={skill} at={told.column} columns={columns} onOpen={() => open(told)} />}
      <p id={hint} className={styles.hint}>
        Arrow keys go from mark to mark; Enter or a click opens the file under that harness.
      </p>
    </>
  );
}

/** The harnesses, with what their catalogs hold. */
function CompareHead({ columns }: { columns: readonly HarnessColumn[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">Skill</th>
        {columns.map(({ profileId, label, catalog, tokens }) => (
          <th key={profileId} scope="col" title={label}>
            {label}
            <small title={`${plural(catalog.rows.length, "skill")} in its catalog, of about so many tokens`}>
              ≈{formatCount(tokens)} tokens
            </small>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CompareRowProps {
  readonly skill: ComparedSkill;
  /** From 0. */
  readonly index: number;
  /** The column whose mark is the table's tab stop, if it is in this row. */
  readonly stop: number | undefined;
}

/** A SKILL.md; its marks are buttons that tell the reason with the verdict. */
const CompareRow = memo(function CompareRow({ skill, index, stop }: CompareRowProps) {
  const { folder, path, source, differs, verdicts } = skill;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" title={visibleName(`${path} of ${source}`)}>
        <span className={styles.skill}>
          <span>{folder}</span>
          {differs && <small>differs</small>}
        </span>
      </th>
      {verdicts.map((verdict, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a verdict is known by its column
        <td key={column}>
          <button
            type="button"
            className={styles.cell}
            // Not as unseen text: thousands of marks are drawn while one scrolls.
            aria-label={visibleName(spokenText(verdict), "text")}
            data-row={index}
            data-column={column}
            tabIndex={column === stop ? 0 : -1}
          >
            <VerdictMark verdict={verdict} />
          </button>
        </td>
      ))}
    </tr>
  );
});

/** As in the style sheet. */
const rowHeight = 36;

interface RowWindow {
  readonly items: readonly VirtualItem[];
  /** Of all rows, in pixels. */
  readonly height: number;
}

/** The rows that are drawn: those in sight, a few around them, and `kept`, so that it can hold the focus. */
function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, kept: number): RowWindow {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), kept])].sort((a, b) => a - b),
  });
  return { items: virtual.getVirtualItems(), height: virtual.getTotalSize() };
}
