import type { ComponentProps } from "react";
import { plural } from "#lib/format-count.ts";
import { type PieceForm, type VisiblePiece, visiblePieces } from "./visible-pieces.ts";
import styles from "./visible-text.module.css";

/** An untrusted text verbatim, with invisible characters made visible. */
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

interface NameProps {
  readonly text: string;
  readonly form?: PieceForm;
  readonly as?: undefined;
}

interface HeldNameProps extends Omit<NameProps, "as">, Omit<ComponentProps<"span">, "children"> {
  /** The element around the name, which gets the other properties. */
  readonly as: "code" | "span" | "strong";
}

/**
 * An untrusted name, path or line within a sentence of ours: invisible characters are made visible, and right-to-left letters do not move
 * the words around it. A description may have line breaks: its form is `text`.
 */
export function VisibleName({ text, form = "name", as: Around, ...around }: NameProps | HeldNameProps) {
  const name = (
    <bdi>
      <Pieces of={visiblePieces(text, form)} />
    </bdi>
  );
  return Around ? <Around {...around}>{name}</Around> : name;
}

/** The pieces of a text; each stand-in is marked. */
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
