import { useId } from "react";
import { VerdictIcon } from "#components/compare/verdict-mark.tsx";
import { TableHead } from "#components/ui/table-head.tsx";
import { formatCount, formatShare } from "#lib/format-count.ts";
import { headlineBeside } from "#lib/report/compare/headline.ts";
import { marks, type Tally } from "#lib/report/compare/marks.ts";
import { causesBeside, countsBeside } from "#lib/report/faces/beside.ts";
import type { ReportedHarness, ReportedSkill } from "#lib/report/shape.ts";
import { catalogWords, causeWords, isMark, marksIn, markWord } from "#lib/report/words.ts";
import styles from "./harness-table.module.css";
import sections from "./section.module.css";
import { tallyWords } from "./tally-words.ts";

interface HarnessTableProps {
  readonly harnesses: readonly ReportedHarness[];
  readonly skills: readonly ReportedSkill[] | undefined;
}

/** What each harness makes of all skills: the counts, a strip with a segment per skill, and what it tells the model. */
export function HarnessTable({ harnesses, skills }: HarnessTableProps) {
  const heading = useId();
  const most = Math.max(...harnesses.map(({ tokens }) => tokens), 1);
  return (
    <section aria-labelledby={heading} className={sections.section}>
      <h2 id={heading}>What each harness makes of them</h2>
      <section className={styles.scroll} tabIndex={0} aria-label="Harnesses">
        <table className={styles.table}>
          <TableHead columns={["Harness", "Skills", "Catalog, of the window", "Mostly because"]} />
          <tbody>
            {harnesses.map((harness, at) => (
              <tr key={harness.id}>
                <th scope="row">{harness.label}</th>
                <td className={styles.skills}>
                  <p>{headlineBeside(harness.counts)}</p>
                  {skills && <Strip skills={skills} at={at} />}
                  <Counts harness={harness} />
                </td>
                <td className={styles.tokens}>
                  <span className={styles.bar} aria-hidden="true">
                    <i style={{ inlineSize: `${(harness.tokens / most) * 100}%` }} />
                  </span>
                  {catalogWords(harness.tokens, harness.counts.undocumented)}
                  {harness.tokens > 0 && <small>{formatShare(harness.share)}</small>}
                </td>
                <td className={styles.causes}>
                  {causesBeside(harness).map((each) => (
                    <p key={causeWords(each)}>
                      <b>{formatCount(each.count)}</b> {causeWords(each)}
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Legend harnesses={harnesses} />
    </section>
  );
}

function Counts({ harness }: { harness: ReportedHarness }) {
  const found = countsBeside(harness);
  if (found.length === 0) return null;
  return (
    <span className={styles.counts}>
      {found.map(([mark, count]) => (
        <span key={mark}>
          {isMark(mark) && <VerdictIcon kind={mark} />}
          {formatCount(count)} {markWord(mark)}
        </span>
      ))}
    </span>
  );
}

/**
 * One harness's verdict on each skill, as a strip: a line per skill, in order; neighbours with the same verdict are joined. `at`: the index
 * of the harness.
 */
export function Strip({ skills, at }: { skills: readonly ReportedSkill[]; at: number }) {
  if (skills.length === 0) return null;
  const runs: { from: number; length: number; tally: Tally }[] = [];
  for (const [from, { marks: made }] of skills.entries()) {
    const mark = made[at] ?? "outside";
    const tally = isMark(mark) ? marks[mark].tally : "out";
    const last = runs.at(-1);
    if (last?.tally === tally) last.length++;
    else runs.push({ from, length: 1, tally });
  }
  return (
    <svg className={styles.strip} viewBox={`0 0 ${skills.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      {runs.map(({ from, length, tally }) => (
        <rect key={from} x={from} y="0" width={length} height="1" className={styles[tally]} />
      ))}
    </svg>
  );
}

export function Legend({ harnesses }: { harnesses: readonly ReportedHarness[] }) {
  const groups = new Set(marksIn(harnesses).map((mark) => marks[mark].tally));
  return (
    <ul role="list" className={styles.legend} aria-hidden="true">
      {[...groups].map((tally) => (
        <li key={tally}>
          <i className={styles[tally]} />
          {tallyWords[tally]}
        </li>
      ))}
    </ul>
  );
}
