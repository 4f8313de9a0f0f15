import type { ReactNode } from "react";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { type JudgedRequest, type Judgement, rightRuns } from "#lib/evals/picks.ts";
import type { Expectation } from "#lib/evals/requests.ts";
import { tellExpectation, tellOutcome } from "#lib/evals/results-files.ts";
import styles from "./evals.module.css";

/** Scrolls its content by itself if that is wider than its place. */
export function ScrollBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // Focusable, so that a keyboard can scroll it.
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A table of requests by skill: the share of runs that led to each skill. */
export function RequestMatrix({ verdict: { rows, skills } }: { readonly verdict: Judgement }) {
  return (
    <ScrollBox label="Requests and the skills they led to">
      <table>
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Outcome</th>
            {skills.map((skill) => (
              <th key={skill} scope="col" className={styles.skill}>
                <VisibleName text={skill} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a set may hold a request twice, and its rows never move
            <MatrixRow key={index} row={row} skills={skills} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function MatrixRow({ row, skills }: { readonly row: JudgedRequest; readonly skills: readonly string[] }) {
  const { request, counts, runs } = row;
  return (
    <tr>
      <th scope="row">
        <VisibleName text={request.text} />
        {request.expects.kind !== "open" && (
          <small>
            {" "}
            <VisibleName text={aimOf(request.expects)} />
          </small>
        )}
      </th>
      <OutcomeCell row={row} />
      {skills.map((skill) => {
        const count = counts.get(skill) ?? 0;
        const isExpected = request.expects.kind === "picks" && request.expects.skill === skill;
        return (
          <td key={skill} className={isExpected ? styles.expected : undefined}>
            {runs > 0 && (count > 0 || isExpected) ? (
              <Rate count={count} runs={runs} />
            ) : (
              <span className={styles.nothing}>·</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function aimOf(expects: Expectation): string {
  return expects.kind === "avoids"
    ? `should not lead to ${expects.skill}`
    : `should lead to ${tellExpectation(expects)}`;
}

/** The number of runs, and with several runs the share. */
function Rate({ count, runs }: { readonly count: number; readonly runs: number }) {
  const told = `${count}/${runs}`;
  if (runs === 1) return told;
  return (
    <>
      {Math.round((count / runs) * 100)}% <small>{told}</small>
    </>
  );
}

/** The outcome of a request; with several runs, how many led to the right skill. */
export function OutcomeCell({ row }: { readonly row: JudgedRequest }) {
  const { request, outcome, picks, runs } = row;
  const others = [...new Set(picks.flatMap((pick) => (pick.kind === "tool" ? [pick.tool] : [])))];
  const { expects } = request;
  return (
    <td className={styles[outcome.kind]}>
      <VisibleName text={outcome.kind === "open" ? tellPicks(row) : tellOutcome(outcome)} />
      {runs > 1 && expects.kind === "picks" && (
        <small>
          {" "}
          <Rate count={rightRuns(row)} runs={runs} />
        </small>
      )}
      {others.length > 0 && <small> called {others.join(", ")}</small>}
    </td>
  );
}

/** What a request without an expected skill led to. */
function tellPicks({ counts, runs }: JudgedRequest): string {
  const told = [...counts].map(([skill, count]) => (runs > 1 ? `${skill} ${count}/${runs}` : skill));
  return told.length > 0 ? told.join(", ") : "no skill picked";
}
