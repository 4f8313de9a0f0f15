import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { CopyButton } from "./copy-button.tsx";
import { PlainText } from "./long-text.tsx";
import styles from "./verbatim.module.css";

/**
 * A text exactly as the model or the harness sees it, with invisible characters made visible. Of a long text only the part in sight is
 * drawn; Copy takes all of it.
 */
export function Verbatim({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles.verbatim}>
      <figcaption>
        <VisibleName as="span" text={title} />
        <CopyButton text={text} />
      </figcaption>
      <PlainText text={text} label={title} className={styles.text} />
    </figure>
  );
}
