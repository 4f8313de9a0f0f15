import { plural } from "#lib/format-count.ts";
import { type PieceForm, type VisiblePiece, visiblePieces } from "./visible-pieces.ts";
import styles from "./visible-text.module.css";

/** Somebody else's text to the letter, with the characters that hide in it shown. */
export function VisibleText({ text }: { text: string }) {
  const pieces = visiblePieces(text);
  const hidden = pieces.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <>
      {hidden > 0 && (
        <p className={styles.warning}>
          {plural(hidden, "invisible character is", "invisible characters are")} marked below. A model reads them;
          people usually do not see them.
        </p>
      )}
      <pre className={styles.text} tabIndex={0}>
        <Pieces of={pieces} />
      </pre>
    </>
  );
}

/**
 * Somebody else's name, path or line within a sentence of ours: what hides in it is shown, and whichever way its
 * letters run, the words around it stay where they are. A description may have lines: its form is `text`.
 */
export function VisibleName({ text, form = "name" }: { text: string; form?: PieceForm }) {
  return (
    <bdi>
      <Pieces of={visiblePieces(text, form)} />
    </bdi>
  );
}

/** Pieces as they stand, with a mark on each that stands for something else. */
export function Pieces({ of: pieces }: { of: readonly VisiblePiece[] }) {
  return pieces.map(({ text, hidden, space }, index) => {
    // The pieces of a text never change places.
    const key = index;
    if (space !== undefined) {
      return (
        <span key={key} title={space} className={styles.space}>
          {text}
        </span>
      );
    }
    return hidden === undefined ? (
      text
    ) : (
      <mark key={key} title={hidden} className={styles.hidden}>
        {text}
      </mark>
    );
  });
}
