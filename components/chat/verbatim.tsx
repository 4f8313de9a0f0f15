import { visiblePieces } from "#components/ui/visible-pieces.ts";
import { Pieces, VisibleName } from "#components/ui/visible-text.tsx";
import { CopyButton } from "./copy-button.tsx";
import styles from "./verbatim.module.css";

/** More than this is not drawn: a page of a million characters stops scrolling. It can still be copied. */
const drawn = 60_000;

/** A text exactly as the model or the harness sees it, with what hides in it shown. */
export function Verbatim({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles.verbatim}>
      <figcaption>
        <span>
          <VisibleName text={title} />
        </span>
        <CopyButton text={text} />
      </figcaption>
      <pre tabIndex={0}>
        <Pieces of={visiblePieces(text.slice(0, drawn) || " ")} />
      </pre>
      {text.length > drawn && <p>The first {drawn.toLocaleString("en")} characters are shown. Copy takes all.</p>}
    </figure>
  );
}
