import { visiblePieces } from "./visible-pieces.ts";
import styles from "./visible-text.module.css";

/** Somebody else's text to the letter, with the characters that hide in it shown. */
export function VisibleText({ text }: { text: string }) {
  const pieces = visiblePieces(text);
  const hidden = pieces.filter((piece) => piece.hidden !== undefined).length;
  return (
    <>
      {hidden > 0 && (
        <p className={styles.warning}>
          {hidden === 1 ? "One invisible character is" : `${hidden.toLocaleString("en")} invisible characters are`}{" "}
          shown in the text below. A model reads them; a person usually does not see them.
        </p>
      )}
      <pre className={styles.text} tabIndex={0}>
        {pieces.map(({ text: shown, hidden: name }, index) =>
          name === undefined ? (
            shown
          ) : (
            // The pieces of a text never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <mark key={index} title={name}>
              {shown}
            </mark>
          ),
        )}
      </pre>
    </>
  );
}
