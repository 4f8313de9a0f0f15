import { type Pattern, signLength } from "#lib/run/sandbox/patterns/pattern.ts";
import { boundedPattern, posixPattern, type Within } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { literalPattern } from "#lib/run/sandbox/patterns/posix-source.ts";
import { perlPattern } from "./perl-pattern.ts";

/** How patterns are written, and what of a line they must match. */
export interface GrepSyntax {
  /** Extended, fixed strings, basic, Perl's. */
  readonly kind: "E" | "F" | "G" | "P";
  readonly ignoreCase: boolean;
  readonly within: Within | undefined;
}

interface Part {
  readonly text: string;
  /** Where it begins in its line. */
  readonly at: number;
}

export interface GrepPatterns {
  isIn(line: string): boolean;
  /** The parts of a line that match, from left to right, without empty ones. */
  partsOf(line: string): readonly Part[];
}

/** @throws PatternError */
export function grepPatterns(sources: readonly string[], syntax: GrepSyntax): GrepPatterns {
  // Apart, because each may refer back to its own groups; strings would be slow apart.
  const expressions =
    syntax.kind === "F" ? fixedPattern(sources, syntax) : sources.map((each) => pattern(each, syntax));

  /** The leftmost match at or after a position; of several the longest. */
  function next(line: string, from: number): RegExpExecArray | undefined {
    let best: RegExpExecArray | undefined;
    for (const expression of expressions) {
      expression.lastIndex = from;
      const found = expression.exec(line);
      if (!found) continue;
      const isBetter =
        !best || found.index < best.index || (found.index === best.index && found[0].length > best[0].length);
      if (isBetter) best = found;
    }
    return best;
  }

  return {
    isIn: (line) =>
      expressions.some((expression) => {
        expression.lastIndex = 0;
        return expression.test(line);
      }),
    partsOf(line) {
      const parts: Part[] = [];
      for (let from = 0; from <= line.length; ) {
        const found = next(line, from);
        if (!found) break;
        const [part] = found;
        if (part !== "") parts.push({ text: part, at: found.index });
        from = found.index + (part.length || signLength(line, found.index));
      }
      return parts;
    },
  };
}

/** One expression for all strings; the longest first, so that it is the one that is found. */
function fixedPattern(sources: readonly string[], { ignoreCase, within }: GrepSyntax): readonly RegExp[] {
  if (sources.length === 0) return [];
  const strings = sources.toSorted((a, b) => b.length - a.length).map((each) => literalPattern(each));
  return [new RegExp(boundedPattern(strings.join("|"), within), ignoreCase ? "giu" : "gu")];
}

function pattern(source: string, { kind, ignoreCase, within }: GrepSyntax): Pattern {
  if (kind === "P") {
    const found = perlPattern(source, ignoreCase);
    return within ? new RegExp(boundedPattern(found.source, within), found.flags) : found;
  }
  const extended = kind === "E";
  return posixPattern(extended ? withLiteralBraces(source) : source, {
    extended,
    ignoreCase,
    multiline: false,
    within,
  });
}

/** A brace that begins no repetition stands for itself in grep. */
function withLiteralBraces(source: string): string {
  return source.replace(
    /(\\[\s\S]|\[\^?\]?[^\]]*\])|\{(?!\d*,?\d*\})/g,
    (_, other: string | undefined) => other ?? "\\{",
  );
}
