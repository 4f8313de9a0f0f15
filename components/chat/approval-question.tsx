import { ShieldQuestion } from "lucide-react";
import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFollows } from "#components/workbench/use-follows.ts";
import { useActions } from "#components/workbench/workspace-context.tsx";
import type { ToolCall } from "#lib/chat/tool-call.ts";
import { writeRequestOf } from "#lib/chat/write-request.ts";
import styles from "./answer.module.css";
import type { Step } from "./steps.ts";
import { useGuardReason } from "./use-guard-reason.ts";
import { Verbatim } from "./verbatim.tsx";
import { WriteQuestion } from "./write-question.tsx";

/** A tool call that the harness does not allow by itself: the person decides, once, for this call. */
export function ApprovalQuestion({ call, step }: { call: ToolCall; step: Step }) {
  const { approve } = useActions();
  const follows = useFollows();
  const heading = useId();
  const isWrite = writeRequestOf(call.input) !== undefined;
  const reason = useGuardReason(step.path, isWrite ? "write" : "read");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; this is a question
    <div role="group" aria-labelledby={heading} className={styles.question}>
      <ShieldQuestion size={18} aria-hidden />
      <div>
        <p id={heading} className={styles.ask}>
          The model {step.verb.toLowerCase()} <code>{step.object}</code>. Allow it?
        </p>
        {reason && <p className={styles.reason}>This harness asks first: {reason}.</p>}
        {isWrite && <WriteQuestion call={call} />}
        <details>
          <summary>Exactly what it asked for</summary>
          <Verbatim title={`Input of ${call.tool}`} text={JSON.stringify(call.input, null, 2) ?? ""} />
        </details>
        <p className={styles.choices}>
          <Button variant="primary" size="small" disabled={follows} onClick={() => approve(call.id, true)}>
            Allow once
          </Button>
          <Button size="small" disabled={follows} onClick={() => approve(call.id, false)}>
            Deny
          </Button>
        </p>
      </div>
    </div>
  );
}
