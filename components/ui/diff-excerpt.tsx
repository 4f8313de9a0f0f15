import { useMemo } from "react";
import { NarrowLine } from "./diff-line.tsx";
import { type DiffRow, rowsAroundChanges, unifiedRows } from "./diff-rows.ts";
import styles from "./diff-view.module.css";
import { useLineDiff } from "./use-line-diff.ts";

interface DiffExcerptProps {
  /** Names the lines for assistive technology. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Said where no line differs. */
  readonly same: string;
}

/** What turns one text into another, with a few lines around each change, to be read within something else. */
export function DiffExcerpt({ label, before, after, same }: DiffExcerptProps) {
  const answer = useLineDiff(before, after);
  if (answer === "failed") return <p role="alert">What compares the texts could not be fetched.</p>;
  if (!answer) return <p role="status">Comparing the texts …</p>;
  if (answer.every(({ kind }) => kind === "same")) return <p>{same}</p>;
  return <Excerpt label={label} rows={answer} />;
}

/** More than this is not drawn: nobody reads it line by line where it is asked about. */
const drawn = 400;

function Excerpt({ label, rows }: { label: string; rows: readonly DiffRow[] }) {
  const lines = useMemo(() => rowsAroundChanges(unifiedRows(rows)), [rows]);
  return (
    <>
      <section className={styles.excerpt} tabIndex={0} aria-label={label}>
        <table className={styles.table}>
          <colgroup>
            <col className={styles.number} />
            <col className={styles.number} />
            <col />
          </colgroup>
          {/* Lines have no identity but their place. */}
          <tbody>
            {lines.slice(0, drawn).map((row, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              row ? <NarrowLine key={index} row={row} /> : <Gap key={index} />,
            )}
          </tbody>
        </table>
      </section>
      {lines.length > drawn && <p>{lines.length - drawn} more lines are not shown here.</p>}
    </>
  );
}

function Gap() {
  return (
    <tr>
      <td colSpan={3} className={styles.gap}>
        <span aria-hidden>⋯</span>
        <span className="unseen">Lines that stay are left out</span>
      </td>
    </tr>
  );
}
