import { TriangleAlert } from "lucide-react";
import { TokenButton } from "#components/settings/token-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import styles from "./mount-activity.module.css";

interface FailureCardProps {
  readonly label: string;
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** Why a mount failed and what to do. What was open before is untouched. */
export function FailureCard({ label, failure, onRetry, onDismiss }: FailureCardProps) {
  const { title, what, safe, next } = failureParts(failure);
  return (
    <div role="alert" className={`${styles.card} ${styles.failed}`}>
      <div className={styles.row}>
        <TriangleAlert size={16} aria-hidden className={styles.icon} />
        <p className={styles.text}>
          <strong>
            <VisibleName text={label} />: {title}.
          </strong>{" "}
          {what} {safe} {next}
        </p>
        <div className={styles.buttons}>
          <TokenButton failure={failure} onKept={onRetry} />
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
          <Button size="small" variant="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </div>
    </div>
  );
}
