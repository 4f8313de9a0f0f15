import { useState } from "react";
import { Markdown } from "#components/markdown/markdown.tsx";
import { Unfolded } from "#components/mounts/updates/update-diff.tsx";
import { DiffView } from "#components/ui/diff/diff-view.tsx";
import runForm from "#components/ui/run-form.module.css";
import { Tag } from "#components/ui/tag.tsx";
import { Segments } from "#components/ui/toggles.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { failureText } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import type { Trial, TrialEnd, TrialRun, TrialSide, TrialStep, TrialWrite } from "#lib/state/experiments.ts";
import { JudgeAnswers } from "./judge-answers.tsx";
import { summaryRows } from "./summary.ts";
import styles from "./trial.module.css";

/** The results of both sides: the differences in numbers, then each run's calls, writes and answer. */
export function TrialResults({ trial }: { readonly trial: Trial }) {
  const [left, right] = trial.sides;
  const count = Math.max(left.runs.length, right.runs.length);
  const [shown, setShown] = useState(0);
  const [one, other] = [left.runs[shown], right.runs[shown]];
  return (
    <section className={styles.results} aria-label="Results">
      <h3>
        <VisibleName text={trial.request} form="text" />
        {trial.attached && (
          <small>
            {" "}
            with <VisibleName text={trial.attached.join(", ")} />
          </small>
        )}
      </h3>
      <Summary left={left} right={right} />
      {count > 1 && (
        <div className={styles.runs}>
          <Segments
            label="Run shown"
            value={String(shown)}
            options={Array.from({ length: count }, (_, index) => ({ value: String(index), label: `Run ${index + 1}` }))}
            onChange={(index) => setShown(Number(index))}
          />
        </div>
      )}
      <div className={styles.columns}>
        <Column title="Left" side={left} run={one} />
        <Column title="Right" side={right} run={other} />
      </div>
      {one && other && one.answer !== "" && other.answer !== "" && (
        <JudgeAnswers key={shown} request={trial.request} answers={[one.answer, other.answer]} />
      )}
      {one && other && one.answer !== other.answer && (
        <Unfolded summary="The answers, line by line">
          {() => (
            <div className={styles.diff}>
              <DiffView
                label="What differs between the answers"
                left={{ label: "Left", text: one.answer }}
                right={{ label: "Right", text: other.answer }}
              />
            </div>
          )}
        </Unfolded>
      )}
    </section>
  );
}

function Summary({ left, right }: { readonly left: TrialSide; readonly right: TrialSide }) {
  return (
    // Focusable, so that a keyboard can scroll it.
    <section className={styles.scroll} tabIndex={0} aria-label="What differs">
      <table className={styles.summary}>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <SideName title="Left" side={left} />
            </th>
            <th scope="col">
              <SideName title="Right" side={right} />
            </th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {summaryRows(left, right).map(({ label, left: one, right: other, difference, isKnown = true }) => (
            <tr key={label} className={difference === undefined ? undefined : styles.differs}>
              <th scope="row">{label}</th>
              <td data-side="Left">
                <VisibleName text={one} />
              </td>
              <td data-side="Right">
                <VisibleName text={other} />
              </td>
              <td>{difference ?? <span className={runForm.said}>{isKnown ? "same" : "not known"}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(left.scripted || right.scripted) && <p className={runForm.said}>Tokens of the demo model are estimates.</p>}
    </section>
  );
}

function SideName({ title, side }: { readonly title: string; readonly side: TrialSide }) {
  const { harness, model, without } = side;
  return (
    <>
      {title}: {harness}, <VisibleName text={model} />
      {without !== undefined && (
        <>
          , without <VisibleName text={without} />
        </>
      )}
    </>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly side: TrialSide;
  readonly run: TrialRun | undefined;
}

function Column({ title, side, run }: ColumnProps) {
  return (
    <article className={styles.column} aria-label={title}>
      <h4>
        <SideName title={title} side={side} />
      </h4>
      {run ? <Run run={run} /> : <p className={runForm.said}>Not run.</p>}
    </article>
  );
}

function Run({ run: { end, steps, answer, writes } }: { readonly run: TrialRun }) {
  return (
    <>
      {steps.length > 0 && (
        <ol className={styles.steps} aria-label="Tools called">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps only ever come at the end
            <Step key={index} step={step} />
          ))}
        </ol>
      )}
      <EndNote end={end} />
      {answer !== "" && <Markdown text={answer} />}
      {writes.map((write) => (
        <Write key={write.path} write={write} />
      ))}
    </>
  );
}

function Step({ step: { tool, about, skill, outcome } }: { readonly step: TrialStep }) {
  return (
    <li>
      <code>{tool}</code> <VisibleName text={about} />{" "}
      {skill !== undefined && (
        <Tag tone="tier2">
          <VisibleName text={skill} />
        </Tag>
      )}{" "}
      {outcome !== "done" && <Tag tone="bad">{outcome}</Tag>}
    </li>
  );
}

function EndNote({ end }: { readonly end: TrialEnd }) {
  switch (end.kind) {
    case "answered":
      return null;
    case "running":
      return <p className={runForm.said}>Running…</p>;
    case "stopped":
      return <p className={styles.end}>Stopped.</p>;
    case "budget":
      return <p className={styles.end}>The limit was reached before it answered.</p>;
    case "command":
      return <p className={styles.end}>This harness takes the line as its own command. No model sees it.</p>;
    case "failed":
      return <p className={styles.end}>{failureText(end.failure)}</p>;
  }
}

function Write({ write: { path, before, after } }: { readonly write: TrialWrite }) {
  const lines = plural(after.split("\n").length, "line");
  return (
    <div className={styles.write}>
      <Unfolded
        summary={
          <>
            Would write <VisibleName text={path} /> ({before === undefined ? `new, ${lines}` : lines})
          </>
        }
      >
        {() => (
          <div className={styles.diff}>
            <DiffView
              label="What would be written"
              left={{ label: before === undefined ? "Not there" : "Now", text: before ?? "" }}
              right={{ label: "Then", text: after }}
            />
          </div>
        )}
      </Unfolded>
    </div>
  );
}
