import { diffArrays, diffWordsWithSpace } from "diff";
import { formatCount } from "#lib/format-count.ts";
import { memoObject } from "#lib/memo.ts";
import { type DiffLine, type DiffRow, linesOf, lineText } from "./diff-rows.ts";

interface Line {
  readonly text: string;
  readonly line: DiffLine;
}

/**
 * The complete line diff of two texts, side by side. Changed lines that are much alike share a row, with the differing words marked. Takes
 * a second or two for thousands of lines that have nothing in common; lines after the first 20,000 are not compared, but shown as removed
 * and added.
 */
export function lineDiff(left: string, right: string): readonly DiffRow[] {
  const [before, after] = [told(left), told(right)];
  const runs = align(before.slice(0, mostCompared), after.slice(0, mostCompared), isSame);
  const compared = runs.flatMap((run) => (run.isAlike ? besides(run, sameRow) : changedRows(run)));
  const removed = before.slice(mostCompared).map((line) => plainRow(line, undefined));
  return compared.concat(
    removed,
    after.slice(mostCompared).map((line) => plainRow(undefined, line)),
  );
}

/**
 * Like `lineDiff`, shortened for reading: a line of more than 2,000 characters is cut to those, and lines after the 20,000th become one row
 * that counts them. Not for what a person has to approve.
 */
export function lineDiffToRead(left: string, right: string): readonly DiffRow[] {
  return lineDiff(firstLines(left, "earlier"), firstLines(right, "later")).map(excerptRow);
}

/** Lines of each side shown for reading: what a page can receive and a person look through. */
const mostLines = 20_000;
/** One more, for the row that counts the lines left out. */
const mostCompared = mostLines + 1;
/** Most characters of a line shown for reading, and most up to which lines are compared word by word. */
const longestShown = 2000;

function firstLines(text: string, side: string): string {
  const lines = text.split("\n");
  const left = lines.length - mostLines;
  if (left <= 0) return text;
  // The remaining lines count as different, because they were not compared.
  const rest = `… ${formatCount(left)} more lines of the ${side} text were not compared`;
  return [...lines.slice(0, mostLines), rest].join("\n");
}

function excerptRow(row: DiffRow): DiffRow {
  const [left, right] = [row.left && lineText(row.left), row.right && lineText(row.right)];
  if (Math.max(left?.length ?? 0, right?.length ?? 0) <= longestShown) return row;
  const from = left !== undefined && right !== undefined ? firstDifference(left, right) : 0;
  return {
    ...row,
    ...(row.left && { left: excerptLine(row.left, left ?? "", from) }),
    ...(row.right && { right: excerptLine(row.right, right ?? "", from) }),
  };
}

/** A part of a long line, from shortly before `from` on, with the number of characters left out. */
function excerptLine(line: DiffLine, text: string, from: number): DiffLine {
  if (text.length <= longestShown) return line;
  const start = Math.max(0, from - 200);
  const end = Math.min(text.length, start + longestShown);
  const count = (length: number) => `${formatCount(length)} characters`;
  const before = start > 0 ? `(${count(start)}) … ` : "";
  const after = end < text.length ? ` … (${count(text.length - end)})` : "";
  return { ...line, pieces: [{ text: `${before}${text.slice(start, end)}${after}`, isChanged: false }] };
}

/** Index at which two lines begin to differ. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at === a.length && at === b.length ? 0 : at;
}

function told(text: string): Line[] {
  return linesOf(text).map((line) => ({ line, text: lineText(line) }));
}

/** Whether two lines are equal. The empty rest after a final line break does not equal an empty line. */
function isSame(a: Line, b: Line): boolean {
  return a.text === b.text && a.line.isEnd === b.line.isEnd;
}

/** Consecutive lines of both sides that are pairwise equal, or that differ. */
interface Run {
  readonly isAlike: boolean;
  readonly left: readonly Line[];
  readonly right: readonly Line[];
}

function align(left: readonly Line[], right: readonly Line[], comparator: (a: Line, b: Line) => boolean): Run[] {
  // After two seconds nobody waits for a finer answer than "everything changed".
  const changes = diffArrays([...left], [...right], { comparator, timeout: 2000 });
  if (!changes) return [{ isAlike: false, left, right }];
  const runs: Run[] = [];
  let [l, r] = [0, 0];
  for (const { count, added, removed } of changes) {
    const next = { left: left.slice(l, added ? l : l + count), right: right.slice(r, removed ? r : r + count) };
    l += next.left.length;
    r += next.right.length;
    const isAlike = !added && !removed;
    const last = runs.at(-1);
    if (last && !last.isAlike && !isAlike) runs[runs.length - 1] = joined(last, next);
    else runs.push({ isAlike, ...next });
  }
  return runs;
}

function joined(a: Run, b: Pick<Run, "left" | "right">): Run {
  return { isAlike: a.isAlike, left: [...a.left, ...b.left], right: [...a.right, ...b.right] };
}

function changedRows({ left, right }: Run): DiffRow[] {
  if (left.length === 0 || right.length === 0) return besides({ left, right }, plainRow);
  return align(left, right, isMuchAlike).flatMap((run) => besides(run, run.isAlike ? wordRow : plainRow));
}

/** Whether two lines share most of their words: pairs a row in one format with the same skill's row in another. */
function isMuchAlike(a: Line, b: Line): boolean {
  const [fewer, more] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.size - y.size) as [Set<string>, Set<string>];
  const wanted = Math.max(1, more.size * 0.6);
  // Called for every pair of a long run: most pairs are told apart by size alone.
  if (fewer.size < wanted) return isSame(a, b);
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared++;
  return shared >= wanted;
}

const wordsOf = memoObject(({ text }: Line) => new Set(text.match(/[\p{L}\p{N}]+/gu)));

function besides(
  { left, right }: Pick<Run, "left" | "right">,
  row: (left: Line | undefined, right: Line | undefined) => DiffRow,
): DiffRow[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => row(left[index], right[index]));
}

function sameRow(left: Line | undefined, right: Line | undefined): DiffRow {
  return { ...plainRow(left, right), kind: "same" };
}

function plainRow(left: Line | undefined, right: Line | undefined): DiffRow {
  return { kind: "changed", ...(left && { left: left.line }), ...(right && { right: right.line }) };
}

function wordRow(left: Line | undefined, right: Line | undefined): DiffRow {
  if (!left || !right || Math.max(left.text.length, right.text.length) > longestShown) return plainRow(left, right);
  const changes = diffWordsWithSpace(left.text, right.text);
  const side = (other: "added" | "removed") =>
    changes
      .filter((change) => !change[other])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  return {
    kind: "changed",
    left: { ...left.line, pieces: side("added") },
    right: { ...right.line, pieces: side("removed") },
  };
}
