import { Check as CheckMark, Circle, CircleCheck, Lightbulb } from "lucide-react";
import { useCallback, useId, useState } from "react";
import markdown from "#components/markdown/markdown.module.css";
import { MarkdownText } from "#components/markdown/markdown-text.tsx";
import type { DrawLocalLink } from "#components/markdown/rendered-pieces.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Check } from "#lib/lesson/checks/check.ts";
import type { Block, Step } from "#lib/lesson/lesson.ts";
import { type LessonProgress, lastAnswer } from "#lib/lesson/progress.ts";
import { place } from "#lib/stage/place.ts";
import type { RunningLesson } from "#lib/state/lesson.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";
import { ActionButton, ToldAction } from "./action-button.tsx";
import { CodeText } from "./code-text.tsx";
import styles from "./lesson.module.css";

export interface LessonProps {
  readonly running: RunningLesson;
  readonly progress: LessonProgress;
}

interface StepBodyProps extends LessonProps {
  readonly step: Step;
  /** Shows the step as to a live room: what to do, without the learner's own tools. */
  readonly isPresented?: boolean;
}

function beginOf({ progress, step }: Pick<StepBodyProps, "progress" | "step">): number | undefined {
  return progress.opened.find((one) => one.step === step.id)?.from;
}

/** A step's text with its buttons, checks, hints and questions, in the order of the author. */
export function StepBody({ step, ...props }: StepBodyProps) {
  const localLink = useProjectLinks();
  return (
    <div className={styles.blocks}>
      {step.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step's blocks never change places while it is shown
        <StepBlock key={index} block={block} step={step} localLink={localLink} {...props} />
      ))}
    </div>
  );
}

interface BlockProps extends StepBodyProps {
  readonly block: Block;
  readonly localLink: DrawLocalLink;
}

function StepBlock({ block, localLink, ...props }: BlockProps) {
  switch (block.kind) {
    case "text":
      return <Prose text={block.markdown} localLink={localLink} />;
    case "action":
      return props.isPresented ? <ToldAction action={block.action} /> : <ActionButton action={block.action} />;
    case "check":
      return <CheckItem check={block.check} {...props} />;
    case "hint":
      return props.isPresented ? null : <Hint block={block} localLink={localLink} />;
    case "quiz":
      // A step that is reset begins anew: an answer that stayed chosen could not be chosen again.
      return <QuizItem key={beginOf(props)} block={block} {...props} />;
    case "fault":
      return (
        <p className={styles.fault}>
          A part of this lesson could not be read: <VisibleName text={block.fault.message} />.
        </p>
      );
  }
}

function Prose({ text, localLink }: { text: string; localLink: DrawLocalLink }) {
  return (
    <div className={`${markdown.markdown} ${styles.prose}`}>
      <MarkdownText text={text} localLink={localLink} meanwhile={<p className={styles.note}>…</p>} />
    </div>
  );
}

/** A check, green once it was passed; below it how close it is to passing. */
function CheckItem({ check, running, progress, isPresented }: { check: Check } & Omit<StepBodyProps, "step">) {
  const result = running.results.get(check.id);
  // A live room is shown what to do, not the progress of the teacher's own copy.
  const passed = isPresented ? undefined : progress.passed.find((one) => one.check === check.id);
  return (
    <div className={styles.check} data-passed={passed ? "" : undefined}>
      {passed ? <CircleCheck size={17} aria-hidden /> : <Circle size={17} aria-hidden />}
      <div>
        <p>
          <span className="unseen">{passed ? "Passed: " : "To do: "}</span>
          <CodeText text={check.label} />
        </p>
        {result && !result.isMet && !isPresented && (
          <p className={styles.near}>
            {passed && "Passed before, not now. "}
            <CodeText text={result.near} />
          </p>
        )}
        {passed?.by === "solution" && <p className={styles.near}>Passed with the solution shown.</p>}
      </div>
    </div>
  );
}

function Hint({ block, localLink }: { block: Extract<Block, { kind: "hint" }>; localLink: DrawLocalLink }) {
  const { lessonVerb } = useActions();
  const isReadOnly = useReadOnlyTab();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.hint}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !isOpen && !isReadOnly) void lessonVerb({ do: "hint" });
        setOpen(currentTarget.open);
      }}
    >
      <summary>
        <Lightbulb size={14} aria-hidden /> <VisibleName text={block.title} />
      </summary>
      {isOpen && <Prose text={block.markdown} localLink={localLink} />}
    </details>
  );
}

function QuizItem({
  block,
  progress,
  step,
  isPresented,
}: Omit<BlockProps, "block" | "localLink"> & { block: Extract<Block, { kind: "quiz" }> }) {
  const { quiz, check } = block;
  const { lessonVerb } = useActions();
  const isReadOnly = useReadOnlyTab();
  const name = useId();
  const [chosen, setChosen] = useState(() => lastAnswer(progress, step.id, check.id));
  const isPassed = !isPresented && progress.passed.some((one) => one.check === check.id);
  const choice = chosen === undefined ? undefined : quiz.choices[chosen];
  return (
    <fieldset className={styles.quiz} disabled={isReadOnly || isPresented} data-passed={isPassed ? "" : undefined}>
      <legend>
        {isPassed && <CheckMark size={14} aria-label="Answered" />} <CodeText text={quiz.ask} />
      </legend>
      {quiz.choices.map(({ text }, index) => (
        <label key={text}>
          <input
            type="radio"
            name={name}
            checked={!isPresented && chosen === index}
            onChange={() => {
              setChosen(index);
              void lessonVerb({
                do: "answer",
                check: check.id,
                choice: index,
                isRight: quiz.choices[index]?.isRight ?? false,
              });
            }}
          />
          <span>
            <CodeText text={text} />
          </span>
        </label>
      ))}
      <p role="status" className={styles.near}>
        {choice && !isPresented && (
          <>
            <strong>{choice.isRight ? "Right." : "Not quite."}</strong> {choice.why && <CodeText text={choice.why} />}
          </>
        )}
      </p>
    </fieldset>
  );
}

/** Renders relative links of the lesson's text as links to files of the project. */
function useProjectLinks(): DrawLocalLink {
  const { openFile } = useActions();
  return useCallback(
    ({ href, children }) => {
      if (!href || href.startsWith("#")) return undefined;
      const path = projectPath(href);
      return (
        <Button variant="link" title={path} onClick={() => openFile(path)}>
          {children}
        </Button>
      );
    },
    [openFile],
  );
}

function projectPath(href: string): string {
  const plain = href.split(/[?#]/, 1)[0] ?? "";
  // With a broken percent-escape, the path is taken as written.
  return resolvePath(place.cwd, uriDecoded(plain) ?? plain);
}
