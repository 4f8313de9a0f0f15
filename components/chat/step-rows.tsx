import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { jsonText, stepOf } from "#components/transcript/steps.ts";
import { TokenCount } from "#components/transcript/token-count.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier, type TierNumber } from "#components/ui/tier.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { readsOf } from "#lib/chat/reads.ts";
import { commandOf, type ToolCall } from "#lib/chat/tool-call.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { ApprovalQuestion } from "./approval/approval-question.tsx";
import { CommandRun } from "./command-run.tsx";
import styles from "./step-row.module.css";

/** A tool call as a row. A call that activates a skill is preceded by the model's choice. */
export function StepRows({ call, messageId }: { call: ToolCall; messageId: string }) {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const step = stepOf(call, skills);
  const activates = useActivates(call.id, messageId, step.skill);
  if (call.state === "asking") return <ApprovalQuestion call={call} step={step} />;
  const command = commandOf(call.input);
  return (
    <>
      {activates && step.skill && <ChosenRow skill={step.skill} />}
      <StepRow
        tier={step.tier}
        sentence={
          <>
            {step.verb} <VisibleName as="code" text={step.object} />
          </>
        }
        marks={
          <>
            {activates && <Tag tone="tier2">activated by the model</Tag>}
            {step.detail && <VisibleName as="span" text={step.detail} form="text" />}
          </>
        }
        text={step.read}
        failed={call.state === "failed" || call.state === "denied"}
        running={call.state === "running" || call.state === "writing"}
      >
        <Input call={call} />
        {step.read !== undefined && (
          <Verbatim
            title={call.state === "failed" ? "The error, as the model read it" : "What the model read"}
            text={step.read}
          />
        )}
      </StepRow>
      {command !== undefined && <CommandRun call={call} />}
    </>
  );
}

/** The call's input; formatted only once it is unfolded. */
function Input({ call }: { call: ToolCall }) {
  return <Verbatim title={`Input of ${call.tool}`} text={jsonText(call.input)} />;
}

/** Whether `skill` became active in the conversation by this call. */
function useActivates(callId: string, messageId: string, skill: Skill | undefined): boolean {
  return useWorkspace(({ conversation, view }) => {
    const { activations } = readsOf(conversation.messages, view.discovery.skills);
    const first = skill && activations.get(skill.location);
    return first?.callId === callId && first.messageId === messageId;
  });
}

/** The model's choice of a skill, which is not a call: the model read the catalog and picked a row. */
function ChosenRow({ skill }: { skill: Skill }) {
  const catalog = useWorkspace((state) => state.view.catalog);
  const row = catalog.rows.find((known) => known.location === skill.location);
  // A skill that was found by listing folders, or has since been switched off, has no row in the catalog.
  if (!row) return null;
  const text = catalog.text.slice(row.start, row.end);
  return (
    <StepRow
      tier={1}
      sentence={
        <>
          Chose <VisibleName as="strong" text={skill.name} /> from the catalog
        </>
      }
      marks={
        row.cut?.told === 0 ? (
          <span>told by name only</span>
        ) : (
          <q>
            <VisibleName text={toldPart(skill.description, row.cut?.told)} form="text" />
          </q>
        )
      }
      text={text}
    >
      <Verbatim title="Its catalog entry" text={text} />
    </StepRow>
  );
}

/** The part of a description that the model was told. */
function toldPart(description: string, told: number | undefined): string {
  return told === undefined ? description : `${description.slice(0, told)}…`;
}

interface StepRowProps {
  readonly tier?: TierNumber | undefined;
  readonly sentence: ReactNode;
  readonly marks?: ReactNode;
  /** What the model read by this step; its token count stands at the right. */
  readonly text?: string | undefined;
  readonly failed?: boolean;
  readonly running?: boolean;
  /** The folded content; drawn only while it is open, as it may be long. */
  readonly children?: ReactNode;
}

/** One step as a sentence, with the raw input and output folded below it. */
function StepRow({ tier, sentence, marks, text, failed = false, running = false, children }: StepRowProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.step}
      data-failed={failed || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.row}>
        <Badge tier={tier} running={running} />
        <span className={styles.sentence}>{sentence}</span>
        <span className={styles.marks}>{marks}</span>
        {text !== undefined && <TokenCount text={text} />}
        <ChevronRight size={14} aria-hidden className={styles.arrow} />
      </summary>
      {open && <div className={styles.raw}>{children}</div>}
    </details>
  );
}

function Badge({ tier, running }: { tier: TierNumber | undefined; running: boolean }) {
  if (running) return <span className={styles.running} role="img" aria-label="Under way" />;
  return tier ? <Tier tier={tier} /> : <span className={styles.none} aria-hidden />;
}
