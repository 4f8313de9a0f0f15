import { changedLines } from "./changed-lines.ts";

/** Lines of the first file that others take the place of; each with its end, where it has one. */
export interface Change {
  /** Lines before it. */
  readonly left: number;
  readonly right: number;
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The changes from a text to another. @param has which options there are that ignore something */
export function differences(left: string, right: string, has: (...letters: string[]) => boolean): readonly Change[] {
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
    if (at > start || to > begin)
      changes.push({ left: start, right: begin, gone: before.slice(start, at), come: after.slice(begin, to) });
    at++;
    to++;
  }
  const isBlank = (line: string) => line.trim() === "";
  return has("B") ? changes.filter((change) => ![...change.gone, ...change.come].every(isBlank)) : changes;
}

/** A line after a sign, with a note where it has no end. */
function signed(sign: string, line: string): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** Changes like `2,3c2`, with `<` and `>`. */
export function usualText(changes: readonly Change[]): string {
  return changes
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

/** Changes as a unified difference, without the names. @param around how many lines before and after are told */
export function unifiedText(changes: readonly Change[], left: string, right: string, around: number): string {
  const [before, after] = [linesOf(left), linesOf(right)];
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.left - (last.left + last.gone.length) <= 2 * around) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => hunk(group, before, after, around)).join("");
}

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
