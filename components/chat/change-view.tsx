import { useEffect, useState } from "react";
import type { ChangeLine } from "./change-lines.ts";
import styles from "./change-view.module.css";

interface ChangeViewProps {
  readonly path: string;
  /** Absent for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** More than this is not drawn: nobody allows it line by line. */
const drawn = 400;

/** What a write would do to a file, line by line, before it is done. */
export function ChangeView({ path, before, after }: ChangeViewProps) {
  const lines = useChangeLines(before ?? "", after);
  return (
    <figure className={styles.change}>
      <figcaption>
        {before === undefined ? "New file" : "Change of"} <code>{path}</code>
      </figcaption>
      {lines?.length === 0 && <p>The file would stay as it is.</p>}
      <pre tabIndex={0}>
        {lines?.slice(0, drawn).map((line, index) => (
          // Lines have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={index} line={line} />
        ))}
      </pre>
      {lines && lines.length > drawn && <p>{lines.length - drawn} more lines are not shown here.</p>}
    </figure>
  );
}

const signs = { added: "+", removed: "−", same: " ", gap: "⋯" } as const;
const spoken = { added: "added: ", removed: "removed: ", same: "", gap: "" } as const;

function Line({ line: { kind, text } }: { line: ChangeLine }) {
  return (
    <span className={styles.line} data-kind={kind}>
      <span aria-hidden className={styles.sign}>
        {signs[kind]}
      </span>
      <span className="unseen">{spoken[kind]}</span>
      {text}
      {"\n"}
    </span>
  );
}

/** The comparison is a lazy part: few conversations write. */
function useChangeLines(before: string, after: string): readonly ChangeLine[] | undefined {
  const [told, setTold] = useState<{ before: string; after: string; lines: readonly ChangeLine[] }>();
  useEffect(() => {
    let isOver = false;
    void import("./change-lines.ts").then(({ changeLines }) => {
      if (!isOver) setTold({ before, after, lines: changeLines(before, after) });
    });
    return () => {
      isOver = true;
    };
  }, [before, after]);
  return told?.before === before && told.after === after ? told.lines : undefined;
}
