import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import runForm from "#components/ui/run-form.module.css";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { holdOut } from "#lib/evals/improve/hold-out.ts";
import type { Improvement } from "#lib/evals/improve/improve.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { formatCount } from "#lib/format-count.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import styles from "./evals.module.css";
import { type Budget, limitOf, usualBudget } from "./improve-budget.ts";
import { BudgetForm } from "./improve-budget-form.tsx";
import { Improved } from "./improved.tsx";
import type { RunSettings } from "./run-bar.tsx";

interface ImproveDescriptionProps {
  readonly skill: string;
  readonly requests: readonly EvalRequest[];
  /** The harness under which the description is measured, and the model that picks. */
  readonly conditions: Conditions;
  readonly settings: RunSettings;
  readonly threshold: number;
  readonly need: number;
  /** Estimated tokens of one request; absent until known. */
  readonly tokens: number | undefined;
  readonly disabled: boolean;
}

type Step =
  | { readonly kind: "idle"; readonly note?: string }
  | { readonly kind: "asking"; readonly budget: Budget }
  | { readonly kind: "running"; readonly stop: AbortController; readonly rounds: number; readonly sofar?: Improvement };

/** Has the chosen model rewrite a skill's description, given the requests that it fails. Asks for a budget first. */
export function ImproveDescription(props: ImproveDescriptionProps) {
  const { skill, requests, settings, tokens = 0, need, disabled } = props;
  const tested = useWorkspace(({ view }) => view.discovery.skills.find(({ name }) => name === skill));
  const improved = useWorkspace((state) => state.improved);
  const isScripted = useWorkspace(({ models }) => modelLabel(models.choice).scripted);
  const { step, open, allow, start, cancel, use } = useImproving(props, tested?.location ?? "");
  const parts = holdOut(requests, skill);
  if (!tested) return null;
  return (
    <section className={styles.bar} aria-label="Improve the description">
      {step.kind === "asking" && parts ? (
        <BudgetForm
          plan={{ requests: parts.train.length + parts.test.length, runs: settings.runs, tokens }}
          held={parts.test.length}
          budget={step.budget}
          onBudget={allow}
          onStart={() => void start(step.budget)}
          onCancel={cancel}
        />
      ) : step.kind === "running" ? (
        <div className={styles.run}>
          <Button onClick={() => step.stop.abort()}>Stop</Button>
          <span role="status" className={runForm.said}>
            {tellProgress(step.rounds, step.sofar)}
          </span>
        </div>
      ) : (
        <>
          <div className={styles.run}>
            <Button disabled={disabled || isScripted || !parts} onClick={() => void open()}>
              Improve the description
            </Button>
            <span className={runForm.said}>{whyNot(isScripted, parts !== undefined, skill)}</span>
          </div>
          {step.kind === "idle" && step.note !== undefined && (
            <p role="status" className={runForm.said}>
              {step.note}
            </p>
          )}
        </>
      )}
      {step.kind === "idle" && improved?.skill === skill && (
        <Improved improvement={improved.improvement} need={need} onUse={(description) => void use(description)} />
      )}
    </section>
  );
}

function whyNot(isScripted: boolean, isEnough: boolean, skill: string): string | undefined {
  if (isScripted) return "The demo model cannot write. Choose a model in Settings.";
  return isEnough ? undefined : `You need at least two requests that should lead to ${skill}.`;
}

function tellProgress(rounds: number, sofar: Improvement | undefined): string {
  if (!sofar || sofar.attempts.length === 0) return "Testing the current description…";
  const { attempts, tokens } = sofar;
  const [{ test } = { test: { passed: 0, judged: 0 } }] = attempts.slice(-1);
  return `Rewrite ${attempts.length} of ${rounds}… The last version: ${test.passed} of ${test.judged} held-back requests. About ${formatCount(tokens)} tokens.`;
}

/** Asks for a budget, runs, and reports the result. */
function useImproving({ skill, requests, conditions, settings, threshold }: ImproveDescriptionProps, location: string) {
  const { improveDescription, describeSkill, priceOfModel } = useActions();
  const [step, setStep] = useState<Step>({ kind: "idle" });

  const stopping = useRef<AbortController>(undefined);
  // Stops the run when nobody is there for its result.
  useEffect(() => () => stopping.current?.abort(), []);
  const allow = (budget: Budget) => setStep({ kind: "asking", budget });

  async function open() {
    allow(usualBudget);
    const price = await priceOfModel();
    if (!price) return;
    const perMillion = Math.max(price.input, price.output);
    setStep((now) => (now.kind === "asking" ? { ...now, budget: { perMillion, ...now.budget } } : now));
  }

  async function start(budget: Budget) {
    const parts = holdOut(requests, skill);
    if (!parts) return;
    const stop = new AbortController();
    stopping.current = stop;
    const { rounds } = budget;
    setStep({ kind: "running", stop, rounds });
    try {
      const { runs, parallel } = settings;
      await improveDescription({
        ...{ location, parts, conditions, rounds, runs, parallel, threshold },
        mostTokens: limitOf(budget),
        signal: stop.signal,
        onProgress: (sofar) => setStep({ kind: "running", stop, rounds, sofar }),
      });
      setStep({ kind: "idle" });
    } catch (caught) {
      setStep(failed(caught));
    }
  }

  async function use(description: string) {
    try {
      await describeSkill(location, description);
      setStep({ kind: "idle", note: "The description is in the SKILL.md. Run the requests again to see it at work." });
    } catch (caught) {
      setStep(failed(caught));
    }
  }

  return { step, open, allow, start, use, cancel: () => setStep({ kind: "idle" }) };
}

/** The step for a failed run. @throws anything that is not a `FailureError` */
function failed(caught: unknown): Step {
  return { kind: "idle", note: failureText(failureOrThrow(caught)) };
}
