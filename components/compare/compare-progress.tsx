import { Button } from "#components/ui/button.tsx";
import styles from "./compare-dialog.module.css";

interface CompareProgressProps {
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
  readonly onCancel: () => void;
}

/** A comparison under way. Only its beginning is read aloud: it takes a second or two. */
export function CompareProgress({ done, total, onCancel }: CompareProgressProps) {
  return (
    <div className={styles.progress}>
      <p role="status">Asking every harness …</p>
      <progress aria-label="Harnesses asked" value={done} max={total || 1} />
      <p aria-hidden="true">{total > 0 && `${done} of ${total} harnesses`}</p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
