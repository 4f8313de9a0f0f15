import { TokenEstimate } from "#components/transcript/token-estimate.tsx";
import { plural } from "#components/ui/format.ts";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier } from "#components/ui/tier.tsx";
import styles from "./user-message.module.css";

/** The catalog that the harness sent along with a message: not the person's words, so folded below them. */
export function ReminderNote({ text, skills }: { text: string; skills: number }) {
  return (
    <details className={styles.sent}>
      <summary>
        <Tier tier={1} size="small" /> Reminder with {plural(skills, "skill")} <TokenEstimate text={text} />
      </summary>
      <Verbatim title="What the harness added to the message" text={text} />
    </details>
  );
}
