import type { ReactNode, Ref } from "react";
import { formatCount } from "#lib/format-count.ts";

import type { HarnessColumn } from "#lib/report/compare/comparison.ts";
import { tallies } from "#lib/report/compare/marks.ts";
import { type ColumnSummary, talliesIn } from "#lib/report/compare/patterns.ts";
import styles from "./summary-rows.module.css";

interface SummaryRowsProps {
  readonly ref: Ref<HTMLTableSectionElement>;
  readonly columns: readonly HarnessColumn[];
  /** One for each column. */
  readonly summary: readonly ColumnSummary[];
}

/** The totals of each harness over all skills: how many of each kind, and what their catalog costs. */
export function SummaryRows({ ref, columns, summary }: SummaryRowsProps) {
  const skills = Object.values(summary[0]?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const reference = columns[0]?.label ?? "";
  return (
    <tbody ref={ref} className={styles.summary}>
      {talliesIn(summary).map((id) => (
        <SummaryRow key={id} {...tallies[id]}>
          {summary.map(({ counts }, at) => (
            <td key={columns[at]?.profileId} data-tally={id}>
              <Part of={skills} count={counts[id]} />
            </td>
          ))}
        </SummaryRow>
      ))}
      <SummaryRow label="Tokens" title="Tokens that skills add to every request, about">
        {summary.map(({ share }, at) => (
          <td
            key={columns[at]?.profileId}
            data-share={share > 1 ? "over" : share > 0.5 ? "high" : undefined}
            title={`${shareText(share)} of the window of ${formatCount(columns[at]?.window ?? 0)} tokens`}
          >
            {tokensText(columns[at])}
            {share > 0.5 && <small>{share > 1 ? "does not fit" : "over half the window"}</small>}
          </td>
        ))}
      </SummaryRow>
      <SummaryRow label="Differences" title={`Skills it treats differently from ${reference}`}>
        {summary.map(({ differing }, at) => (
          <td key={columns[at]?.profileId}>{differing === 0 ? "–" : formatCount(differing)}</td>
        ))}
      </SummaryRow>
    </tbody>
  );
}

function SummaryRow({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" title={title}>
        {label}
      </th>
      {children}
    </tr>
  );
}

/** A number over a bar that shows its share of the total. */
function Part({ count, of }: { count: number; of: number }) {
  return (
    <span className={count === 0 ? styles.zero : styles.part} style={{ backgroundSize: `${(100 * count) / of}% 100%` }}>
      {count === 0 ? "–" : formatCount(count)}
    </span>
  );
}

function shareText(share: number): string {
  if (share === 0) return "0%";
  if (share < 0.001) return "< 0.1%";
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
}

/** What a harness adds to every request, where its sources tell. */
function tokensText(column: HarnessColumn | undefined): string {
  if (!column || column.counts.undocumented) return "–";
  return column.tokens === 0 ? "none" : `≈${formatCount(column.tokens)}`;
}
