import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatBytes, formatCount, plural } from "#lib/format-count.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { Report, ReportedSource } from "#lib/report/shape.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { levelTotals, licenceSummary } from "#lib/report/words.ts";
import { HarnessTable } from "./harness-table.tsx";
import { type ShowPlace, ShowPlaceContext } from "./place-link.tsx";
import styles from "./report-view.module.css";
import { SkillTable } from "./skill-table.tsx";
import { TrustFindings } from "./trust-findings.tsx";
import { useIsPrinting } from "./use-is-printing.ts";

interface ReportViewProps {
  /** The report as far as it is finished. */
  readonly report: ReportPart;
  /** Shows a place in a file; where absent, places link to the lab. */
  readonly onShow?: ShowPlace;
  /** The control that changes how skills are counted. */
  readonly wayChoice?: ReactNode;
}

/** A report, or the parts of it that are finished. */
export function ReportView({ report, onShow, wayChoice }: ReportViewProps) {
  const { source, harnesses, skills, trust } = report;
  if (!source) return null;
  return (
    <ShowPlaceContext value={{ address: source.address, onShow }}>
      <article className={styles.report} aria-label={`Report on ${source.label}`}>
        <Head source={source} report={report} isDialog={onShow !== undefined} />
        {wayChoice}
        {harnesses && <HarnessTable harnesses={harnesses} skills={skills} />}
        {skills && harnesses && <SkillTable skills={skills} harnesses={harnesses} isWhole={trust !== undefined} />}
        {trust && <TrustFindings trust={trust} />}
      </article>
    </ShowPlaceContext>
  );
}

interface HeadProps {
  readonly source: ReportedSource;
  readonly report: ReportPart;
  readonly isDialog: boolean;
}

function Head({ source, report, isDialog }: HeadProps) {
  const { label, url, commit, ref, address, files, bytes, languages } = source;
  const isPrinting = useIsPrinting();
  const scripts = Object.values(languages).reduce((sum, count) => sum + count, 0);
  return (
    <header className={styles.head}>
      {!isDialog && (
        <h1>
          <VisibleName text={label} />
        </h1>
      )}
      {report.harnesses && <Verdict report={report} />}
      <p className={styles.origin}>
        {url && (
          <a href={url} rel="noreferrer nofollow">
            {new URL(url).host}
          </a>
        )}
        {ref && ref !== commit && <VisibleName text={ref} />}
        {commit && <code title={commit}>@{isPrinting ? commit : commit.slice(0, 7)}</code>}
        {isPrinting && address && <span>{`${location.origin}/report${address}`}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact name="Skills" value={report.skills ? formatCount(report.skills.length) : "…"} />
        <Fact name="Files" value={`${plural(files, "file")}, ${formatBytes(bytes)}`} />
        <Fact
          name="Scripts"
          value={
            scripts === 0
              ? "none"
              : Object.entries(languages)
                  .map(([name, count]) => `${formatCount(count)} ${name}`)
                  .slice(0, 4)
                  .join(", ")
          }
        />
        <Fact name="Licence" value={licenceSummary(report)} />
      </dl>
      <div className={styles.tools}>
        {!isDialog && address && (
          <a className={styles.open} href={address}>
            Open in the lab
          </a>
        )}
        {isWhole(report) && <CopyTools report={report} />}
        {!isDialog && (
          <Button size="small" onClick={() => print()}>
            Print
          </Button>
        )}
      </div>
    </header>
  );
}

function isWhole(report: ReportPart): report is Report {
  return report.trust !== undefined && report.skills !== undefined && report.source !== undefined;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <VisibleName text={value} />
      </dd>
    </div>
  );
}

function CopyTools({ report }: { report: Report }) {
  return (
    <>
      <CopyButton variant="plain" label="Copy JSON" text={() => JSON.stringify(report, null, 2)} />
      <CopyButton variant="plain" label="Copy Markdown" text={() => markdownOf(report)} />
    </>
  );
}

/** The Markdown writer is fetched when it is first needed. */
async function markdownOf(report: Report): Promise<string> {
  return (await import("#lib/report/faces/markdown.ts")).reportMarkdown(report);
}

/** The summary for a reader with ten seconds. */
function Verdict({ report }: { report: ReportPart }) {
  const { way, harnesses = [], trust } = report;
  const [told, found] = reportVerdict({ way, harnesses, ...(trust && { trust }) });
  const isAlarming = trust !== undefined && levelTotals({ trust }).alarm > 0;
  return (
    <div className={styles.verdict}>
      <p>{told}</p>
      {found === undefined ? (
        <p className={styles.pending}>Checking every file…</p>
      ) : (
        <p className={isAlarming ? styles.alarm : undefined}>{found}</p>
      )}
    </div>
  );
}
