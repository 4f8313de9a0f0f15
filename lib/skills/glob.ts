import { memoObject, memoText } from "#lib/memo.ts";

/**
 * Globs as programming tools know them: `*` and `?` within one name, `**` for any folders, `[…]` for one of several characters, `{a,b}` for
 * one of several texts. Written by hand, because patterns come from strangers' files: matching takes time in proportion to the product of
 * the lengths, where a regular expression may never end.
 */

/** Limits of one list of patterns; the rest is ignored. */
const mostPatterns = 100;
const longestPattern = 500;

/** Whether a path, relative to the folder of the patterns, matches one of them. */
export function matchesGlobs(patterns: readonly string[], path: string): boolean {
  const names = path.split("/");
  return compiled(patterns).some((pattern) => fitsPath(pattern, names));
}

/** Each pattern split into names at its slashes; `**` is one of the names, and at the end of others stands for what lies below them. */
const compiled = memoObject((patterns: readonly string[]): readonly (readonly string[])[] => {
  const short = patterns.slice(0, mostPatterns).filter(({ length }) => length <= longestPattern);
  const expanded = short.flatMap(expandBraces).slice(0, mostPatterns);
  return expanded.map((pattern) =>
    pattern
      .replace(/^(?:\.?\/)+/, "")
      .replace(/\/\*\*$/, "$&/*")
      .split("/"),
  );
});

/** Every text that a pattern's braces stand for; the pattern itself if there are too many. */
export function expandBraces(pattern: string): readonly string[] {
  let texts: readonly string[] = [pattern];
  for (let round = 0; round < longestPattern; round++) {
    const next = texts.flatMap(expandInnermost);
    if (next.length > mostPatterns) return [pattern];
    if (next.length === texts.length) return next;
    texts = next;
  }
  return texts;
}

/** Expands the first pair of braces that contains no other pair. Braces without a comma, or in brackets, are plain characters. */
function expandInnermost(text: string): readonly string[] {
  const found = /(?<!\[)\{([^{}]*,[^{}]*)\}/.exec(text);
  if (!found) return [text];
  const [whole, inner = ""] = found;
  const after = text.slice(found.index + whole.length);
  return inner.split(",").map((each) => text.slice(0, found.index) + each + after);
}

function fitsPath(pattern: readonly string[], names: readonly string[]): boolean {
  return fits(pattern, names, { isAny: (part) => part === "**", fitsOne: fitsName });
}

/** A character, or a wildcard. */
type Token = string | { readonly any: true } | { readonly one: true } | { readonly set: string; readonly not: boolean };

function fitsName(pattern: string, name: string): boolean {
  return fits(tokensOf(pattern), Array.from(name), { isAny: (token) => Object.hasOwn(Object(token), "any"), fitsOne });
}

function fitsOne(token: Token, character: string): boolean {
  if (typeof token === "string") return token === character;
  return "one" in token || ("set" in token && inSet(token.set, character) !== token.not);
}

/** Whether a set contains a character, by itself or in a range such as `a-z`. */
function inSet(set: string, character: string): boolean {
  const members = Array.from(set);
  return members.some((member, index) => {
    const isRange = members[index + 1] === "-" && index + 2 < members.length;
    if (isRange) return member <= character && character <= (members[index + 2] ?? "");
    return member === character;
  });
}

/** Splits a pattern into tokens. A `[` without its `]` is a plain character. */
const tokensOf = memoText(1000, (pattern): readonly Token[] =>
  Array.from(pattern.matchAll(/\[(!|\^)?([^\]]+)\]|[\s\S]/gu), ([text, not, set]): Token => {
    if (set !== undefined) return { set, not: not !== undefined };
    if (text === "*") return { any: true };
    return text === "?" ? { one: true } : text;
  }),
);

interface Fitting<Part, One> {
  /** Whether a part matches any number of elements, including none. */
  readonly isAny: (part: Part) => boolean;
  readonly fitsOne: (part: Part, one: One) => boolean;
}

/** Whether parts match a row of elements. On a mismatch only the last wildcard so far takes one element more. */
function fits<Part, One>(parts: readonly Part[], row: readonly One[], { isAny, fitsOne }: Fitting<Part, One>): boolean {
  let at = 0;
  let part = 0;
  let last: { readonly part: number; at: number } | undefined;
  while (at < row.length) {
    const here = parts[part];
    if (part < parts.length && isAny(here as Part)) {
      last = { part, at };
      part++;
    } else if (part < parts.length && fitsOne(here as Part, row[at] as One)) {
      part++;
      at++;
    } else if (last) {
      last.at++;
      at = last.at;
      part = last.part + 1;
    } else {
      return false;
    }
  }
  return parts.slice(part).every(isAny);
}

/**
 * Globs in a text, split at each comma except where a closing brace comes before the next opening one. From the end, once: a search ahead
 * from each comma of a long text takes seconds.
 */
export function splitGlobs(text: string): readonly string[] {
  const globs: string[] = [];
  let end = text.length;
  let isInBraces = false;
  for (let at = end - 1; at >= 0; at--) {
    const sign = text[at];
    if (sign === "}" || sign === "{") isInBraces = sign === "}";
    if (sign !== "," || isInBraces) continue;
    globs.push(text.slice(at + 1, end));
    end = at;
  }
  return [...globs, text.slice(0, end)].reverse();
}
