import { CopyButton } from "#components/ui/text/copy-button.tsx";
import styles from "./share.module.css";

interface TextBoxProps {
  readonly label: string;
  /** What the button says. */
  readonly copy: string;
  readonly text: string;
}

/** A text to be copied as it stands. */
export function TextBox({ label, copy, text }: TextBoxProps) {
  return (
    <div className={styles.link}>
      <input readOnly aria-label={label} value={text} onFocus={(event) => event.target.select()} size={1} />
      <CopyButton text={text} label={copy} variant="primary" size="medium" />
    </div>
  );
}
