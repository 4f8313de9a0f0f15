import { Check, CornerRightDown, EyeOff, PenLine, X } from "lucide-react";
import { memo } from "react";
import { formatCount } from "#components/ui/format.ts";
import { useGrowing } from "#components/ui/use-growing.ts";
import { estimateTokens } from "#lib/chat/estimate-tokens.ts";
import type { Candidate } from "#lib/harness/model.ts";
import { noticeText } from "#lib/skills/notice-text.ts";
import type { HarnessColumn } from "#lib/workspace/compare-harnesses.ts";
import { type CompareRow, verdict } from "./compare-rows.ts";
import styles from "./compare-table.module.css";

/** The comparison as a table; the reason of each mark is its tooltip and is read with it. */
export function CompareTable({ columns, rows }: { columns: readonly HarnessColumn[]; rows: readonly CompareRow[] }) {
  const drawn = useGrowing(rows);
  return (
    <section className={styles.scroll} tabIndex={0} aria-label="Skills by harness">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            {columns.map(({ profileId, label, catalog }) => (
              <th key={profileId} scope="col">
                {label}
                <small title="Tokens of its catalog, about">≈{formatCount(estimateTokens(catalog.text))} tok</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((row) => (
            <Row key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Row = memo(function Row({ row, columns }: { row: CompareRow; columns: readonly HarnessColumn[] }) {
  const { id, folder, cells, differs } = row;
  return (
    <tr>
      <th scope="row" title={id.slice(id.indexOf(":") + 1)}>
        {folder}
        {differs && <small>differs</small>}
      </th>
      {cells.map((cell, index) => (
        <td key={columns[index]?.profileId}>
          <Verdict cell={cell} />
        </td>
      ))}
    </tr>
  );
});

const icons = { loaded: Check, renamed: PenLine, shadowed: CornerRightDown, rejected: X, outside: EyeOff };
const words = { loaded: "loaded", shadowed: "shadowed", rejected: "not loaded", outside: "never looks here" };

function Verdict({ cell }: { cell: Candidate | undefined }) {
  const outcome = cell?.outcome.kind ?? "outside";
  const isRenamed = outcome === "loaded" && verdict(cell) !== "loaded";
  const Icon = icons[isRenamed ? "renamed" : outcome];
  const reason = reasonOf(cell);
  return (
    <span className={`${styles.mark} ${styles[outcome]}`} title={reason}>
      <Icon size={14} strokeWidth={2.4} aria-hidden />
      <span>
        {isRenamed ? verdict(cell) : words[outcome]}
        {reason && <span className="unseen">: {reason}</span>}
      </span>
    </span>
  );
}

function reasonOf(cell: Candidate | undefined): string | undefined {
  const notice = cell?.notices[0];
  if (notice) return notice.harnessMessage ?? noticeText(notice).title;
  return cell?.outcome.kind === "shadowed" ? `by ${cell.outcome.by}` : undefined;
}
