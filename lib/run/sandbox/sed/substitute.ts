import { matchesIn } from "#lib/run/sandbox/patterns/pattern.ts";
import type { ReplacementPart } from "./sed-replacement.ts";
import type { Substitution } from "./sed-script.ts";
import type { SedState } from "./sed-state.ts";

/** Replaces in the pattern space what `s` does. @returns whether there was anything */
export function substitute({ pattern, replacement, all, from }: Substitution, state: SedState): boolean {
  const found = matchesIn(state.space, state.patternOf(pattern));
  const replacing = all ? found.slice(from - 1) : found.slice(from - 1, from);
  if (replacing.length === 0) return false;
  let made = "";
  let done = 0;
  for (const match of replacing) {
    made += state.space.slice(done, match.index) + replaced(replacement, match);
    done = match.index + match[0].length;
  }
  state.space = made + state.space.slice(done);
  return true;
}

/** Tells what `s` has made, where its flags say so. */
export function tellMade({ prints, file }: Substitution, state: SedState): void {
  if (prints) state.printSpace();
  if (file !== undefined) state.writeLine(file, state.space, state.hasEnd());
}

function replaced(parts: readonly ReplacementPart[], match: RegExpExecArray): string {
  let text = "";
  let whole = "E";
  let first: string | undefined;
  for (const part of parts) {
    if (typeof part === "object") {
      if (part.letters === "l" || part.letters === "u") first = part.letters;
      else whole = part.letters;
      continue;
    }
    const piece = cased(typeof part === "number" ? (match[part] ?? "") : part, whole);
    if (piece === "") continue;
    const [sign = ""] = piece;
    text += first === undefined ? piece : cased(sign, first.toUpperCase()) + piece.slice(sign.length);
    first = undefined;
  }
  return text;
}

function cased(text: string, letters: string): string {
  if (letters === "U") return text.toUpperCase();
  return letters === "L" ? text.toLowerCase() : text;
}
