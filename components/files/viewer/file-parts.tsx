import styles from "#components/files/file.module.css";
import { Button } from "#components/ui/button.tsx";
import { formatBytes, formatCount } from "#lib/format-count.ts";

interface PartSwitchProps {
  readonly parts: readonly FilePart[];
  /** Index of the part that is shown. */
  readonly current: number;
  readonly onTurn: (to: number) => void;
}

/** Says which part of a long file is shown, and switches to the others. */
export function PartSwitch({ parts, current, onTurn }: PartSwitchProps) {
  const part = parts[current];
  if (!part) return null;
  return (
    <nav className={styles.parts} aria-label="Parts of the file">
      <span role="status">
        Part {formatCount(current + 1)} of {formatCount(parts.length)}: {formatBytes(part.end - part.start)} from line{" "}
        {formatCount(part.firstLine)} on. Copy takes the whole file.
      </span>
      <Button size="small" disabled={current === 0} onClick={() => onTurn(current - 1)}>
        Previous part
      </Button>
      <Button size="small" disabled={current === parts.length - 1} onClick={() => onTurn(current + 1)}>
        Next part
      </Button>
    </nav>
  );
}

/** A stretch of a long file, shown one at a time. */
export interface FilePart {
  /** Offset in the file, in bytes. */
  readonly start: number;
  readonly end: number;
  /** Number, from 1, of the line in which the part begins. */
  readonly firstLine: number;
  /** Whether its first line began in the part before. */
  readonly continues: boolean;
}

const newline = 10;
const partLength = 1024 * 1024;
/** Bytes behind the mark in which a line end is searched. */
const tolerance = 64 * 1024;

/**
 * Splits a file into parts of about 1 MB. They end at a line end where lines are short, otherwise between two characters. The browser lays
 * out, counts and searches one part at a time.
 */
export function fileParts(bytes: Uint8Array): readonly FilePart[] {
  const parts: FilePart[] = [];
  let firstLine = 1;
  for (let start = 0; start < bytes.length || parts.length === 0; ) {
    const end = partEnd(bytes, start + partLength);
    parts.push({ start, end, firstLine, continues: start > 0 && bytes[start - 1] !== newline });
    for (let at = start; at < end; at++) if (bytes[at] === newline) firstLine++;
    start = end;
  }
  return parts;
}

function partEnd(bytes: Uint8Array, mark: number): number {
  if (mark >= bytes.length) return bytes.length;
  const line = bytes.subarray(mark - 1, mark + tolerance).indexOf(newline);
  if (line !== -1) return mark + line;
  let end = mark;
  // The later bytes of a character begin with the bits 10.
  while (end > mark - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

/** Index of the part in which `line` begins. */
export function partOfLine(parts: readonly FilePart[], line: number): number {
  const begins = ({ firstLine, continues }: FilePart) => firstLine < line || (firstLine === line && !continues);
  return Math.max(0, parts.findLastIndex(begins));
}
