import { CopyButton } from "#components/ui/text/copy-button.tsx";
import styles from "./share.module.css";

interface TextBoxProps {
  readonly label: string;
  /** The button's text. */
  readonly copy: string;
  readonly text: string;
}

/** A read-only text with a copy button. */
export function TextBox({ label, copy, text }: TextBoxProps) {
  return (
    <div className={styles.link}>
      <input readOnly aria-label={label} value={text} onFocus={(event) => event.target.select()} size={1} />
      <CopyButton text={text} label={copy} variant="primary" size="medium" />
    </div>
  );
}
