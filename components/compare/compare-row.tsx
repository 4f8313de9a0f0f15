import { memo } from "react";
import { visibleName } from "#components/ui/text/visible-pieces.ts";
import type { ComparedSkill } from "#lib/workspace/compare/comparison.ts";
import styles from "./compare-table.module.css";
import { spokenText, VerdictMark } from "./verdict-mark.tsx";

interface CompareRowProps {
  readonly skill: ComparedSkill;
  /** From 0. */
  readonly index: number;
  /** The column whose mark is the table's tab stop, if it is in this row. */
  readonly stop: number | undefined;
}

/** A SKILL.md; its marks are buttons that tell the reason with the verdict. */
export const CompareRow = memo(function CompareRow({ skill, index, stop }: CompareRowProps) {
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
