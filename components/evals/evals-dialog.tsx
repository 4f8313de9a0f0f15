import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { plural } from "#components/ui/format.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { modelLabel } from "#lib/chat/model-settings.ts";
import { judge } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunProgress, RunResult } from "#lib/evals/run.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { failureOf } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { EvalsOutlook } from "#lib/workspace/evals/run-evals.ts";
import { noEvals } from "#lib/workspace/state/evals.ts";
import styles from "./evals.module.css";
import { EvalsResults } from "./evals-results.tsx";
import { RequestsForm } from "./requests-form.tsx";

interface EvalsDialogProps {
  /** The skill to begin with, where no requests are there yet. */
  readonly skill?: string;
  readonly onClose: () => void;
}

type Running =
  | { readonly kind: "idle"; readonly note?: string }
  | { readonly kind: "running"; readonly progress?: RunProgress; readonly stop: AbortController };

/** Tokens that a run may spend unless the person says otherwise: some ten cents with most models. */
const usualBudget = 300_000;

/**
 * Which requests lead to which skill: each is sent as the first message of a conversation, and the first tool that the model
 * calls is looked at. Closing it stops a run; what came by then is kept.
 */
export function EvalsDialog({ skill: first, onClose }: EvalsDialogProps) {
  const kept = useWorkspace((state) => state.evals) ?? noEvals;
  const { runEvals, keepEvals } = useActions();
  const [running, setRunning] = useState<Running>({ kind: "idle" });
  const [runs, setRuns] = useState(1);
  const [budget, setBudget] = useState(usualBudget);
  const skill = kept.skill ?? first ?? "";
  const set = readSet(kept.text, skill === "" ? undefined : skill);
  const requests = set.kind === "set" ? set.requests : [];
  const [latest, before] = kept.runs;

  async function run(asked: readonly EvalRequest[]) {
    const stop = new AbortController();
    setRunning({ kind: "running", stop });
    try {
      const onProgress = (progress: RunProgress) => setRunning({ kind: "running", progress, stop });
      const result = await runEvals(asked, { runs, mostTokens: budget, signal: stop.signal, onProgress });
      setRunning({ kind: "idle", note: tellEnd(result) });
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      setRunning({ kind: "idle", note: failureText(failure) });
    }
  }

  const shown = running.kind === "running" ? running.progress?.picked : latest?.picked;
  return (
    <Dialog
      title="Will it be picked?"
      size="wide"
      dismissable={running.kind === "idle"}
      onClose={() => {
        if (running.kind === "running") running.stop.abort();
        onClose();
      }}
    >
      <div className={styles.evals}>
        <RequestsForm
          skill={skill}
          text={kept.text}
          objection={kept.text.trim() !== "" && set.kind === "refused" ? set.because : undefined}
          disabled={running.kind === "running"}
          onChange={(changed) => void keepEvals(changed)}
        />
        <RunBar
          requests={requests}
          runs={runs}
          budget={budget}
          running={running}
          onRuns={setRuns}
          onBudget={setBudget}
          onRun={() => void run(requests)}
        />
        {shown && (
          <EvalsResults
            verdict={judge(shown, latest?.threshold)}
            {...(running.kind === "idle" && latest && { run: latest })}
            {...(running.kind === "idle" && before && { before })}
            skill={skill}
          />
        )}
      </div>
    </Dialog>
  );
}

interface RunBarProps {
  readonly requests: readonly EvalRequest[];
  readonly runs: number;
  readonly budget: number;
  readonly running: Running;
  readonly onRuns: (runs: number) => void;
  readonly onBudget: (budget: number) => void;
  readonly onRun: () => void;
}

/** What a run would send and cost at most, how far one is, and the button for it. */
function RunBar({ requests, runs, budget, running, onRuns, onBudget, onRun }: RunBarProps) {
  const choice = useWorkspace((state) => state.models.choice);
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const outlook = useOutlook();
  const model = modelLabel(choice);
  const calls = requests.length * runs;
  const tokens = outlook ? calls * outlook.tokens : undefined;
  return (
    <section className={styles.bar} aria-label="Run">
      <p className={styles.about}>
        Each request goes out as the first message of a new conversation, exactly as {harness} would send it, to{" "}
        <strong>{model.label}</strong>
        {model.scripted && ": a free preview by shared words, which says little about what a real model picks"}. No tool
        runs; what counts is the first one that is called.
      </p>
      {outlook && outlook.unmeasurable.length > 0 && (
        <p className={styles.warning}>
          {harness} puts the instructions of {plural(outlook.unmeasurable.length, "skill")} into every request, so
          whether these are picked says nothing: {outlook.unmeasurable.slice(0, 12).join(", ")}
          {outlook.unmeasurable.length > 12 && " …"}.
        </p>
      )}
      {outlook?.unmeasurable.length === 0 && (
        <p className={styles.about}>Looked at: no skill’s instructions stand in the request.</p>
      )}
      <div className={styles.controls}>
        <label>
          Runs of each
          <select value={runs} onChange={(event) => onRuns(Number(event.target.value))}>
            {[1, 3, 5, 10].map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <label>
          Tokens at most
          <input
            type="number"
            min={1000}
            step={1000}
            value={budget}
            onChange={(event) => onBudget(Math.max(1000, event.target.valueAsNumber || usualBudget))}
          />
        </label>
        <span className={styles.count}>
          {plural(calls, "call")}
          {tokens !== undefined && `, ≈ ${formatCount(tokens)} tokens`}
        </span>
        {running.kind === "running" ? (
          <Button onClick={() => running.stop.abort()}>Stop</Button>
        ) : (
          <Button variant="primary" disabled={requests.length === 0} onClick={onRun}>
            Run
          </Button>
        )}
      </div>
      <p role="status" className={styles.status}>
        {running.kind === "idle" ? running.note : tellProgress(running.progress)}
      </p>
    </section>
  );
}

/** What a run would send; `undefined` until it is looked at, and anew whenever the harness or its skills change. */
function useOutlook(): EvalsOutlook | undefined {
  const { lookAhead } = useActions();
  const view = useWorkspace((state) => state.view);
  const [seen, setSeen] = useState<{ readonly of: typeof view; readonly outlook: EvalsOutlook }>();
  useEffect(() => {
    let isLeft = false;
    async function look() {
      const outlook = await lookAhead();
      if (!isLeft) setSeen({ of: view, outlook });
    }
    void look();
    return () => {
      isLeft = true;
    };
  }, [lookAhead, view]);
  return seen?.of === view ? seen.outlook : undefined;
}

function tellProgress(progress: RunProgress | undefined): string {
  if (!progress) return "Asking …";
  const { done, total, tokens } = progress;
  return `${done} of ${total} asked, about ${formatCount(tokens)} tokens`;
}

function tellEnd({ ended, done, total, tokens, picked }: RunResult): string {
  const spent = `about ${formatCount(tokens)} tokens`;
  if (ended === "budget") return `The tokens are spent: ${done} of ${total} were asked, ${spent}.`;
  if (ended === "stopped") return `Stopped: ${done} of ${total} were asked, ${spent}.`;
  if (!ended) return `All ${total} were asked, ${spent}.`;
  const failed = picked.flatMap(({ picks }) => picks).findLast((pick) => pick.kind === "failed");
  return failed?.kind === "failed" ? failureText(failed.failure) : "The model could not be asked.";
}
