import { useId, useRef } from "react";
import { WindowedRows } from "#components/ui/windowed-rows.tsx";
import type { Comparison } from "#lib/workspace/compare/comparison.ts";
import type { Cell } from "./cell-keys.ts";
import { CellNote } from "./cell-note.tsx";
import { CompareHead } from "./compare-head.tsx";
import { CompareRow } from "./compare-row.tsx";
import styles from "./compare-table.module.css";
import { useCells } from "./use-cells.ts";
import { useRowWindow } from "./use-row-window.ts";

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
