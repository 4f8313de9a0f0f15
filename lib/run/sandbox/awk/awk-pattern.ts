import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { posixPattern } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";
import { AwkError } from "./awk-syntax.ts";

/** Brackets with their members, an escape, or one character. */
const pieces = /\[\^?\]?(?:\[[:.=].*?[:.=]\]|\\[\s\S]|[^\]])*\]|\\[\s\S]|[\s\S]/g;

/** The same in brackets as one of their members each. */
const members = /\[[:.=].*?[:.=]\]|\\[\s\S]|[\s\S]/g;

const known = new Map<string, Pattern>();
const mostKnown = 500;

/** Converts an extended regular expression as awk reads it: in brackets, too, a backslash makes a character plain. @throws AwkError */
export function awkPattern(source: string, ignoreCase = false, places = false): Pattern {
  const key = (ignoreCase ? "i" : " ") + (places ? "d" : " ") + source;
  const found = known.get(key);
  if (found) return found;
  const made = converted(source, ignoreCase, places);
  if (known.size >= mostKnown) known.clear();
  known.set(key, made);
  return made;
}

function converted(source: string, ignoreCase: boolean, places: boolean): Pattern {
  const text = (source.match(pieces) ?? [])
    .map((piece, at, all) => {
      if (piece.length > 1 && piece.startsWith("[")) return plainBrackets(piece);
      if (piece === "{" && !/^\{\d*,?\d*\}/.test(all.slice(at).join(""))) return "\\{";
      return piece === "\\y" ? "\\b" : piece;
    })
    .join("");
  try {
    return posixPattern(text, { extended: true, ignoreCase, places, multiline: false });
  } catch (caught) {
    if (caught instanceof PatternError) throw new AwkError(`${caught.message}: /${source}/`, { cause: caught });
    throw caught;
  }
}

/** Brackets without backslashes: what would be special comes where it is not. */
function plainBrackets(brackets: string): string {
  const isNot = brackets.startsWith("[^");
  const inside = brackets.slice(isNot ? 2 : 1, -1).match(members) ?? [];
  const isPlain = inside.map((member, at) => at === 0 || member.startsWith("\\"));
  const signs = inside.map((member) => (/^\\[^ntfvra\\]$/.test(member) ? member.slice(1) : member));
  const has = (sign: string) => signs.some((each, at) => each === sign && (sign !== "-" || isPlain[at]));
  const others = signs.filter((each, at) => each !== "]" && each !== "^" && !(each === "-" && isPlain[at]));
  const all = `${has("]") ? "]" : ""}${others.join("")}${has("^") ? "^" : ""}${has("-") ? "-" : ""}`;
  // A lone caret is a character only by itself.
  return all === "^" && !isNot ? "\\^" : `[${isNot ? "^" : ""}${all}]`;
}
