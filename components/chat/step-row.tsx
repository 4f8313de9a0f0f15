import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { TokenEstimate } from "#components/transcript/token-estimate.tsx";
import { Tier, type TierNumber } from "#components/ui/tier.tsx";
import styles from "./step-row.module.css";

interface StepRowProps {
  readonly tier?: TierNumber | undefined;
  readonly sentence: ReactNode;
  readonly marks?: ReactNode;
  /** What the model read by it: its tokens stand at the right. */
  readonly text?: string | undefined;
  readonly failed?: boolean;
  readonly running?: boolean;
  /** What unfolds; drawn only while it is open, for it may be long. */
  readonly children?: ReactNode;
}

/** One step as a sentence, with the raw input and output folded below it. */
export function StepRow({ tier, sentence, marks, text, failed = false, running = false, children }: StepRowProps) {
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
        {text !== undefined && <TokenEstimate text={text} />}
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
