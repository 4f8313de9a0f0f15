import { memo, useEffect, useRef } from "react";
import type { CodeLine } from "./code-tokens.ts";
import styles from "./code-view.module.css";
import { useHighlighted } from "./use-highlighted.ts";

interface CodeViewProps {
  readonly path: string;
  readonly code: string;
  /** 1-based line to show and mark. */
  readonly line?: number | undefined;
  readonly onLine: (line: number) => void;
}

/** Lines laid out and painted together: those of chunks out of sight cost nothing. */
const chunkSize = 80;

/** A text file, verbatim, with line numbers that can be clicked to mark a line. */
export function CodeView({ path, code, line, onLine }: CodeViewProps) {
  const lines = useHighlighted(path, code.endsWith("\n") ? code.slice(0, -1) : code);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (line !== undefined) box.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "center" });
  }, [line]);
  const chunks = Array.from({ length: Math.ceil(lines.length / chunkSize) }, (_, index) => index * chunkSize);
  return (
    <section ref={box} className={styles.code} tabIndex={0} aria-label={`Source of ${path}`}>
      {chunks.map((start) => (
        <CodeChunk
          key={start}
          start={start}
          lines={lines}
          marked={line !== undefined && line > start && line <= start + chunkSize ? line : undefined}
          onLine={onLine}
        />
      ))}
    </section>
  );
}

interface CodeChunkProps {
  readonly start: number;
  readonly lines: readonly CodeLine[];
  readonly marked: number | undefined;
  readonly onLine: (line: number) => void;
}

const CodeChunk = memo(function CodeChunk({ start, lines, marked, onLine }: CodeChunkProps) {
  const own = lines.slice(start, start + chunkSize);
  return (
    <div className={styles.chunk} style={{ containIntrinsicHeight: `auto ${own.length * 20}px` }}>
      {own.map((tokens, index) => {
        const number = start + index + 1;
        return (
          <div key={number} data-line={number} className={number === marked ? styles.marked : undefined}>
            <span className={styles.number} aria-hidden="true" onClick={() => onLine(number)}>
              {number}
            </span>
            <code>
              {tokens.map(({ text, scope }, at) => (
                // Tokens have no identity but their place.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <span key={at} data-scope={scope}>
                  {text}
                </span>
              ))}
              {"\n"}
            </code>
          </div>
        );
      })}
    </div>
  );
});
