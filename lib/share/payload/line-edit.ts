import { diffArrays } from "diff";
import { linesOf } from "#lib/share/changes/byte-text.ts";

/** How one text becomes another: so many lines kept, so many left out (negative), or a text put in. What follows is kept. */
export type LineEdit = readonly (number | string)[];

/** Beyond so many differing lines the whole text is carried. */
const mostDiffering = 2000;

/** `undefined` where the texts differ in too much. */
export function lineEdit(before: string, now: string): LineEdit | undefined {
  const changes = diffArrays(linesOf(before), linesOf(now), { maxEditLength: mostDiffering });
  if (!changes) return undefined;
  const steps = changes.map(({ value, count, added, removed }) => (added ? value.join("") : removed ? -count : count));
  if (typeof steps.at(-1) === "number" && Number(steps.at(-1)) > 0) steps.pop();
  return steps;
}

/** The text after an edit; `undefined` where it has not so many lines, and was made for another text. */
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
