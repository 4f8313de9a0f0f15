import { useEffect, useState } from "react";
import { Legend, Strip } from "#components/report/harness-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { TableHead } from "#components/ui/table-head.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import type { FailureText } from "#lib/failure-text/words.ts";
import { failureParts } from "#lib/failure-text.ts";
import { fetchReport } from "#lib/fetching/fetch-report.ts";
import { formatBytes, formatCount, plural } from "#lib/format-count.ts";
import { headlineShort } from "#lib/report/compare/headline.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { ReportedHarness, ReportedSkill, ReportedTrust } from "#lib/report/shape.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { levelTotals, levelWords, licenceSummary, nothingFound } from "#lib/report/words.ts";
import { type Source, sourceLabel } from "#lib/vfs/source.ts";
import view from "./embed-view.module.css";
import styles from "./report-brief.module.css";
import { ViewHead } from "./view-head.tsx";

/** The report on a source, short enough to stand beside other text; links to the full report page. */
export function ReportBrief({ source }: { source: Source }) {
  const [attempt, setAttempt] = useState(0);
  const { part, failure } = useReport(source, attempt);
  const { harnesses, skills, trust } = part;
  if (failure)
    return (
      <div role="alert" className={view.failed}>
        <h1>{failure.title}</h1>
        <p>
          {failure.what} {failure.safe}
        </p>
        <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
      </div>
    );
  return (
    <>
      <Head source={source} part={part} />
      {harnesses && skills && (
        <>
          <Bars harnesses={harnesses} skills={skills} />
          <div className={styles.legend}>
            <Legend harnesses={harnesses} />
          </div>
        </>
      )}
      {trust && <Trust trust={trust} />}
      {!trust && (
        <p role="status" className={view.note}>
          {part.source ? "Checking every file…" : `Reading ${sourceLabel(source)}…`}
        </p>
      )}
    </>
  );
}

function useReport(source: Source, attempt: number): { readonly part: ReportPart; readonly failure?: FailureText } {
  const [part, setPart] = useState<ReportPart>({});
  const [failure, setFailure] = useState<FailureText>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt makes it anew
  useEffect(() => {
    const left = new AbortController();
    async function make() {
      try {
        await fetchReport(source, {
          way: "as-installed",
          signal: left.signal,
          onProgress: () => undefined,
          onPart: (more) => setPart((known) => ({ ...known, ...more })),
        });
      } catch (caught) {
        const reason = failureOrThrow(caught);
        if (reason.code !== "cancelled") setFailure(failureParts(reason));
      }
    }
    setPart({});
    setFailure(undefined);
    void make();
    return () => left.abort();
  }, [source, attempt]);
  return { part, ...(failure && { failure }) };
}

function Head({ source, part }: { source: Source; part: ReportPart }) {
  const { source: read, skills, harnesses = [] } = part;
  return (
    <ViewHead
      title={
        <>
          <VisibleName text={read?.label ?? sourceLabel(source)} />
          {read?.commit && (
            <code className={view.commit} title={read.commit}>
              @{read.commit.slice(0, 7)}
            </code>
          )}
        </>
      }
    >
      {read && skills && (
        <>
          <strong>{reportVerdict({ way: part.way, harnesses })[0]}</strong> {plural(read.files, "file")},{" "}
          {formatBytes(read.bytes)} · <VisibleName text={licenceSummary(part)} />
        </>
      )}
    </ViewHead>
  );
}

interface BarsProps {
  readonly harnesses: readonly ReportedHarness[];
  readonly skills: readonly ReportedSkill[];
}

function Bars({ harnesses, skills }: BarsProps) {
  return (
    <table className={styles.bars}>
      <caption className="unseen">What each harness makes of them</caption>
      <TableHead className="unseen" columns={["Harness", "Skills", "Told to the model"]} />
      <tbody>
        {harnesses.map((harness, at) => (
          <tr key={harness.id}>
            <th scope="row">{harness.label}</th>
            <td className={styles.strip}>
              <Strip skills={skills} at={at} />
            </td>
            <td className={styles.count}>{headlineShort(harness.counts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What to read before installing: how often each rule found something. */
function Trust({ trust }: { trust: ReportedTrust }) {
  const { alarm, look, note } = levelTotals({ trust });
  const grave = trust.rules.filter(({ counts }) => counts.alarm + counts.look > 0);
  return (
    <section className={styles.trust}>
      <h2>Read before you trust it</h2>
      {alarm + look === 0 && <p>{nothingFound}</p>}
      <ul role="list">
        {grave.map(({ code, title, counts }) => {
          const level = counts.alarm > 0 ? "alarm" : "look";
          return (
            <li key={code}>
              <Tag tone={level === "alarm" ? "bad" : "tier1"} title={levelWords[level].title}>
                {levelWords[level].label}
              </Tag>{" "}
              {title} <span className={styles.times}>{formatCount(counts.alarm + counts.look)}</span>
            </li>
          );
        })}
      </ul>
      {note > 0 && <p>{plural(note, "more note is", "more notes are")} in the full report, with places and reasons.</p>}
    </section>
  );
}
