import { useState } from "react";
import { AmountField } from "#components/ui/amount-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, takeFocus } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import runForm from "#components/ui/run-form.module.css";
import { dateTimeText } from "#components/ui/times.ts";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Spending } from "#lib/chat/models/metered.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { mostDiffering } from "#lib/report/compare/patterns.ts";
import type { Conditions, Trial, TrialRequest } from "#lib/state/experiments.ts";
import { ConditionsForm, conditionsOf, type SideChoice, useModelOptions } from "./conditions-form.tsx";
import styles from "./trial.module.css";
import { TrialResults } from "./trial-results.tsx";

interface TrialDialogProps {
  /** The request to begin with. */
  readonly request: TrialRequest;
  /** Location of the skill that the right side leaves out at first; absent: the right side runs under another harness. */
  readonly skill?: string;
  readonly onClose: () => void;
}

interface Running {
  readonly stop: AbortController;
  readonly trial?: Trial;
  readonly spent: Spending;
}

/** Default budget of a trial: some ten cents with most models. */
const usualBudget: Spending = { requests: 60, tokens: 300_000 };

/** One request under two sets of conditions, in two columns. Closing the dialog stops a trial; results so far are kept. */
export function TrialDialog({ request: first, skill, onClose }: TrialDialogProps) {
  const options = useModelOptions();
  const kept = useWorkspace((state) => state.trials) ?? [];
  const [request, setRequest] = useState(first.text);
  const [sides, setSides] = useBothSides(skill);
  const [budget, setBudget] = useState(usualBudget);
  const { running, run: runTrial } = useRun();
  const [shownAt, setShownAt] = useState<number>();

  async function run(runs: number) {
    const [left, right] = sides;
    const conditions = [conditionsOf(left, options), conditionsOf(right, options)] as const;
    const trial = await runTrial({ ...first, text: request }, conditions, { runs, budget });
    setShownAt(trial.at);
  }

  const trial = running?.trial ?? kept.find(({ at }) => at === shownAt) ?? (running ? undefined : kept[0]);
  return (
    <Dialog
      title="Side by side"
      size="wide"
      dismissable={!running}
      onClose={() => {
        running?.stop.abort();
        onClose();
      }}
    >
      <div className={styles.trial}>
        <TrialForm
          text={request}
          attached={first.attachments.map(({ name }) => name)}
          sides={sides}
          disabled={!!running}
          onText={setRequest}
          onSides={setSides}
        />
        <RunBar
          canRun={request.trim() !== ""}
          budget={budget}
          running={running}
          onBudget={setBudget}
          onRun={(runs) => void run(runs)}
        />
        {kept.length > 1 && !running && <KeptTrials kept={kept} shown={trial?.at} onShow={setShownAt} />}
        {trial && <TrialResults key={trial.at} trial={trial} />}
      </div>
    </Dialog>
  );
}

/** Runs a trial, and tells its progress. */
function useRun() {
  const { runTrial } = useActions();
  const [running, setRunning] = useState<Running>();
  async function run(request: TrialRequest, conditions: BothConditions, limits: { runs: number; budget: Spending }) {
    const stop = new AbortController();
    setRunning({ stop, spent: { requests: 0, tokens: 0 } });
    const onProgress = (trial: Trial, spent: Spending) => setRunning({ stop, trial, spent });
    try {
      return await runTrial(request, conditions, { ...limits, signal: stop.signal, onProgress });
    } finally {
      setRunning(undefined);
    }
  }
  return { running, run };
}

type BothConditions = readonly [Conditions, Conditions];
type BothSides = readonly [SideChoice, SideChoice];

interface TrialFormProps {
  readonly text: string;
  /** Names of the attached files. */
  readonly attached: readonly string[];
  readonly sides: BothSides;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
  readonly onSides: (sides: BothSides) => void;
}

/** The request, and the conditions of each side. */
function TrialForm({ text, attached, sides, disabled, onText, onSides }: TrialFormProps) {
  const [left, right] = sides;
  return (
    <>
      <p className={runForm.said}>
        Sends the same request on both sides, each in a new conversation on a copy of the files. Your workspace does not
        change. Reads that the harness would ask about are denied.
      </p>
      <label className={styles.request}>
        Request
        <textarea
          ref={takeFocus}
          rows={2}
          value={text}
          readOnly={disabled}
          onChange={({ target }) => onText(target.value)}
        />
      </label>
      {attached.length > 0 && (
        <p className={runForm.said}>
          With <VisibleName text={attached.join(", ")} />
        </p>
      )}
      <div className={styles.columns}>
        <ConditionsForm label="Left" side={left} disabled={disabled} onChange={(side) => onSides([side, right])} />
        <ConditionsForm label="Right" side={right} disabled={disabled} onChange={(side) => onSides([left, side])} />
      </div>
    </>
  );
}

interface KeptTrialsProps {
  readonly kept: readonly Trial[];
  readonly shown: number | undefined;
  readonly onShow: (at: number) => void;
}

/** Chooses which of the last trials is shown. */
function KeptTrials({ kept, shown, onShow }: KeptTrialsProps) {
  return (
    <Select label="Shown" className={runForm.chosen} value={String(shown ?? "")} onChange={(at) => onShow(Number(at))}>
      <Options of={kept.map(({ at, request }) => [at, `${dateTimeText(at)}: ${request.slice(0, 60)}`])} />
    </Select>
  );
}

/**
 * Starts with both sides as the lab is now, except for one thing on the right: a skill left out, or the harness that treats most of these
 * skills differently.
 */
function useBothSides(skill: string | undefined) {
  const profileId = useWorkspace((state) => state.profileId);
  const [first] = useModelOptions();
  const proposed = useDifferingHarness(profileId, skill === undefined);
  const [chosen, setChosen] = useState<BothSides>();
  const as: SideChoice = { profileId, option: first?.id ?? "", name: "" };
  const right = skill === undefined ? { ...as, profileId: proposed } : { ...as, without: skill };
  return [chosen ?? ([as, right] as const), setChosen] as const;
}

/** The harness that differs most; until that is known, any other. */
function useDifferingHarness(profileId: string, isWanted: boolean): string {
  const { compareHarnesses } = useActions();
  const differing = usePromised(
    async (signal) => {
      const comparison = isWanted ? await compareHarnesses({ signal }) : undefined;
      return comparison && mostDiffering(comparison, profileId);
    },
    [compareHarnesses, profileId, isWanted],
  );
  return differing ?? profiles.find(({ id }) => id !== profileId)?.id ?? profileId;
}

interface RunBarProps {
  readonly canRun: boolean;
  readonly budget: Spending;
  readonly running: Running | undefined;
  readonly onBudget: (budget: Spending) => void;
  readonly onRun: (runs: number) => void;
}

/** The budget of a trial, its buttons, and the progress. */
function RunBar({ canRun, budget, running, onBudget, onRun }: RunBarProps) {
  const amount = (name: keyof Spending) => ({
    value: budget[name],
    disabled: running !== undefined,
    onChange: (value: number) => onBudget({ ...budget, [name]: Math.round(value) }),
  });
  return (
    <section className={runForm.bar} aria-label="Run">
      <AmountField label="Model call limit" least={2} {...amount("requests")} />
      <AmountField label="Token limit" least={1000} step={1000} {...amount("tokens")} />
      <span className={styles.buttons}>
        {running ? (
          <Button onClick={() => running.stop.abort()}>Stop</Button>
        ) : (
          <>
            <Button disabled={!canRun} onClick={() => onRun(3)}>
              Run 3 times
            </Button>
            <Button variant="primary" disabled={!canRun} onClick={() => onRun(1)}>
              Run
            </Button>
          </>
        )}
      </span>
      <p role="status" className={styles.status}>
        {running && tellProgress(running)}
      </p>
    </section>
  );
}

function tellProgress({ trial, spent }: Running): string {
  const runs = trial?.sides.map((side) => side.runs.filter(({ end }) => end.kind !== "running").length) ?? [0, 0];
  const done = `${plural(runs[0] ?? 0, "run")} done on the left, ${runs[1] ?? 0} on the right`;
  return `${done}: ${plural(spent.requests, "call")}, about ${formatCount(spent.tokens)} tokens.`;
}
