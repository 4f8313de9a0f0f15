import { AmountField } from "#components/ui/amount-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Help } from "#components/ui/help.tsx";
import runForm from "#components/ui/run-form.module.css";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { tellUnknown } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunProgress, RunResult } from "#lib/evals/run.ts";
import { failureText } from "#lib/failure-text.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import type { EvalsOutlook } from "#lib/workspace/experiments/run-evals.ts";
import type { Picker } from "./conditions-picker.tsx";
import styles from "./evals.module.css";
import { Unmeasurable } from "./request-proof.tsx";

export type Running =
  | { readonly kind: "idle"; readonly note?: string }
  | { readonly kind: "running"; readonly progress?: RunProgress; readonly stop: AbortController };

/** How often, how many at once, and up to what limit. */
export interface RunSettings {
  /** Runs per request. */
  readonly runs: number;
  /** Calls under way at the same time. */
  readonly parallel: number;
  readonly mostTokens: number;
}

/** Costs some ten cents with most models, and runs few enough calls at once for every provider's smallest plan. */
export const usualSettings: RunSettings = { runs: 1, parallel: 4, mostTokens: 300_000 };

interface RunBarProps {
  readonly requests: readonly EvalRequest[];
  readonly picker: Picker;
  readonly settings: RunSettings;
  readonly outlook: readonly EvalsOutlook[] | undefined;
  readonly running: Running;
  readonly onRun: () => void;
}

/** The run button, what a run would send and cost at most, and the progress. */
export function RunBar({ requests, picker, settings, outlook, running, onRun }: RunBarProps) {
  const { conditions } = picker;
  const isDemo = useWorkspace(({ models }) => models.choice.source === "demo") && conditions.length === 1;
  const isRunning = running.kind === "running";
  const each = requests.length * settings.runs;
  const calls = each * conditions.length;
  const tokens = outlook?.reduce((sum, one) => sum + each * one.tokens, 0);
  return (
    <section className={styles.bar} aria-label="Run">
      <div className={styles.run}>
        {isRunning ? (
          <Button onClick={() => running.stop.abort()}>Stop</Button>
        ) : (
          <Button variant="primary" disabled={calls === 0} onClick={onRun}>
            Run
          </Button>
        )}
        <span className={runForm.said}>
          {plural(calls, "call")}
          {tokens !== undefined && `, ≈ ${formatCount(tokens)} tokens`}
          {tokens !== undefined && tokens > settings.mostTokens && ", over the limit: not all will be asked"}
        </span>
        <Help about="How requests are tested">
          <p>
            Each request starts a new conversation, exactly as the harness would send it now. No tool runs: the first
            tool that the model calls counts.
          </p>
        </Help>
      </div>
      {isDemo && (
        <p className={`${runForm.said} ${styles.about}`}>
          The demo model only compares words. A real model may pick differently.
        </p>
      )}
      {picker.unknown.map((label) => (
        <p key={label} className={styles.warning}>
          {tellUnknown(label)}
        </p>
      ))}
      {outlook && <Unmeasurable outlook={outlook} />}
      <p role="status" className={runForm.said}>
        {isRunning ? tellProgress(running.progress) : running.note}
      </p>
    </section>
  );
}

interface RunSettingsProps {
  readonly settings: RunSettings;
  readonly onSettings: (settings: RunSettings) => void;
}

/** How often each request is sent, how many at once, and the limit of a run. */
export function RunSettingsForm({ settings, onSettings }: RunSettingsProps) {
  return (
    <div className={styles.controls}>
      <Count label="Runs per request" options={[1, 3, 5, 10]} name="runs" settings={settings} onSettings={onSettings} />
      <Count
        label="Parallel calls"
        options={[1, 2, 4, 8, 16]}
        name="parallel"
        settings={settings}
        onSettings={onSettings}
      />
      <AmountField
        label="Token limit"
        least={1000}
        step={1000}
        value={settings.mostTokens}
        onChange={(mostTokens) => onSettings({ ...settings, mostTokens })}
      />
    </div>
  );
}

interface CountProps extends RunSettingsProps {
  readonly label: string;
  readonly name: "runs" | "parallel";
  readonly options: readonly number[];
}

function Count({ label, name, options, settings, onSettings }: CountProps) {
  return (
    <label>
      {label}
      <select
        value={settings[name]}
        onChange={({ target }) => onSettings({ ...settings, [name]: Number(target.value) })}
      >
        {options.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </select>
    </label>
  );
}

function tellProgress(progress: RunProgress | undefined): string {
  if (!progress) return "Asking…";
  const { done, total, tokens } = progress;
  return `${formatCount(done)} of ${plural(total, "call")}, about ${formatCount(tokens)} tokens`;
}

/** How a run ended. What it took stands with its results. */
export function tellEnd({ ended, done, total, asked }: RunResult): string {
  const calls = plural(total, "call");
  if (!ended) return `Done: ${calls}.`;
  if (ended === "stopped") return `Stopped after ${formatCount(done)} of ${calls}.`;
  if (ended === "budget") return `Token limit reached after ${formatCount(done)} of ${calls}.`;
  const picks = asked.flatMap(({ picked }) => picked.flatMap((each) => each.picks));
  const failed = picks.findLast((pick) => pick.kind === "failed");
  return failed?.kind === "failed" ? failureText(failed.failure) : "The model could not be reached.";
}
