import type { ReactNode } from "react";
import { VisibleName } from "#components/ui/visible-text.tsx";
import type { JudgedRequest, Judgement } from "#lib/evals/picks.ts";
import { tellExpectation, tellOutcome } from "#lib/evals/results-files.ts";
import styles from "./evals.module.css";

/** Scrolls by itself what is wider than its place. */
export function ScrollBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // Who has no pointer scrolls it by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Requests × skills: which share of its runs led to which skill. */
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
  const expected = tellExpectation(request.expects);
  return (
    <tr>
      <th scope="row">
        <VisibleName text={request.text} />
        {expected !== "" && (
          <small>
            {" "}
            should lead to <VisibleName text={expected} />
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

/** The number of runs, and for several runs their share of all. */
function Rate({ count, runs }: { readonly count: number; readonly runs: number }) {
  const told = `${count}/${runs}`;
  if (runs === 1) return told;
  return (
    <>
      {Math.round((count / runs) * 100)} % <small>{told}</small>
    </>
  );
}

/** What a request came to, and of several runs in how many of them it led to what it should. */
export function OutcomeCell({ row }: { readonly row: JudgedRequest }) {
  const { request, outcome, picks, counts, runs } = row;
  const others = [...new Set(picks.flatMap((pick) => (pick.kind === "tool" ? [pick.tool] : [])))];
  const { expects } = request;
  return (
    <td className={styles[outcome.kind]}>
      <VisibleName text={outcome.kind === "open" ? tellPicks(row) : tellOutcome(outcome)} />
      {runs > 1 && expects.kind === "picks" && (
        <small>
          {" "}
          <Rate count={counts.get(expects.skill) ?? 0} runs={runs} />
        </small>
      )}
      {others.length > 0 && <small> called {others.join(", ")}</small>}
    </td>
  );
}

/** What a request led to of which nothing was expected. */
function tellPicks({ counts, runs }: JudgedRequest): string {
  const told = [...counts].map(([skill, count]) => (runs > 1 ? `${skill} ${count}/${runs}` : skill));
  return told.length > 0 ? told.join(", ") : "no skill picked";
}
