import { numbered } from "#lib/run/sandbox/patterns/posix-source.ts";
import { SedError } from "./sed-error.ts";

/** A text, a group by number, or a change of case: `\L \U \l \u \E`. */
export type ReplacementPart = string | number | { readonly letters: "L" | "U" | "l" | "u" | "E" };

export const textToken = /\\.|[^\\]/sy;

export const controls: Readonly<Record<string, string>> = { a: "\x07", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

export function plainSigns(text: string): string[] {
  return Array.from(text.matchAll(/\\(.)|./gsu), ([whole, escaped]) => {
    if (escaped === undefined || escaped === "\\") return escaped ?? whole;
    const control = controls[escaped];
    if (control === undefined) throw new SedError("`y' command strings have unknown escapes");
    return control;
  });
}

export function readReplacement(text: string): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign !== "\\") {
      parts.push(sign === "&" ? 0 : sign);
      continue;
    }
    const escaped = text[++at] ?? "\\";
    const [length, code] = numbered(escaped, text.slice(at + 1, at + 4));
    parts.push(length > 0 ? String.fromCodePoint(code) : escapedPart(escaped));
    at += length;
  }
  return parts;
}

function escapedPart(sign: string): ReplacementPart {
  if (/\d/.test(sign)) return Number(sign);
  if (isCase(sign)) return { letters: sign };
  if (sign === "c") throw new SedError("the escape \\c is not known in the page");
  return controls[sign] ?? sign;
}

function isCase(letter: string): letter is "L" | "U" | "l" | "u" | "E" {
  return "LUluE".includes(letter);
}
