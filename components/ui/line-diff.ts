import { diffArrays, diffWordsWithSpace } from "diff";
import { type DiffLine, type DiffRow, linesOf, lineText } from "./diff-rows.ts";

interface Line {
  readonly text: string;
  readonly line: DiffLine;
}

/**
 * Two texts line by line, side by side. Changed lines that are much alike share a row, with what differs in
 * them marked word by word. Takes a second or two for thousands of lines that have nothing in common.
 */
export function lineDiff(left: string, right: string): readonly DiffRow[] {
  const runs = align(told(left), told(right), isSame);
  return runs.flatMap((run) => (run.isAlike ? besides(run, sameRow) : changedRows(run)));
}

function told(text: string): Line[] {
  return linesOf(text).map((line) => ({ line, text: lineText(line) }));
}

/** What follows the last line break is no empty line of the text. */
function isSame(a: Line, b: Line): boolean {
  return a.text === b.text && a.line.isEnd === b.line.isEnd;
}

/** Neighbouring lines of both sides that are alike one by one, or not. */
interface Run {
  readonly isAlike: boolean;
  readonly left: readonly Line[];
  readonly right: readonly Line[];
}

function align(left: readonly Line[], right: readonly Line[], comparator: (a: Line, b: Line) => boolean): Run[] {
  // Beyond two seconds nobody waits for a finer answer than "all of it".
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

/** Whether they share most of their words: pairs a row of one format with the same skill's in another. */
function isMuchAlike(a: Line, b: Line): boolean {
  const [fewer, more] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.size - y.size) as [Words, Words];
  const wanted = Math.max(1, more.size * 0.6);
  // Asked for every pair of a long run: most are told apart by their sizes.
  if (fewer.size < wanted) return isSame(a, b);
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared++;
  return shared >= wanted;
}

type Words = ReadonlySet<string>;

const wordsByLine = new WeakMap<Line, Words>();

function wordsOf(line: Line): Words {
  const known = wordsByLine.get(line) ?? new Set(line.text.match(/[\p{L}\p{N}]+/gu));
  wordsByLine.set(line, known);
  return known;
}

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

/** Comparing words takes time that grows with the square of their number. */
const longest = 20_000;

function wordRow(left: Line | undefined, right: Line | undefined): DiffRow {
  if (!left || !right || left.text.length + right.text.length > longest) return plainRow(left, right);
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
