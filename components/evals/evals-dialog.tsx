import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { usualThreshold } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunProgress } from "#lib/evals/run.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { failureOf } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { type KeptRun, noEvals } from "#lib/workspace/state/evals.ts";
import type { Conditions } from "#lib/workspace/state/trials.ts";
import { usePicker } from "./conditions-picker.tsx";
import styles from "./evals.module.css";
import { EvalsResults, GrowingResults } from "./evals-results.tsx";
import { RequestsForm } from "./requests-form.tsx";
import { RunBar, type Running, type RunSettings, tellEnd, usualSettings } from "./run-bar.tsx";
import { Thresholds, usualNeed } from "./thresholds.tsx";

interface EvalsDialogProps {
  /** The skill to begin with, where no requests are there yet. */
  readonly skill?: string;
  readonly onClose: () => void;
}

/**
 * Which requests lead to which skill: each is sent as the first message of a conversation, and the first tool that the model
 * calls is looked at. Closing it stops a run; what came by then is kept.
 */
export function EvalsDialog({ skill: first, onClose }: EvalsDialogProps) {
  const kept = useWorkspace((state) => state.evals) ?? noEvals;
  const { keepEvals } = useActions();
  const { running, run } = useRun();
  const [settings, setSettings] = useState(usualSettings);
  const picker = usePicker();
  const skill = kept.skill ?? first ?? "";
  const set = readSet(kept.text, skill === "" ? undefined : skill);
  const requests = set.kind === "set" ? set.requests : [];
  const { threshold = usualThreshold, need = usualNeed } = kept;
  const isRunning = running.kind === "running";

  return (
    <Dialog
      title="Will it be picked?"
      size="wide"
      dismissable={!isRunning}
      onClose={() => {
        if (isRunning) running.stop.abort();
        onClose();
      }}
    >
      <div className={styles.evals}>
        <RequestsForm
          skill={skill}
          text={kept.text}
          objection={kept.text.trim() !== "" && set.kind === "refused" ? set.because : undefined}
          disabled={isRunning}
          onChange={(changed) => void keepEvals(changed)}
        />
        <RunBar
          requests={requests}
          picker={picker}
          settings={settings}
          running={running}
          onSettings={setSettings}
          onRun={() => void run(picker.conditions, requests, settings)}
        />
        {isRunning
          ? running.progress && <GrowingResults progress={running.progress} threshold={threshold} />
          : kept.runs.length > 0 && (
              <>
                <Thresholds threshold={threshold} need={need} onChange={(changed) => void keepEvals(changed)} />
                <EvalsResults
                  key={kept.runs[0]?.at}
                  clicks={byClick(kept.runs)}
                  threshold={threshold}
                  need={need}
                  skill={skill}
                />
              </>
            )}
      </div>
    </Dialog>
  );
}

/** Runs requests, tells how far that is, and what came of it or why nothing did. */
function useRun() {
  const { runEvals } = useActions();
  const [running, setRunning] = useState<Running>({ kind: "idle" });
  async function run(conditions: readonly Conditions[], requests: readonly EvalRequest[], settings: RunSettings) {
    const stop = new AbortController();
    setRunning({ kind: "running", stop });
    try {
      const onProgress = (progress: RunProgress) => setRunning({ kind: "running", progress, stop });
      const options = { ...settings, signal: stop.signal, onProgress };
      const result = await runEvals(conditions, requests, options);
      setRunning({ kind: "idle", note: tellEnd(result) });
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      setRunning({ kind: "idle", note: failureText(failure) });
    }
  }

  return { running, run };
}

/** Runs of one click have one time; the newest first. */
function byClick(runs: readonly KeptRun[]): readonly (readonly KeptRun[])[] {
  return [...Map.groupBy(runs, ({ at }) => at).values()];
}
