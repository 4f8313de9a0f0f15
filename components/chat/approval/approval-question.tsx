import { ShieldQuestion } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import styles from "#components/chat/answer.module.css";
import type { Step } from "#components/transcript/steps.ts";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type ToolCall, writeRequestOf } from "#lib/chat/tool-call.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { guard } from "#lib/harness/access/guard.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Operation } from "#lib/harness/vocabulary/access.ts";
import { place } from "#lib/stage/place.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { ApprovalChoices } from "./approval-choices.tsx";
import { type ApprovalSubject, useApprovalSubject } from "./approval-subject.ts";
import { type Review, ReviewFigure, useReview } from "./review-figure.tsx";
import { changedCounts, type ReviewRows } from "./review-parts.ts";
import { RunSubject } from "./run-subject.tsx";

/**
 * A tool call that needs the person's approval, for this call or for others of its kind too. *Allow* works once everything the call asks
 * for has been on screen.
 */
export function ApprovalQuestion({ call, step }: { call: ToolCall; step: Step }) {
  const heading = useId();
  const subject = useApprovalSubject(call);
  const question = useTopInSight(subject.kind);
  const review = useReview(subject.rows);
  const scripts = useReview(subject.kind === "run" ? subject.scripts : noRows);
  const reason = useGuardReason(step.path, writeRequestOf(call.input) ? "write" : "read");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; this is a question
    <div ref={question} role="group" aria-labelledby={heading} className={styles.question}>
      <ShieldQuestion size={18} aria-hidden />
      <div>
        <p id={heading} className={styles.ask}>
          The model {step.verb.toLowerCase()}{" "}
          <VisibleName as="code" text={shortened(step.object, subject.kind === "run")} />. Allow it?
        </p>
        {reason && (
          <p className={styles.reason}>
            This harness asks first: <VisibleName text={reason} />.
          </p>
        )}
        {subject.kind === "run" ? (
          <RunSubject subject={subject} review={review} scripts={scripts} />
        ) : (
          <Subject call={call} subject={subject} review={review} />
        )}
        <ApprovalChoices
          call={call}
          path={step.path}
          review={subject.kind === "run" && review.unseen.length === 0 ? scripts : review}
          isComparing={subject.kind === "comparing"}
        />
      </div>
    </div>
  );
}

/** Scrolls back to the first line of a question taller than the screen, as the conversation scrolls to its end. */
function useTopInSight(kind: ApprovalSubject["kind"]) {
  const question = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes with the kind
  useEffect(() => {
    const heading = question.current?.querySelector("p");
    if (!heading) return;
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      const isAbove = entry && !entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2;
      if (isAbove) scrollUpTo(question.current);
    });
    observer.observe(heading);
    return () => observer.disconnect();
  }, [kind]);
  return question;
}

/** Scrolls only the nearest scroll container: `scrollIntoView` would scroll the page as well, under its bars. */
function scrollUpTo(element: HTMLElement | null): void {
  let scroller = element?.parentElement;
  while (scroller && getComputedStyle(scroller).overflowY !== "auto") scroller = scroller.parentElement;
  if (element && scroller)
    scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

/** Shortened for the question's heading, a command to its first line; the full text is shown below it. */
function shortened(object: string, isCommand: boolean): string {
  const text = isCommand ? object.trim() : object;
  const [line = ""] = isCommand ? text.split("\n", 1) : [text];
  return line === text && line.length <= 200 ? line : `${line.slice(0, 200)}…`;
}

const noRows: ReviewRows = [];

interface SubjectProps {
  readonly call: ToolCall;
  readonly subject: Exclude<ApprovalSubject, { kind: "run" }>;
  readonly review: Review;
}

function Subject({ call, subject, review }: SubjectProps) {
  const { kind, rows } = subject;
  if (kind === "comparing") return <p>Getting the texts ready…</p>;
  if (kind === "change") return <Change subject={subject} review={review} />;
  return (
    <>
      {kind === "refused" && (
        <p>
          No change: <VisibleName text={subject.reason} />
        </p>
      )}
      <ReviewFigure
        caption="Exactly what it asked for"
        label={`Input of ${visibleName(call.tool)}`}
        review={review}
        rows={rows}
      />
    </>
  );
}

interface ChangeProps {
  readonly review: Review;
  readonly subject: Extract<ApprovalSubject, { kind: "change" }>;
}

/** The line diff of a write, before the write is done. */
function Change({ subject: { path, isNew, endsOpen, isWhole, rows }, review }: ChangeProps) {
  const { removed, added } = changedCounts(rows);
  const size = isNew ? plural(added, "line") : `${plural(removed, "line")} removed, ${formatCount(added)} added`;
  const isSame = rows.every((row) => row?.kind !== "changed");
  return (
    <ReviewFigure
      caption={
        <>
          {isNew ? "New file" : "Change of"} <VisibleName as="code" text={path} />{" "}
          <span>
            {isSame && !isNew ? "The file would stay as it is" : size}
            {endsOpen && ", no line break at the end"}
            {isWhole && ". The texts could not be compared: all of the file is shown, as it is and as it would be"}
          </span>
        </>
      }
      label={`Lines of ${visibleName(path)}`}
      review={review}
      rows={rows}
    />
  );
}

/** Why the chosen harness asks before `operation` on `path`, in its guard's own words, as a clause; `undefined` without a path. */
function useGuardReason(path: string | undefined, operation: Operation): string | undefined {
  return useWorkspace(({ profileId, view }) => {
    if (path === undefined) return undefined;
    const absolute = path.startsWith("~/") ? `${place.home}/${path.slice(2)}` : resolvePath(place.cwd, path);
    return guard(profileById(profileId), view, absolute, operation).reason;
  });
}
