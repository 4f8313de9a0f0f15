import { useState } from "react";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import runForm from "#components/ui/run-form.module.css";
import { dateTimeText } from "#components/ui/times.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { tellInterval } from "#lib/evals/interval.ts";
import { type Judgement, judge, tellJudgement, tellPassed } from "#lib/evals/picks.ts";
import { tellCuts, tellExpectation } from "#lib/evals/results-files.ts";
import type { RunProgress } from "#lib/evals/run.ts";
import { formatShare } from "#lib/format-count.ts";
import type { KeptRun } from "#lib/state/experiments.ts";
import { BeforeAfter } from "./before-after.tsx";
import styles from "./evals.module.css";
import { Exports } from "./exports.tsx";
import { OutcomeCell, RequestMatrix, ScrollBox } from "./request-matrix.tsx";

/** The results so far, by model and harness. */
export function GrowingResults({
  progress,
  threshold,
}: {
  readonly progress: RunProgress;
  readonly threshold: number;
}) {
  return progress.asked.map(({ picked }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: who is asked has no other identity while a run is under way
    <RequestMatrix key={index} verdict={judge(picked, threshold)} />
  ));
}

interface EvalsResultsProps {
  /** The runs of each click, newest first; at least one click. */
  readonly clicks: readonly (readonly KeptRun[])[];
  readonly threshold: number;
  /** The share of requests that must lead to the right skill. */
  readonly need: number;
  /** The skill for requests that name none; empty for none. */
  readonly skill: string;
}

/** The results of the last click: by harness and model, then for one combination by skill, and what changed. */
export function EvalsResults({ clicks, threshold, need, skill }: EvalsResultsProps) {
  const [runs = [], ...earlier] = clicks;
  const [chosen, setChosen] = useState(0);
  const judged = runs.map((run) => ({ run, verdict: judge(run.picked, threshold) }));
  const shown = judged[Math.min(chosen, judged.length - 1)];
  if (!shown) return null;
  return (
    <section className={styles.results} aria-label="Results">
      {judged.length > 1 && <ConditionsMatrix judged={judged} need={need} />}
      {judged.length > 1 && (
        <Select
          label="Details for"
          className={runForm.chosen}
          value={String(chosen)}
          onChange={(index) => setChosen(Number(index))}
        >
          <Options of={runs.map(({ harness, model }, index) => [index, `${harness}, ${model}`])} />
        </Select>
      )}
      <h3>
        <Score verdict={shown.verdict} need={need} />
        <small>
          {" "}
          {shown.run.model}, {shown.run.harness}, {dateTimeText(shown.run.at)}
        </small>
      </h3>
      <ul className={styles.said}>
        {[...tellJudgement(shown.verdict), ...tellCuts(shown.run)].map((sentence) => (
          <li key={sentence}>
            <VisibleName text={sentence} />
          </li>
        ))}
      </ul>
      <BeforeAfter
        key={chosen}
        run={shown.run}
        verdict={shown.verdict}
        earlier={earlier.flat()}
        threshold={threshold}
      />
      <RequestMatrix verdict={shown.verdict} />
      <Exports judged={judged} skill={skill} />
    </section>
  );
}

interface Judged {
  readonly run: KeptRun;
  readonly verdict: Judgement;
}

/** How many requests led to the right skill, and whether that is enough. */
function Score({ verdict, need }: { readonly verdict: Judgement; readonly need: number }) {
  const { passed, judged } = verdict;
  const isEnough = judged > 0 && passed / judged >= need;
  return (
    <>
      <span className={isEnough ? styles.hit : styles.missed}>{isEnough ? "Passed" : "Not passed"}</span>:{" "}
      {tellPassed(verdict)}
      {judged > 0 &&
        ` (${formatShare(passed / judged)}, ${formatShare(need)} needed; likely ${tellInterval(passed, judged, need)})`}
    </>
  );
}

/** A table of requests by harness and model. */
function ConditionsMatrix({ judged, need }: { readonly judged: readonly Judged[]; readonly need: number }) {
  const [first] = judged;
  return (
    <ScrollBox label="Requests under each harness and model">
      <table>
        <thead>
          <tr>
            <th scope="col">Request</th>
            {judged.map(({ run: { harness, model }, verdict }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a click never move
              <th key={index} scope="col" className={styles.ran}>
                {harness}, {model}
                <small>
                  <Score verdict={verdict} need={need} />
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first?.verdict.rows.map(({ request }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a set may hold a request twice, and its rows never move
            <tr key={at}>
              <th scope="row">
                <VisibleName text={request.text} /> <small>{tellExpectation(request.expects)}</small>
              </th>
              {judged.map(({ verdict }, index) => {
                const row = verdict.rows[at];
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
                return row ? <OutcomeCell key={index} row={row} /> : <td key={index} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
