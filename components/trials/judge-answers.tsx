import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Help } from "#components/ui/help.tsx";
import runForm from "#components/ui/run-form.module.css";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { modelLabel } from "#lib/chat/model-choice.ts";
import type { Preference } from "#lib/evals/grading/judge.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import styles from "./trial.module.css";

interface JudgeAnswersProps {
  readonly request: string;
  readonly answers: readonly [left: string, right: string];
}

type Judging =
  | { readonly kind: "idle"; readonly note?: string }
  | { readonly kind: "asking"; readonly stop: AbortController }
  | { readonly kind: "judged"; readonly preference: Preference };

/** Has the chosen model judge which answer is better, in both orders. The demo model cannot. */
export function JudgeAnswers({ request, answers }: JudgeAnswersProps) {
  const choice = useWorkspace(({ models }) => models.choice);
  const { label, provider, scripted } = modelLabel(choice);
  const { judging, ask } = useJudging({ request, answers });
  if (scripted) return null;
  return (
    <div className={styles.judge}>
      {judging.kind === "asking" ? (
        <Button onClick={() => judging.stop.abort()}>Stop asking {label}</Button>
      ) : (
        <>
          <Button onClick={() => void ask()}>Ask {label} which answer is better</Button>
          <Help about="How answers are judged">
            <p>
              The request and both answers go to {provider} twice, with the answers in either order, since judges prefer
              what they read first. Only an answer that is preferred both times is better.
            </p>
          </Help>
        </>
      )}
      <p role="status" className={runForm.said}>
        {judging.kind === "idle" && judging.note}
        {judging.kind === "judged" && <Verdict preference={judging.preference} />}
      </p>
    </div>
  );
}

function Verdict({ preference }: { readonly preference: Preference }) {
  if (preference.kind === "failed")
    return "The judge gave no verdict, so this says nothing about either answer. Ask again.";
  const words = { first: "Left is better", second: "Right is better", tie: "A tie" };
  return (
    <>
      {words[preference.kind]}, asked in both orders. <VisibleName text={preference.reason} form="text" />
    </>
  );
}

function useJudging({ request, answers }: JudgeAnswersProps) {
  const { judgeAnswers } = useActions();
  const [judging, setJudging] = useState<Judging>({ kind: "idle" });
  const asking = useRef<AbortController>(undefined);
  // Stops the call when nobody is there for its result.
  useEffect(() => () => asking.current?.abort(), []);

  async function ask() {
    const stop = new AbortController();
    asking.current = stop;
    setJudging({ kind: "asking", stop });
    try {
      const preference = await judgeAnswers({ request, expectations: [], answers }, stop.signal);
      setJudging(stop.signal.aborted ? { kind: "idle", note: "Stopped." } : { kind: "judged", preference });
    } catch (caught) {
      setJudging({ kind: "idle", note: failureText(failureOrThrow(caught)) });
    }
  }

  return { judging, ask };
}
