import { useMemo, useRef } from "react";
import styles from "#components/files/code.module.css";
import { languageOf } from "#components/files/file-kind.ts";
import { type Highlighting, tokensBetween } from "#components/ui/code/code-tokens.ts";
import { Highlighted, useHighlighted } from "#components/ui/code/highlighted.tsx";
import { isWindowed, LongText } from "#components/ui/text/long-text.tsx";
import { type TextRow, textChunks } from "#components/ui/text/text-chunks.ts";
import { FindBar } from "./find-bar.tsx";

interface CodeViewProps {
  readonly path: string;
  readonly code: string;
  /** Number of the first line of `code` in its file; 1 unless said otherwise. */
  readonly firstLine?: number;
  /** Line of the file to scroll to and mark. */
  readonly line?: number | undefined;
  /** Last line to mark, if there are several. */
  readonly endLine?: number | undefined;
  readonly onLine: (line: number) => void;
}

/** A text file, verbatim, with line numbers that can be clicked to mark a line. */
export function CodeView({ path, code, firstLine = 1, line, endLine = line, onLine }: CodeViewProps) {
  const highlighting = useHighlighted(languageOf(path), code);
  const ownLine = line === undefined ? undefined : line - firstLine + 1;
  const ownEnd = endLine === undefined ? undefined : endLine - firstLine + 1;
  const windowed = useMemo(() => isWindowed(textChunks(code)), [code]);
  const click = useRef(onLine);
  click.current = onLine;
  const drawRow = useMemo(
    () => (row: TextRow, text: string) => (
      <CodeRow
        key={row.start}
        row={row}
        code={text}
        highlighting={highlighting}
        firstLine={firstLine}
        isMarked={ownLine !== undefined && ownEnd !== undefined && row.line >= ownLine && row.line <= ownEnd}
        onLine={(number) => click.current(number)}
      />
    ),
    [highlighting, firstLine, ownLine, ownEnd],
  );
  return (
    <>
      {windowed && <FindBar code={code} line={ownLine} onLine={(found) => onLine(found + firstLine - 1)} />}
      <LongText text={code} className={styles.code} label={`Source of ${path}`} line={ownLine} drawRow={drawRow} />
    </>
  );
}

interface CodeRowProps {
  readonly row: TextRow;
  readonly code: string;
  readonly highlighting: Highlighting | undefined;
  readonly firstLine: number;
  readonly isMarked: boolean;
  readonly onLine: (line: number) => void;
}

function CodeRow({ row, code, highlighting, firstLine, isMarked, onLine }: CodeRowProps) {
  const { start, end, continues } = row;
  const number = row.line + firstLine - 1;
  return (
    <div data-line={continues ? undefined : number} className={`${styles.row} ${isMarked ? styles.marked : ""}`}>
      <span className={styles.number} aria-hidden="true" onClick={() => onLine(number)}>
        {continues ? "↪" : number}
      </span>
      <Highlighted tokens={tokensBetween(code, highlighting, start, end)} />
    </div>
  );
}
