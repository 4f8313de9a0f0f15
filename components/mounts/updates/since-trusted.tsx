import { useEffect, useState } from "react";
import lists from "#components/changes/changed-files.module.css";
import { FindingLine } from "#components/report/trust-findings.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { formatBytes, formatCount } from "#lib/format-count.ts";
import type { MarkChange, ReportDiff } from "#lib/report/diff.ts";
import { markWord } from "#lib/report/words.ts";
import type { SinceTrusted } from "#lib/state/update.ts";
import type { MountProgress } from "#lib/vfs/source.ts";
import styles from "./update.module.css";

/** The state of the comparison, which starts when it is first shown. */
export type Looking =
  | { readonly kind: "looking"; readonly progress: MountProgress | undefined }
  | { readonly kind: "found"; readonly since: SinceTrusted | undefined }
  | { readonly kind: "failed"; readonly text: string };

/** Compares a source with its trusted state. Unmounting cancels it. */
export function useSinceTrusted(mountId: string): { readonly looking: Looking; readonly retry: () => void } {
  const { sinceTrusted } = useActions();
  const [attempt, setAttempt] = useState(0);
  const [looking, setLooking] = useState<Looking>({ kind: "looking", progress: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt looks anew
  useEffect(() => {
    const left = new AbortController();
    async function look() {
      setLooking({ kind: "looking", progress: undefined });
      try {
        const onProgress = (progress: MountProgress) => {
          if (!left.signal.aborted) setLooking({ kind: "looking", progress });
        };
        const since = await sinceTrusted(mountId, { signal: left.signal, onProgress });
        if (!left.signal.aborted) setLooking({ kind: "found", since });
      } catch (caught) {
        const failure = failureOrThrow(caught);
        if (failure.code !== "cancelled") setLooking({ kind: "failed", text: failureText(failure) });
      }
    }
    void look();
    return () => left.abort();
  }, [sinceTrusted, mountId, attempt]);
  return { looking, retry: () => setAttempt(attempt + 1) };
}

/** Shown until there is a result: the progress, or why there is none. */
export function LookingNote({ looking, retry }: { looking: Looking; retry: () => void }) {
  if (looking.kind === "found") return null;
  if (looking.kind === "failed")
    return (
      <p role="alert">
        What you trusted could not be compared. {looking.text}{" "}
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  const { bytes = 0 } = looking.progress ?? {};
  return (
    <p role="status" className={lists.note}>
      Comparing with what you trusted…{bytes > 0 && ` ${formatBytes(bytes)} fetched`}
    </p>
  );
}

/** Changes that matter for trust: new findings, scripts, hosts, tools, and changed verdicts of harnesses. */
export function TrustChanges({ report }: { report: SinceTrusted["report"] }) {
  const { findings, scripts, hosts, tools, marks } = report;
  return (
    <>
      {findings.added.length + findings.unlisted > 0 && (
        <NewFindings findings={findings.added} more={findings.unlisted} />
      )}
      <Names title="Scripts added" names={scripts.added.map((path) => path.slice(1))} />
      <Names title="Scripts removed" names={scripts.removed.map((path) => path.slice(1))} />
      <Names title="New hosts" names={hosts} />
      <Names title="Skills with different tools" names={tools.map((path) => path.slice(1))} />
      {marks.length > 0 && <Marks marks={marks} />}
      {findings.removed.length > 0 && (
        <p className={lists.note}>
          {findings.removed.length === 1 ? "1 finding is" : `${formatCount(findings.removed.length)} findings are`} no
          longer there.
        </p>
      )}
    </>
  );
}

/** Most rows of one kind drawn at first. */
const most = 20;

function NewFindings({ findings, more }: { findings: ReportDiff["findings"]["added"]; more: number }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? findings : findings.slice(0, most);
  return (
    <div className={styles.part}>
      <h3>New findings</h3>
      <ul role="list" className={styles.findings}>
        {shown.map((finding) => (
          <li key={`${finding.rule} ${finding.path}:${finding.line} ${finding.says}`}>
            <FindingLine finding={finding} />
          </li>
        ))}
      </ul>
      {shown.length < findings.length && <All count={findings.length} onClick={() => setAll(true)} />}
      {more > 0 && (
        <p className={lists.note}>At least {formatCount(more)} more: a report lists only so many of a rule.</p>
      )}
    </div>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const [isAll, setAll] = useState(false);
  if (names.length === 0) return null;
  const shown = isAll ? names : names.slice(0, most);
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      <ul role="list" className={styles.names}>
        {shown.map((name) => (
          <li key={name}>
            <VisibleName as="code" text={name} />
          </li>
        ))}
      </ul>
      {shown.length < names.length && <All count={names.length} onClick={() => setAll(true)} />}
    </div>
  );
}

function Marks({ marks }: { marks: readonly MarkChange[] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? marks : marks.slice(0, most);
  return (
    <div className={styles.part}>
      <h3>What harnesses make of them now</h3>
      <ul role="list" className={styles.names}>
        {shown.map(({ path, harness, before, now }) => (
          <li key={`${harness} ${path}`}>
            {harness}: {markWord(before)} → <strong>{markWord(now)}</strong>{" "}
            <VisibleName as="code" text={path.slice(1)} />
          </li>
        ))}
      </ul>
      {shown.length < marks.length && <All count={marks.length} onClick={() => setAll(true)} />}
    </div>
  );
}

function All({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      Show all {formatCount(count)}
    </Button>
  );
}
