import type { ComponentProps } from "react";
import { Pieces } from "#components/ui/visible/visible-text.tsx";
import { type DiffLine, type DiffRow, shownPieces } from "./diff-rows.ts";
import styles from "./diff-view.module.css";

interface LineProps extends ComponentProps<"tr"> {
  readonly row: DiffRow;
}

/** A row with both sides next to each other. */
export function WideLine({ row: { kind, left, right }, ...attributes }: LineProps) {
  return (
    <tr {...attributes}>
      <NumberCell line={left} />
      <TextCell line={left} as={kind === "same" ? "same" : "removed"} />
      <NumberCell line={right} />
      <TextCell line={right} as={kind === "same" ? "same" : "added"} />
    </tr>
  );
}

/** One line, from a row of `unifiedRows`. */
export function NarrowLine({ row: { kind, left, right }, ...attributes }: LineProps) {
  return (
    <tr {...attributes}>
      <NumberCell line={left} />
      <NumberCell line={right} />
      <TextCell line={left ?? right} as={kind === "same" ? "same" : left ? "removed" : "added"} />
    </tr>
  );
}

function NumberCell({ line }: { line: DiffLine | undefined }) {
  return <td className={styles.number}>{line?.isContinued ? "↳" : line?.number || undefined}</td>;
}

function TextCell({ line, as }: { line: DiffLine | undefined; as: "same" | "removed" | "added" }) {
  if (!line) return <td className={styles.none} />;
  if (as === "same")
    return (
      <td className={`${styles.text} ${line.number === 0 ? styles.head : ""}`}>
        {!line.isEnd && <LineText line={line} />}
      </td>
    );
  const Line = as === "removed" ? "del" : "ins";
  return (
    <td className={`${styles.text} ${styles[as]}`}>
      <Line>
        {line.isEnd ? <span className={styles.end}>line break at the end of the file</span> : <LineText line={line} />}
      </Line>
    </td>
  );
}

/**
 * A line with its invisible characters and the white space at its end made visible; right-to-left letters do not affect what is around it.
 */
function LineText({ line }: { line: DiffLine }) {
  return (
    <bdi dir="ltr">
      {shownPieces(line).map(({ isChanged, shown }, at) => {
        const Piece = isChanged ? "mark" : "span";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
          <Piece key={at} className={isChanged ? styles.changed : undefined}>
            <Pieces of={shown} />
          </Piece>
        );
      })}
    </bdi>
  );
}
