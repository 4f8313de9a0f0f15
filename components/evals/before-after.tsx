import { useState } from "react";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import runForm from "#components/ui/run-form.module.css";
import { TableHead } from "#components/ui/table-head.tsx";
import { dateTimeText } from "#components/ui/times.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { compareJudgements, type Judgement, judge } from "#lib/evals/picks.ts";
import { type ToldSkill, tellOutcome } from "#lib/evals/results-files.ts";
import type { KeptRun } from "#lib/state/experiments.ts";
import styles from "./evals.module.css";
import { ScrollBox } from "./request-matrix.tsx";

interface BeforeAfterProps {
  readonly run: KeptRun;
  readonly verdict: Judgement;
  /** Earlier runs, newest first. */
  readonly earlier: readonly KeptRun[];
  readonly threshold: number;
}

/** Compares a run with an earlier one: the descriptions edited in between, and what got better or worse. */
export function BeforeAfter({ run, verdict, earlier, threshold }: BeforeAfterProps) {
  const alike = earlier.findIndex(({ harness, model }) => harness === run.harness && model === run.model);
  const [chosen, setChosen] = useState(Math.max(0, alike));
  const before = earlier[chosen];
  if (!before) return null;
  const changes = compareJudgements(judge(before.picked, threshold), verdict);
  const count = (kind: "better" | "worse" | "same") => changes.filter((change) => change.kind === kind).length;
  const moved = changes.filter(({ before: was, after }) => tellOutcome(was) !== tellOutcome(after));
  return (
    <section className={styles.beforeAfter} aria-label="Before and after">
      <Select label="Compare with" value={String(chosen)} onChange={(index) => setChosen(Number(index))}>
        <Options
          of={earlier.map(({ at, harness, model }, index) => [index, `${dateTimeText(at)}: ${harness}, ${model}`])}
        />
      </Select>
      <p className={runForm.said}>
        {changes.length === 0
          ? "No request was asked in both runs."
          : `Since then ${count("better")} better, ${count("worse")} worse, ${count("same")} the same.`}
      </p>
      {editedSkills(before.told, run.told).map(([was, now]) => (
        <Edited key={now.name} was={was} now={now} />
      ))}
      {moved.length > 0 && (
        <ScrollBox label="Requests with a different result">
          <table>
            <TableHead columns={["Request", "Before", "After"]} />
            <tbody>
              {moved.map((change, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a set may hold a request twice, and its rows never move
                <tr key={index}>
                  <th scope="row">
                    <VisibleName text={change.text} />
                  </th>
                  <td className={styles[change.before.kind]}>
                    <VisibleName text={tellOutcome(change.before)} />
                  </td>
                  <td className={styles[change.after.kind]}>
                    <VisibleName text={tellOutcome(change.after)} />
                    {change.kind !== "same" && <small> {change.kind}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

function editedSkills(before: readonly ToldSkill[], after: readonly ToldSkill[]) {
  return after.flatMap((now) => {
    const was = before.find(({ name }) => name === now.name);
    return was && was.description !== now.description ? [[was, now] as const] : [];
  });
}

function Edited({ was, now }: { readonly was: ToldSkill; readonly now: ToldSkill }) {
  return (
    <div className={styles.edited}>
      <div>
        <h4>
          <VisibleName text={now.name} /> before
        </h4>
        <p>
          <VisibleName text={was.description} form="text" />
        </p>
      </div>
      <div>
        <h4>After</h4>
        <p>
          <VisibleName text={now.description} form="text" />
        </p>
      </div>
    </div>
  );
}
