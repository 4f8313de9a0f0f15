import { changedLines } from "./changed-lines.ts";

/** Lines of the first file that others take the place of; each with its end, where it has one. */
export interface Change {
  /** Lines before it. */
  readonly left: number;
  readonly right: number;
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** Whether it is one that is told with others near it only. */
  readonly isIgnored: boolean;
}

export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * The changes from a text to another.
 * @param has which options there are that ignore something
 * @param isIgnored whether a line is one of which a change is none
 */
export function differences(
  left: string,
  right: string,
  has: (...letters: string[]) => boolean,
  isIgnored: (line: string) => boolean,
): readonly Change[] {
  const [before, after] = [linesOf(left), linesOf(right)];
  const key = (line: string) => {
    const text = has("i") ? line.toLowerCase() : line;
    if (has("w")) return text.replaceAll(/\s+/g, "");
    if (has("b")) return text.trimEnd().replaceAll(/\s+/g, " ");
    return has("Z") ? text.trimEnd() : text;
  };
  const [gone, come] = changedLines(before.map(key), after.map(key));
  const changes: Change[] = [];
  for (let [at, to] = [0, 0]; at < before.length || to < after.length; ) {
    const [start, begin] = [at, to];
    while (gone[at]) at++;
    while (come[to]) to++;
    const lines = { gone: before.slice(start, at), come: after.slice(begin, to) };
    const all = [...lines.gone, ...lines.come];
    if (all.length > 0) changes.push({ left: start, right: begin, ...lines, isIgnored: all.every(isIgnored) });
    at++;
    to++;
  }
  return changes;
}

/** A line after a sign, with a note where it has no end. */
function signed(sign: string, line: string): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** Changes like `2,3c2`, with `<` and `>`. */
export function usualText(changes: readonly Change[]): string {
  return changes
    .filter(({ isIgnored }) => !isIgnored)
    .map(({ left, right, gone, come }) => {
      const [lost, added] = [gone, come].map((lines, side) =>
        lines.map((line) => signed(`${"<>"[side]} `, line)).join(""),
      );
      const letter = gone.length === 0 ? "a" : come.length === 0 ? "d" : "c";
      const between = letter === "c" ? "---\n" : "";
      return `${range(left, gone.length, ",")}${letter}${range(right, come.length, ",")}\n${lost}${between}${added}`;
    })
    .join("");
}

/** The numbers of the first and the last line; for none, that of the line before. */
function range(before: number, count: number, between: string): string {
  return count < 2 ? String(before + count) : `${before + 1}${between}${before + count}`;
}

type Told = (group: readonly Change[], before: readonly string[], after: readonly string[], around: number) => string;

/** Tells changes that are near each other together. */
function inGroups(tell: Told) {
  /** @param around how many lines before and after are told */
  return (changes: readonly Change[], left: string, right: string, around: number): string => {
    const groups: Change[][] = [];
    for (const change of changes) {
      const last = groups.at(-1)?.at(-1);
      const nearest = change.isIgnored ? around - 1 : 2 * around;
      if (last && change.left - (last.left + last.gone.length) <= nearest) groups.at(-1)?.push(change);
      else groups.push([change]);
    }
    const [before, after] = [linesOf(left), linesOf(right)];
    const shown = groups.filter((group) => group.some(({ isIgnored }) => !isIgnored));
    return shown.map((group) => tell(group, before, after, around)).join("");
  };
}

/** Changes as a unified difference, without the names. */
export const unifiedText = inGroups(hunk);

/** Changes with each file's lines by themselves, without the names. */
export const contextText = inGroups((group, before, after, around) => {
  const [first, last] = [group[0], group.at(-1)];
  const side = (lines: readonly string[], from: "left" | "right", own: "gone" | "come") => {
    const start = Math.max(0, (first?.[from] ?? 0) - around);
    const end = Math.min(lines.length, (last?.[from] ?? 0) + (last?.[own].length ?? 0) + around);
    const shown = lines.slice(start, end).map((line, index) => {
      const at = start + index;
      const change = group.find((each) => at >= each[from] && at < each[from] + each[own].length);
      const isBoth = change && change.gone.length > 0 && change.come.length > 0;
      return signed(`${isBoth ? "!" : change ? (own === "gone" ? "-" : "+") : " "} `, line);
    });
    const isTold = group.some((change) => change[own].length > 0);
    return [range(start, end - start, ","), isTold ? shown.join("") : ""] as const;
  };
  const [[gone, lost], [come, added]] = [side(before, "left", "gone"), side(after, "right", "come")];
  return `***************\n*** ${gone} ****\n${lost}--- ${come} ----\n${added}`;
});

function hunk(group: readonly Change[], before: readonly string[], after: readonly string[], around: number): string {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return "";
  const start = Math.max(0, first.left - around);
  const end = Math.min(before.length, last.left + last.gone.length + around);
  const from = Math.max(0, first.right - around);
  const to = Math.min(after.length, last.right + last.come.length + around);
  let [text, at] = ["", start];
  for (const { left, gone, come } of group) {
    text += before
      .slice(at, left)
      .map((line) => signed(" ", line))
      .join("");
    text += gone.map((line) => signed("-", line)).join("") + come.map((line) => signed("+", line)).join("");
    at = left + gone.length;
  }
  text += before
    .slice(at, end)
    .map((line) => signed(" ", line))
    .join("");
  return `@@ -${place(start, end - start)} +${place(from, to - from)} @@\n${text}`;
}

function place(before: number, count: number): string {
  return count === 1 ? String(before + 1) : `${count === 0 ? before : before + 1},${count}`;
}
