import { structuredPatch } from "diff";

/** A line of a change, or the remark that unchanged lines are left out. */
export interface ChangeLine {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
}

/** How long the page may spend on it, in milliseconds: texts that differ nearly everywhere take long to compare. */
const longest = 40;

/**
 * What turns `before` into `after`, line by line, with three lines around each change. Texts too different to
 * compare in time are told as all gone and all new.
 */
export function changeLines(before: string, after: string): ChangeLine[] {
  const patch = structuredPatch("", "", before, after, undefined, undefined, { context: 3, timeout: longest });
  if (!patch) return [...allOf(before, "removed"), ...allOf(after, "added")];
  return patch.hunks.flatMap(({ oldStart, lines }): ChangeLine[] => {
    const gap: ChangeLine = { kind: "gap", text: `Line ${oldStart}` };
    return [gap, ...lines.map(changeLine)];
  });
}

const kinds: Readonly<Record<string, ChangeLine["kind"]>> = { "+": "added", "-": "removed", " ": "same" };

function changeLine(line: string): ChangeLine {
  // Anything else is the remark about a missing end of line.
  return { kind: kinds[line.charAt(0)] ?? "gap", text: line.slice(1) };
}

function allOf(text: string, kind: ChangeLine["kind"]): ChangeLine[] {
  return text.split("\n").map((line) => ({ kind, text: line }));
}
