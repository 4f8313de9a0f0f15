import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useStateNow, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type SkillPair, setFor, setForPair } from "#lib/evals/everyday-set.ts";
import { judge, usualThreshold } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunProgress } from "#lib/evals/run.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import { type KeptEvals, type KeptRun, noEvals } from "#lib/state/experiments.ts";
import type { EvalsOutlook } from "#lib/workspace/experiments/run-evals.ts";
import { type Adding, useAdding } from "./adding.ts";
import { ConditionsLine, ConditionsPicker, type Picker, usePicker } from "./conditions-picker.tsx";
import styles from "./evals.module.css";
import { EvalsResults, GrowingResults } from "./evals-results.tsx";
import { ImproveDescription } from "./improve-description.tsx";
import { RequestProof, useOutlook } from "./request-proof.tsx";
import { RequestsForm, RequestTools } from "./requests-form.tsx";
import { RunBar, type Running, type RunSettings, RunSettingsForm, tellEnd, usualSettings } from "./run-bar.tsx";
import { SaveSets } from "./save-sets.tsx";
import { Thresholds, usualNeed } from "./thresholds.tsx";

interface EvalsDialogProps {
  /** The skill to begin with, if there are no requests yet. */
  readonly skill?: string;
  /** Two competing skills; begins with requests for both. */
  readonly pair?: SkillPair;
  readonly onClose: () => void;
}

/**
 * The evals dialog: which requests lead to which skill. Each request is sent as the first message of a conversation, and the model's first
 * tool call is examined. Closing the dialog stops a run; results so far are kept.
 */
export function EvalsDialog({ skill: first, pair, onClose }: EvalsDialogProps) {
  const kept = useWorkspace((state) => state.evals) ?? noEvals;
  const { keepEvals } = useActions();
  const { running, run } = useRun();
  const [settings, setSettings] = useState(usualSettings);
  const picker = usePicker();
  const outlook = useOutlook(picker.conditions);
  const { skill } = useBegun(kept, first, pair);
  const adding = useAdding({ skill, text: kept.text, onChange: (changed) => void keepEvals(changed) });
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
          adding={adding}
          onChange={(changed) => void keepEvals(changed)}
        />
        <SaveSets adding={adding} requests={requests} disabled={isRunning} />
        <RunBar
          requests={requests}
          picker={picker}
          settings={settings}
          outlook={outlook}
          running={running}
          onRun={() => void run(picker.conditions, requests, settings)}
        />
        <Results running={running} runs={kept.runs} threshold={threshold} need={need} skill={skill} />
        <Improving {...{ kept, picker, requests, settings, outlook, threshold, need }} disabled={isRunning} />
        <Advanced
          picker={picker}
          adding={adding}
          outlook={outlook}
          isRunning={isRunning}
          settings={settings}
          onSettings={setSettings}
        >
          <Thresholds threshold={threshold} need={need} onChange={(changed) => void keepEvals(changed)} />
        </Advanced>
      </div>
    </Dialog>
  );
}

interface ResultsProps {
  readonly running: Running;
  readonly runs: readonly KeptRun[];
  readonly threshold: number;
  readonly need: number;
  readonly skill: string;
}

/** The results of the current run, or else of the kept runs. */
function Results({ running, runs, threshold, need, skill }: ResultsProps) {
  if (running.kind === "running")
    return running.progress && <GrowingResults progress={running.progress} threshold={threshold} />;
  if (runs.length === 0) return null;
  return <EvalsResults key={runs[0]?.at} clicks={byClick(runs)} threshold={threshold} need={need} skill={skill} />;
}

interface AdvancedProps {
  readonly picker: Picker;
  readonly adding: Adding;
  readonly outlook: readonly EvalsOutlook[] | undefined;
  readonly isRunning: boolean;
  readonly settings: RunSettings;
  readonly onSettings: (settings: RunSettings) => void;
  /** The form for the threshold from which a run passes. */
  readonly children: ReactNode;
}

/** Settings that most runs do not need: other harnesses and models, more runs, requests from elsewhere, and the full request. */
function Advanced({ picker, adding, outlook, isRunning, settings, onSettings, children }: AdvancedProps) {
  return (
    <details className={styles.advanced}>
      <summary>
        Advanced <ConditionsLine picker={picker} />
      </summary>
      <div className={styles.column}>
        <ConditionsPicker picker={picker} disabled={isRunning} />
        <RunSettingsForm settings={settings} onSettings={onSettings} />
        {children}
        <RequestTools disabled={isRunning} adding={adding} />
        {outlook && <RequestProof outlook={outlook} />}
      </div>
    </details>
  );
}

/** The kept set of requests; an empty one begins with the selected skill when the dialog opens. */
function useBegun(kept: KeptEvals, first: string | undefined, pair: SkillPair | undefined): { readonly skill: string } {
  const { keepEvals } = useActions();
  const stateNow = useStateNow();
  const isReadOnly = useReadOnlyTab();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    const { view, selection } = stateNow();
    const { skills } = view.discovery;
    const looked = skills.find(({ location }) => location === selection.skill)?.name;
    const told = view.catalog.rows[0]?.skill;
    const typed = { skill: kept.skill ?? "", text: kept.text };
    const next = first ?? looked ?? (kept.skill || told) ?? "";
    const begun = pair ? setForPair(pair, typed, skills) : setFor(next, typed, skills);
    if (!isReadOnly && begun !== typed) void keepEvals(begun);
  }, []);
  return { skill: kept.skill ?? "" };
}

/** Runs requests; tells the progress, the result, or why it failed. */
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
      setRunning({ kind: "idle", note: failureText(failureOrThrow(caught)) });
    }
  }

  return { running, run };
}

interface ImprovingProps extends Omit<ComponentProps<typeof ImproveDescription>, "skill" | "conditions" | "tokens"> {
  readonly kept: KeptEvals;
  readonly picker: Picker;
  readonly outlook: readonly EvalsOutlook[] | undefined;
}

/** Offered once the last run led a request to the wrong skill. Uses the first picked harness and model. */
function Improving({ kept: { skill = "", runs }, picker, outlook, ...rest }: ImprovingProps) {
  const [conditions] = picker.conditions;
  const { passed, judged } = judge(runs[0]?.picked ?? [], rest.threshold);
  if (!conditions || passed === judged) return null;
  return <ImproveDescription key={skill} {...rest} {...{ skill, conditions }} tokens={outlook?.[0]?.tokens} />;
}

/** Groups runs by click (runs of one click share their time), newest first. */
function byClick(runs: readonly KeptRun[]): readonly (readonly KeptRun[])[] {
  return [...Map.groupBy(runs, ({ at }) => at).values()];
}
