import { CircleAlert, CirclePause, Hourglass } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { shortTokens } from "#components/context/token-totals.ts";
import { SettingsDialog } from "#components/settings/settings-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Holdup } from "#lib/chat/session.ts";
import { resultsToLeaveOut } from "#lib/chat/trim-results.ts";
import type { Failure } from "#lib/failure.ts";
import { failureParts, failureText } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import styles from "./answer.module.css";

/** A turn that failed: what happened, and what can be done. The part of the answer that arrived stays above. */
export function FailedTurn({ failure }: { failure: Failure }) {
  return (
    <div role="alert" className={styles.failed}>
      <CircleAlert size={18} aria-hidden />
      <p>{failureText(failure)}</p>
      <WaysOn />
    </div>
  );
}

const unanswered = "Interrupted before an answer arrived.";

/** Why a message was not answered, or an answer not ended, before the conversation went on. */
export function EndedBefore({ why = unanswered }: { readonly why: string | undefined }) {
  return (
    <div className={styles.note}>
      <CirclePause size={18} aria-hidden />
      <p>
        <VisibleName text={why} form="text" />
      </p>
    </div>
  );
}

/**
 * A turn that was stopped, or interrupted because the page was closed, or that has failed in a page before this one. In a read-only tab it
 * may still be running in another tab.
 */
export function InterruptedTurn() {
  const isReadOnly = useReadOnlyTab();
  const last = useLastSaid();
  const hasAnswer = last?.role === "assistant";
  const why = hasAnswer ? "This answer was interrupted." : unanswered;
  if (isReadOnly) return null;
  return (
    <div role="status" className={styles.note}>
      <CirclePause size={18} aria-hidden />
      <p>
        <VisibleName text={last?.metadata?.failed ?? why} form="text" />
        {hasAnswer && " What arrived is kept, with every finished step."}
      </p>
      <WaysOn />
    </div>
  );
}

function useLastSaid(): ChatMessage | undefined {
  return useWorkspace(({ conversation }) => conversation.messages.findLast(({ role }) => role !== "system"));
}

/** *Continue* where part of an answer arrived, *Retry*, which answers the message anew, and what else helps against a failure. */
function WaysOn() {
  const last = useLastSaid();
  const code = last?.metadata?.failedAs;
  const { retry, proceed } = useActions();
  const [settings, setSettings] = useState(false);
  const isReadOnly = useReadOnlyTab();
  const isEmbedded = useIsEmbedded();
  return (
    <>
      <p className={styles.choices}>
        {code === "model-too-long" && <TrimButton />}
        {last?.role === "assistant" && (
          <Button size="small" disabled={isReadOnly} onClick={() => void proceed()}>
            Continue
          </Button>
        )}
        <Button size="small" disabled={isReadOnly} onClick={() => void retry()}>
          Retry
        </Button>
        {/* Another model, key or address may help with any failure of a model. */}
        {code?.startsWith("model-") && !isEmbedded && (
          <Button size="small" onClick={() => setSettings(true)}>
            Open settings
          </Button>
        )}
      </p>
      {settings && <SettingsDialog onClose={() => setSettings(false)} />}
    </>
  );
}

/** Leaves tool results out of the request, and says how many tokens that saves. */
function TrimButton() {
  const { proceed } = useActions();
  const isReadOnly = useReadOnlyTab();
  const messages = useWorkspace(({ conversation }) => conversation.messages);
  const leftOut = resultsToLeaveOut(messages);
  if (!leftOut) return null;
  return (
    <Button
      size="small"
      disabled={isReadOnly}
      title="The model can ask for each of them again."
      onClick={() => void proceed({ trimmed: true })}
    >
      Leave out {plural(leftOut.calls.length, "tool result")} (≈{shortTokens(leftOut.tokens)} tokens)
    </Button>
  );
}

/** Why the answer is held up, and what can be done about it. */
export function HoldupNote({ holdup }: { holdup: Holdup }) {
  return holdup.kind === "pause" ? <PauseNote {...holdup} /> : <SilenceNote />;
}

function SilenceNote() {
  return (
    <Held go="Keep waiting">No output for a minute. The model may be thinking, or the connection may be stuck.</Held>
  );
}

function PauseNote({ failure, at, attempt, of }: Extract<Holdup, { kind: "pause" }>) {
  const left = useSecondsUntil(at);
  return (
    <Held go="Retry now">
      {failureParts(failure).what} Trying again <span aria-hidden>in {plural(left, "second")}</span> ({attempt} of {of}
      ).
    </Held>
  );
}

/** @param props.go text of the button that ends the holdup */
function Held({ go, children }: { readonly go: string; readonly children: ReactNode }) {
  const { endHoldup, stop } = useActions();
  return (
    <div role="status" className={styles.note}>
      <Hourglass size={18} aria-hidden />
      <p>{children}</p>
      <p className={styles.choices}>
        <Button size="small" onClick={endHoldup}>
          {go}
        </Button>
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      </p>
    </div>
  );
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((time - now) / 1000));
}
