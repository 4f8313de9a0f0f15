import { useId, useState } from "react";
import styles from "#components/chat/answer.module.css";
import { Button } from "#components/ui/button.tsx";
import { Select, TextField } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { commandOf, type ToolCall, writeRequestOf } from "#lib/chat/tool-call.ts";
import { resolveToolPath } from "#lib/chat/tools/reach.ts";
import { place } from "#lib/stage/place.ts";
import type { Allowance } from "#lib/state/allowances.ts";
import { runScopesFor, scopesFor } from "#lib/workspace/conversation/allowances.ts";
import { useShellQuestion } from "./approval-subject.ts";
import { type Review, reviewText } from "./review-figure.tsx";

interface ChoicesProps {
  readonly call: ToolCall;
  /** The path in the call's input, as the model wrote it. */
  readonly path: string | undefined;
  readonly review: Review;
  readonly isComparing: boolean;
}

/** Allow, once or for a chosen scope; or deny, with a reason. Allow works once everything has been on screen. */
export function ApprovalChoices({ call, path, review, isComparing }: ChoicesProps) {
  const { approve } = useActions();
  const isReadOnly = useReadOnlyTab();
  const status = useId();
  const offered = useOffered(call, path);
  const [chosen, setChosen] = useState("once");
  const isUnseen = isComparing || review.unseen.length > 0;
  const always = offered.find(({ scope }) => scope.kind === chosen);
  function allow() {
    if (!isUnseen) void approve(call.id, true, { always });
  }
  return (
    <>
      <p id={status} role="status" className={styles.unseen}>
        {reviewText(review)}
      </p>
      <div className={styles.choices}>
        <Button
          variant="primary"
          size="small"
          disabled={isReadOnly}
          aria-disabled={isUnseen}
          aria-describedby={status}
          onClick={allow}
        >
          {always ? "Allow from now on" : "Allow once"}
        </Button>
        {offered.length > 0 && (
          <Select label="For how much" labelHidden value={chosen} disabled={isReadOnly} onChange={setChosen}>
            <option value="once">this time only</option>
            <Options of={offered.map(({ scope }) => [scope.kind, `always ${scopeText(scope)}`])} />
          </Select>
        )}
      </div>
      <DenyForm callId={call.id} isReadOnly={isReadOnly} />
    </>
  );
}

/** Denies the call, with a reason that the model reads. */
function DenyForm({ callId, isReadOnly }: { callId: string; isReadOnly: boolean }) {
  const { approve } = useActions();
  const [reason, setReason] = useState("");
  return (
    <form
      className={styles.choices}
      onSubmit={(event) => {
        event.preventDefault();
        void approve(callId, false, { reason });
      }}
    >
      <Button size="small" type="submit" disabled={isReadOnly}>
        Deny
      </Button>
      <TextField
        label="Tell the model why not"
        labelHidden
        placeholder="Tell the model why not (optional)"
        className={styles.why}
        value={reason}
        maxLength={2000}
        disabled={isReadOnly}
        onChange={(event) => setReason(event.target.value)}
      />
    </form>
  );
}

/** The words that follow "always" and "Allowed to write" for a scope. */
export function scopeText(scope: Allowance["scope"]): string {
  switch (scope.kind) {
    case "file":
      return "this file";
    case "script":
      return "this script, while it is unchanged";
    case "skill":
      return `in the skill ${visibleName(scope.name)}`;
    case "conversation":
      return "in this conversation";
  }
}

/** What the person can allow in advance instead of this call alone, narrowest scope first. */
function useOffered(call: ToolCall, path: string | undefined): readonly Allowance[] {
  const skills = useWorkspace(({ view }) => view.discovery.skills);
  const files = useWorkspace((state) => state.files);
  const question = useShellQuestion(call);
  if (question) return runScopesFor(files, question).map((scope) => ({ operation: "run", scope }));
  if (path === undefined || commandOf(call.input) !== undefined) return [];
  const operation = writeRequestOf(call.input) ? "write" : "read";
  return scopesFor(resolveToolPath(place, path), skills).map((scope) => ({ operation, scope }));
}
