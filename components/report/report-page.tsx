"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import type { WayChoice } from "#components/workspace/way-choice.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { fetchedParts } from "#lib/failure-text/fetched-words.ts";
import type { FailureText } from "#lib/failure-text/words.ts";
import type { CountAgain } from "#lib/fetching/fetch-report.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import type { ReportPart } from "#lib/report/report.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import { type MountProgress, type Source, sourceLabel } from "#lib/vfs/source.ts";
import styles from "./report-page.module.css";
import type { ReportView } from "./report-view.tsx";
import { ReportWaiting } from "./report-waiting.tsx";

/** The report on the source in the page's address, made in this browser. */
export function ReportPage() {
  const [source, setSource] = useState<Source | null>();
  // Only the browser has the address as it was written; the server gets it fully percent-encoded.
  useEffect(() => setSource(parseSourcePath(location.pathname.replace(/^\/report/, "")) ?? null), []);
  return (
    <SitePage>
      <main className={styles.main}>
        {source === null && <NoSource />}
        {source && <SourceReport key={JSON.stringify(source)} source={source} />}
        {source === undefined && <h1>Skill report</h1>}
      </main>
    </SitePage>
  );
}

function NoSource() {
  return (
    <>
      <h1>No report at this address</h1>
      <p>
        Reports are at <code>/report/gh/owner/repository</code>: the address of a repository in the lab, with{" "}
        <code>/report</code> before it.
      </p>
      <p>
        <a href="/">Open something on the home page</a>
      </p>
    </>
  );
}

type Making =
  | { readonly kind: "making"; readonly progress: MountProgress | undefined }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly parts: FailureText };

function SourceReport({ source }: { source: Source }) {
  const [attempt, setAttempt] = useState(0);
  const { part, making, drawing, way, count } = useReport(source, attempt);
  if (making.kind === "failed")
    return (
      <div role="alert" className={styles.failed}>
        <h1>{making.parts.title}</h1>
        <p>{making.parts.what}</p>
        {/* A report changes nothing, so the note on what is safe is left out. */}
        <p>{making.parts.next}</p>
        <Button variant="primary" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
        {/* The lab takes a token, or a folder in place of the repository. */}
        <a href={location.pathname.replace("/report", "")}>Open in the lab</a>
      </div>
    );
  return (
    <>
      {making.kind === "making" && (
        <ReportWaiting
          label={sourceLabel(source)}
          part={part}
          {...(making.progress && { progress: making.progress })}
        />
      )}
      {part.source && drawing && (
        <drawing.ReportView
          report={part}
          wayChoice={<drawing.WayChoice way={way} disabled={making.kind === "making"} onChoose={count} />}
        />
      )}
    </>
  );
}

interface Drawing {
  readonly ReportView: typeof ReportView;
  readonly WayChoice: typeof WayChoice;
}

interface MadeReport {
  readonly part: ReportPart;
  readonly making: Making;
  /** The components that draw the report, once fetched. */
  readonly drawing: Drawing | undefined;
  readonly way: Way;
  /** Makes the report again with this way of counting skills. */
  readonly count: (way: Way) => void;
}

/** The way of counting that the address asks for; by default as installed, since readers of a report want to install. */
function askedWay(): Way {
  return new URLSearchParams(location.search).get("way") === "as-it-lies" ? "as-it-lies" : "as-installed";
}

/** Fetches the source and makes the report, part by part. Unmounting cancels it. */
function useReport(source: Source, attempt: number): MadeReport {
  const [drawing, setDrawing] = useState<Drawing>();
  const [part, setPart] = useState<ReportPart>({});
  const [making, setMaking] = useState<Making>({ kind: "making", progress: undefined });
  const [way, setWay] = useState(askedWay);
  const [again, setAgain] = useState<CountAgain>();
  const left = useRef<AbortController>(undefined);
  const onPart = (more: ReportPart) => setPart((known) => ({ ...known, ...more }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt makes it anew, another way does not
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    const { signal } = leaving;
    async function make() {
      // So the build leaves these out of the server, which draws the waiting only.
      if (typeof window === "undefined") return;
      // Fetched after the first paint: the code that clones and asks a worker, and the components that draw the result.
      const [{ fetchReport }, { ReportView }, { WayChoice }] = await Promise.all([
        import("#lib/fetching/fetch-report.ts"),
        import("./report-view.tsx"),
        import("#components/workspace/way-choice.tsx"),
      ]);
      setDrawing({ ReportView, WayChoice });
      const onProgress = (progress: MountProgress) => setMaking({ kind: "making", progress });
      const made = await fetchReport(source, { way, signal, onProgress, onPart });
      setAgain(() => made);
    }
    setPart({});
    void told(make, setMaking);
    return () => leaving.abort();
  }, [source, attempt]);
  function count(wanted: Way) {
    setWay(wanted);
    history.replaceState(null, "", wanted === "as-installed" ? location.pathname : `?way=${wanted}`);
    const signal = left.current?.signal;
    if (again && signal) void told(() => again({ way: wanted, signal, onPart }), setMaking);
  }
  return { part, making, drawing, way, count };
}

/** Runs `make`, and reports that it is running and how it ended. */
async function told(make: () => Promise<void>, tell: (making: Making) => void): Promise<void> {
  tell({ kind: "making", progress: undefined });
  try {
    await make();
    tell({ kind: "done" });
  } catch (caught) {
    const failure = failureOrThrow(caught);
    if (failure.code === "cancelled") return;
    tell({ kind: "failed", parts: await fetchedParts(failure) });
  }
}
