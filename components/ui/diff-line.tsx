import type { ComponentProps } from "react";
import type { DiffLine, DiffRow } from "./diff-rows.ts";
import styles from "./diff-view.module.css";

interface LineProps extends ComponentProps<"tr"> {
  readonly row: DiffRow;
}

/** Both sides beside each other. */
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

/** One line of a row that `unifiedRows` gave. */
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
  return <td className={styles.number}>{line?.number}</td>;
}

function TextCell({ line, as }: { line: DiffLine | undefined; as: "same" | "removed" | "added" }) {
  if (!line) return <td className={styles.none} />;
  const pieces = line.pieces.map(({ text, isChanged }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
    return isChanged ? <mark key={at}>{text}</mark> : text;
  });
  if (as === "same") return <td className={styles.text}>{pieces}</td>;
  const Line = as === "removed" ? "del" : "ins";
  return (
    <td className={`${styles.text} ${styles[as]}`}>
      <Line>{pieces}</Line>
    </td>
  );
}
