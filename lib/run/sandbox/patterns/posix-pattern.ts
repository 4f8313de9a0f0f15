import { automaton, grown } from "./longest.ts";
import type { Pattern } from "./pattern.ts";
import { PatternError, type PosixSyntax, posixSource, word } from "./posix-source.ts";

/** What matches must be: whole words, whole lines, at the beginning of the text. */
export type Within = "word" | "line" | "start";

export interface PatternSyntax extends PosixSyntax {
  /** By default matches may be anywhere. */
  readonly within?: Within | undefined;
  /** Whether it is told where groups matched (`indices`), which takes time. */
  readonly places?: boolean;
}

/** Most repetitions without an end in a pattern that the browser's own engine may try: each can multiply its time by the text's length. */
const mostUnbounded = 3;

/**
 * Compiles a POSIX regular expression (basic or extended, with GNU's extensions), by code points. Of the leftmost matches it finds the
 * longest.
 * @throws PatternError
 */
export function posixPattern(source: string, syntax: PatternSyntax): Pattern {
  const { text, traits } = posixSource(source, syntax);
  const bounded = boundedPattern(text, syntax.within);
  const flags = `gsu${syntax.places ? "d" : ""}${syntax.ignoreCase ? "i" : ""}${syntax.multiline ? "m" : ""}`;
  try {
    // The browser's engine is faster, but takes the first way to a match.
    if (traits.isFirstLongest && traits.unbounded <= mostUnbounded) return new RegExp(bounded, flags);
    const isRegular = !traits.looksAround && syntax.within !== "word";
    return (isRegular ? automaton(bounded, syntax) : undefined) ?? grown(bounded, flags);
  } catch (caught) {
    if (caught instanceof SyntaxError) throw new PatternError("Invalid regular expression", { cause: caught });
    throw caught;
  }
}

/** The source of a pattern, in JavaScript's form, whose matches are words, lines, or at the beginning. */
export function boundedPattern(source: string, within: Within | undefined): string {
  switch (within) {
    case "line":
      return `^(?:${source})$`;
    case "start":
      return `^(?:${source})`;
    case "word":
      return `(?<!${word})(?:${source})(?!${word})`;
    default:
      return source;
  }
}
