import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { visiblePieces } from "#components/ui/visible/visible-pieces.ts";
import { Pieces } from "#components/ui/visible/visible-text.tsx";
import styles from "./long-text.module.css";
import { chunkOfLine, rowsOf, type TextChunk, type TextRow, textChunks } from "./text-chunks.ts";

interface LongTextProps {
  readonly text: string;
  readonly className?: string | undefined;
  /** The accessible name of the box. */
  readonly label: string;
  /** Number, from 1, of a line to scroll to. */
  readonly line?: number | undefined;
  /** Draws a row, including its line end; by default as plain text. Should stay the same function. */
  readonly drawRow?: ((row: TextRow, text: string) => ReactNode) | undefined;
}

/** Up to this many chunks the whole text is in the page, so that the browser's search finds it and it can be copied in one go. */
const wholeChunks = 40;
/** Assumed sizes, until a chunk has been drawn. */
const rowHeight = 20;
const charactersPerRow = 90;

function heightOf(chunk: TextChunk | undefined, end: number): number {
  return chunk ? Math.max(chunk.rows, (end - chunk.start) / charactersPerRow) * rowHeight : 0;
}

/** Whether only the part in sight is drawn; the browser's search and *Select all* do not reach the rest. */
export function isWindowed(chunks: readonly TextChunk[]): boolean {
  return chunks.length > wholeChunks;
}

/**
 * A text of any length verbatim, in a scrolling box: of a long text only the rows in sight are in the page, and of a long line only its
 * parts in sight.
 */
export function LongText({ text, className, label, line, drawRow }: LongTextProps) {
  const box = useRef<HTMLElement>(null);
  const chunks = useMemo(() => textChunks(text.endsWith("\n") ? text.slice(0, -1) : text), [text]);
  const windowed = isWindowed(chunks);
  const virtual = useVirtualizer({
    count: windowed ? chunks.length : 0,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(chunks[index], chunks[index + 1]?.start ?? text.length),
    overscan: 1,
  });
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (line === undefined) return;
    if (windowed) scrollToIndex(chunkOfLine(chunks, line), { align: "center" });
    return whenDrawn(box.current, line, (row) => row.scrollIntoView({ block: "center" }));
  }, [line, chunks, windowed, scrollToIndex]);
  return (
    <section ref={box} className={`${styles.box} ${className ?? ""}`} tabIndex={0} aria-label={label}>
      {windowed ? (
        <div className={styles.all} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.placed}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Rows text={text} chunk={chunks[index]} drawRow={drawRow} />
            </div>
          ))}
        </div>
      ) : (
        chunks.map((chunk) => (
          <div
            key={chunk.start}
            className={styles.chunk}
            style={{ containIntrinsicHeight: `auto ${chunk.rows * rowHeight}px` }}
          >
            <Rows text={text} chunk={chunk} drawRow={drawRow} />
          </div>
        ))
      )}
    </section>
  );
}

interface RowsProps extends Pick<LongTextProps, "text" | "drawRow"> {
  readonly chunk: TextChunk | undefined;
}

const Rows = memo(function Rows({ text, chunk, drawRow = plainRow }: RowsProps) {
  return chunk && rowsOf(text, chunk).map((row) => drawRow(row, text));
});

function plainRow({ start, end }: TextRow, text: string): ReactNode {
  return (
    <div key={start} className={styles.row}>
      <Pieces of={visiblePieces(text.slice(start, end))} />
      {"\n"}
    </div>
  );
}

/** Most frames to wait until a row that was scrolled to is drawn and measured. */
const patience = 12;

/** Calls `show` with the row in which `line` begins, for some frames: measuring the rows above moves it. */
function whenDrawn(box: HTMLElement | null, line: number, show: (row: Element) => void): () => void {
  let frames = 0;
  let frame = requestAnimationFrame(look);
  function look() {
    const row = box?.querySelector(`[data-line="${line}"]`);
    if (row) show(row);
    if (++frames < (row ? 3 : patience)) frame = requestAnimationFrame(look);
  }
  const row = box?.querySelector(`[data-line="${line}"]`);
  if (row) show(row);
  return () => cancelAnimationFrame(frame);
}

type PlainTextProps = Omit<ComponentProps<"pre">, "children"> & { readonly text: string; readonly label: string };

/** Longer texts are windowed: laid out in one go, they would block the page. */
const plain = { characters: 8000, lines: 200 };

/** A text verbatim: a short one as a single `<pre>`, a long one windowed. */
export function PlainText({ text, label, className, ...rest }: PlainTextProps) {
  if (isShort(text)) {
    return (
      <pre tabIndex={0} className={className} {...rest}>
        {text === "" ? " " : <Pieces of={visiblePieces(text)} />}
      </pre>
    );
  }
  return <LongText text={text} label={label} className={`${styles.tall} ${className ?? ""}`} />;
}

/** Whether a text can be laid out in one go. */
export function isShort(text: string): boolean {
  if (text.length > plain.characters) return false;
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) if (++lines > plain.lines) return false;
  return true;
}
