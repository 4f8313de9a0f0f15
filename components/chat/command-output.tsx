import { Tag } from "#components/ui/tag.tsx";
import { PlainText } from "#components/ui/text/long-text.tsx";
import styles from "./answer.module.css";

/** A harness command that ran here, with what that harness prints, to the letter. */
export function CommandOutput({ line, output }: { line: string; output: string }) {
  return (
    <div className={styles.command}>
      <p className={styles.line}>
        <span aria-hidden>❯</span> <code>{line}</code> <Tag>not sent to the model</Tag>
      </p>
      {output && <PlainText text={output} label="What the command printed" className={styles.output} />}
    </div>
  );
}
