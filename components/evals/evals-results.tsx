import { useDownload } from "#components/share/use-download.ts";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { compareVerdicts, type JudgedRequest, judge, tellVerdict, type Verdict } from "#lib/evals/picks.ts";
import { tellExpectation, tellOutcome, writeResults, writeTable } from "#lib/evals/results-files.ts";
import { writeEvals, writeTriggers } from "#lib/evals/set-files.ts";
import { formatCount } from "#lib/format-count.ts";
import type { KeptRun } from "#lib/workspace/state/evals.ts";
import styles from "./evals.module.css";

interface EvalsResultsProps {
  readonly verdict: Verdict;
  /** The run that is shown; absent while it is under way. */
  readonly run?: KeptRun;
  /** The run before it, to be compared with. */
  readonly before?: KeptRun;
  /** The skill meant by requests that name none; empty for none. */
  readonly skill: string;
}

/** What the requests led to: a matrix request × skill, what that says in words, and what changed since the run before. */
export function EvalsResults({ verdict, run, before, skill }: EvalsResultsProps) {
  return (
    <section className={styles.results} aria-label="Results">
      <h3>
        {verdict.passed} of {verdict.judged} led where they should
        {run && (
          <small>
            {" "}
            {run.model}, {run.harness}, {new Date(run.at).toLocaleString()}
          </small>
        )}
      </h3>
      <ul className={styles.said}>
        {tellVerdict(verdict).map((sentence) => (
          <li key={sentence}>
            <VisibleName text={sentence} />
          </li>
        ))}
      </ul>
      {before && <Changes before={before} verdict={verdict} />}
      <Matrix verdict={verdict} />
      {run && <Exports verdict={verdict} run={run} skill={skill} />}
    </section>
  );
}

function Changes({ before, verdict }: { readonly before: KeptRun; readonly verdict: Verdict }) {
  const changes = compareVerdicts(judge(before.picked, before.threshold), verdict);
  const better = changes.filter(({ kind }) => kind === "better");
  const worse = changes.filter(({ kind }) => kind === "worse");
  if (changes.length === 0) return null;
  return (
    <p className={styles.changes}>
      Since the run before ({before.model}, {before.harness}): {better.length} better, {worse.length} worse,{" "}
      {changes.length - better.length - worse.length} the same.
      {worse.length > 0 && ` Worse: ${worse.map(({ text }) => `“${text.slice(0, 80)}”`).join(", ")}.`}
    </p>
  );
}

function Matrix({ verdict: { rows, skills } }: { readonly verdict: Verdict }) {
  return (
    // Who has no pointer scrolls it by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="Requests and the skills they led to">
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
    </section>
  );
}

function MatrixRow({ row, skills }: { readonly row: JudgedRequest; readonly skills: readonly string[] }) {
  const { request, outcome, counts, runs, picks } = row;
  const expected = tellExpectation(request.expects);
  const others = [...new Set(picks.flatMap((pick) => (pick.kind === "tool" ? [pick.tool] : [])))];
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
      <td className={styles[outcome.kind]}>
        <VisibleName text={tellOutcome(outcome)} />
        {others.length > 0 && <small> called {others.join(", ")}</small>}
      </td>
      {skills.map((skill) => {
        const count = counts.get(skill) ?? 0;
        const isExpected = request.expects.kind === "picks" && request.expects.skill === skill;
        return (
          <td key={skill} className={isExpected ? styles.expected : undefined}>
            {runs > 0 && count > 0 ? (
              `${count}/${runs}`
            ) : (
              <span className={styles.nothing}>{isExpected ? `0/${runs}` : "·"}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface ExportsProps {
  readonly verdict: Verdict;
  readonly run: KeptRun;
  readonly skill: string;
}

function Exports({ verdict, run, skill }: ExportsProps) {
  const requests = verdict.rows.map(({ request }) => request);
  const results = useDownload(async () => new File([writeResults(verdict, run)], "picked.json"));
  const table = useDownload(async () => new File([writeTable(verdict)], "picked.csv"));
  const triggers = useDownload(async () => new File([writeTriggers(requests, skill)], "triggers.json"));
  const evals = useDownload(async () => new File([writeEvals(requests, skill)], "evals.json"));
  return (
    <p className={styles.exports}>
      <Button size="small" onClick={results.start}>
        Save as JSON
      </Button>
      <Button size="small" onClick={table.start}>
        Save as CSV
      </Button>
      {skill !== "" && (
        <>
          <Button size="small" onClick={triggers.start}>
            Save trigger set
          </Button>
          <Button size="small" onClick={evals.start}>
            Save evals.json
          </Button>
        </>
      )}
      <span>about {formatCount(run.tokens)} tokens</span>
    </p>
  );
}
