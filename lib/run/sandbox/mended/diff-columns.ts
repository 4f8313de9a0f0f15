import { type Change, linesOf } from "./diff-text.ts";

/** How two files are shown beside each other. */
export interface Columns {
  readonly width: number;
  readonly hidesCommon: boolean;
  /** Whether lines of both files stand on the left only. */
  readonly leavesRight: boolean;
}

const tab = 8;

/** Both files beside each other, with a sign between lines that differ (`diff -y`). */
export function columnsText(changes: readonly Change[], left: string, right: string, columns: Columns): string {
  const [before, after] = [linesOf(left), linesOf(right)];
  const { width, hidesCommon, leavesRight } = columns;
  const middle = (width >> 1) + 5 + (width & 1);
  const second = middle - (middle % tab);
  const half = Math.max(0, Math.min(second - 3, width - second));
  const place = { half, second: half > 0 ? second : width };
  const row = (one: string | undefined, sign: string, other: string | undefined) => rowText([one, other], sign, place);
  const common = (start: number, end: number, by: number) =>
    hidesCommon
      ? ""
      : before
          .slice(start, end)
          .map((line, at) => (leavesRight ? row(line, "(", undefined) : row(line, " ", after[start + at + by])))
          .join("");
  let [text, at, by] = ["", 0, 0];
  for (const { left: start, right: to, gone, come } of changes) {
    text += common(at, start, to - start);
    const both = Math.min(gone.length, come.length);
    for (let each = 0; each < both; each++) text += row(gone[each], "|", come[each]);
    for (const line of come.slice(both)) text += row(undefined, ">", line);
    for (const line of gone.slice(both)) text += row(line, "<", undefined);
    at = start + gone.length;
    by = to + come.length - at;
  }
  return text + common(at, before.length, by);
}

type Row = readonly [one: string | undefined, other: string | undefined];

function rowText(
  [one, other]: Row,
  sign: string,
  { half, second }: Readonly<Record<"half" | "second", number>>,
): string {
  const [left, end] = one === undefined ? ["", 0] : halfText(one, half);
  const between = (half + second - 1) >> 1;
  const isEnded = one?.endsWith("\n");
  const shown = sign === "|" && isEnded !== other?.endsWith("\n") ? (isEnded ? "/" : "\\") : sign;
  const [middle, at] = sign === " " ? ["", end] : [blanks(end, between) + shown, between + 1];
  const right = other === undefined || other.startsWith("\n") ? "" : blanks(at, second) + halfText(other, half)[0];
  return left + middle + right + (isEnded || other?.endsWith("\n") ? "\n" : "");
}

/** What leads from one column to another. */
function blanks(from: number, to: number): string {
  let [text, at] = ["", from];
  for (let next = at + tab - (at % tab); next <= to; next += tab) [text, at] = [`${text}\t`, next];
  return text + " ".repeat(Math.max(0, to - at));
}

/** As much of a line as has place, and the column behind it. */
function halfText(line: string, half: number): [text: string, at: number] {
  let [text, at, read] = ["", 0, 0];
  for (const sign of line.replace(/\n$/, "")) {
    const wide = sign === "\t" ? tab - (read % tab) : 1;
    const fits = sign === "\t" ? read === at && at + wide < half : read + wide <= half;
    read += wide;
    if (!fits) continue;
    text += sign;
    at = sign === "\t" ? at + wide : read;
  }
  return [text, at];
}
