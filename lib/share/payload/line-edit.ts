import { diffArrays } from "diff";
import { linesOf } from "#lib/share/changes/byte-text.ts";

/**
 * The steps from one text to another: a number of lines to keep, to drop (negative), or a text to insert. Lines after
 * the last step are kept.
 */
export type LineEdit = readonly (number | string)[];

/** Beyond this many differing lines the link contains the whole text. */
const mostDiffering = 2000;

/** The steps from `before` to `now`; `undefined` where the texts differ too much. */
export function lineEdit(before: string, now: string): LineEdit | undefined {
  const changes = diffArrays(linesOf(before), linesOf(now), { maxEditLength: mostDiffering });
  if (!changes) return undefined;
  const steps = changes.map(({ value, count, added, removed }) => (added ? value.join("") : removed ? -count : count));
  if (typeof steps.at(-1) === "number" && Number(steps.at(-1)) > 0) steps.pop();
  return steps;
}

/** The text after an edit; `undefined` where the text has too few lines, as the edit was made for another one. */
export function editedText(before: string, edit: LineEdit): string | undefined {
  const lines = linesOf(before);
  let at = 0;
  let text = "";
  for (const step of edit) {
    if (typeof step === "string") text += step;
    else if (step > 0) text += lines.slice(at, at + step).join("");
    if (typeof step === "number") at += Math.abs(step);
    if (at > lines.length) return undefined;
  }
  return text + lines.slice(at).join("");
}
