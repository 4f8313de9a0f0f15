/** Rows of a text that are laid out together. */
export interface TextChunk {
  /** Index of its first character in the text. */
  readonly start: number;
  /** Number, from 1, of the line that its first row belongs to. */
  readonly line: number;
  /** Whether its first row continues a line of the chunk before. */
  readonly continues: boolean;
  readonly rows: number;
}

/** A line, or a part of a long line, without its line end. */
export interface TextRow {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly continues: boolean;
}

const longestRow = 1000;
const rowsTogether = 40;
const charactersTogether = 8000;

/** Splits a text into chunks of rows, in one pass: a million lines make 25,000 chunks, a line of a million characters 125. */
export function textChunks(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  let first: TextRow | undefined;
  let rows = 0;
  for (let row: TextRow | undefined = rowAt(text, 0, 1, false); row; row = rowAfter(text, row)) {
    if (first && (rows === rowsTogether || row.end - first.start > charactersTogether)) {
      chunks.push(chunkOf(first, rows));
      first = undefined;
      rows = 0;
    }
    first ??= row;
    rows++;
  }
  if (first) chunks.push(chunkOf(first, rows));
  return chunks;
}

function chunkOf({ start, line, continues }: TextRow, rows: number): TextChunk {
  return { start, line, continues, rows };
}

export function rowsOf(text: string, chunk: TextChunk): readonly TextRow[] {
  const rows: TextRow[] = [];
  let row: TextRow | undefined = rowAt(text, chunk.start, chunk.line, chunk.continues);
  for (let count = 0; row && count < chunk.rows; count++) {
    rows.push(row);
    row = rowAfter(text, row);
  }
  return rows;
}

/** Index of the chunk in which `line` begins; the last one for a line beyond the end. */
export function chunkOfLine(chunks: readonly TextChunk[], line: number): number {
  let [low, high] = [0, chunks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const chunk = chunks[middle];
    if (chunk && (chunk.line < line || (chunk.line === line && !chunk.continues))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function rowAt(text: string, start: number, line: number, continues: boolean): TextRow {
  const longest = Math.min(text.length, start + longestRow);
  let end = start;
  while (end < longest && text.charCodeAt(end) !== 10) end++;
  // Never cut between the halves of a surrogate pair.
  const isCut = end === longest && end < text.length && text.charCodeAt(end) !== 10;
  if (isCut && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end++;
  return { start, end, line, continues };
}

function rowAfter(text: string, { end, line }: TextRow): TextRow | undefined {
  if (end >= text.length) return undefined;
  return text.charCodeAt(end) === 10 ? rowAt(text, end + 1, line + 1, false) : rowAt(text, end, line, true);
}
