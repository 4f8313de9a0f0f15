import { matchesGlobs } from "#lib/skills/glob.ts";

/** Signs that mean something in a glob, as private characters, which mean nothing. */
function plain(text: string, signs: RegExp): string {
  return text.replace(signs, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0)));
}

/** Whether a text fits a pattern in which `*` is any text; every other character is itself. */
export function fitsStars(pattern: string, text: string, signs = /[/?[\]{}]/g): boolean {
  if (pattern.replaceAll("*", "").length > text.length) return false;
  return matchesGlobs([plain(pattern, signs)], plain(text, signs));
}

/** Whether a text fits a pattern in which `*` is any text and `?` one character; a blank and a `*` at the end may also be missing together. */
export function fitsWildcards(pattern: string, text: string): boolean {
  const signs = /[/[\]{}]/g;
  return fitsStars(pattern, text, signs) || (pattern.endsWith(" *") && fitsStars(pattern.slice(0, -2), text, signs));
}
