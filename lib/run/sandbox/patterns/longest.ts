import { RE2JS } from "re2js";
import type { Pattern } from "./pattern.ts";

/** How a pattern's letters and lines are read. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  /** GNU's `M`: `^` and `$` match at every line's ends. */
  readonly multiline: boolean;
  /** Whether it is told where groups matched (`indices`). */
  readonly places?: boolean;
  /** Takes the first way to a match, as Perl does, instead of the longest, and no end of a line for a point. */
  readonly isFirst?: boolean;
}

/**
 * A pattern that finds the longest of the leftmost matches, as POSIX wants it, in a time that grows with the text only: RE2's automaton.
 * @returns `undefined` for a pattern that is too large for it
 */
export function automaton(
  source: string,
  { ignoreCase, multiline, places = false, isFirst = false }: PatternFlags,
): Pattern | undefined {
  const flags =
    (isFirst ? 0 : RE2JS.LONGEST_MATCH | RE2JS.DOTALL) |
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (multiline ? RE2JS.MULTILINE : 0);
  try {
    return new Automaton(RE2JS.compile(source, flags), places);
  } catch {
    return undefined;
  }
}

class Automaton implements Pattern {
  lastIndex = 0;
  private readonly compiled: RE2JS;
  private readonly places: boolean;
  private readonly names: readonly (readonly [string, number])[];

  constructor(compiled: RE2JS, places: boolean) {
    this.compiled = compiled;
    this.names = Object.entries(compiled.namedGroups());
    this.places = places;
  }

  exec(text: string): RegExpExecArray | null {
    const matcher = this.compiled.matcher(text);
    const isFound = this.lastIndex <= text.length && matcher.find(this.lastIndex);
    this.lastIndex = isFound ? matcher.end() : 0;
    if (!isFound) return null;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at) ?? undefined);
    return Object.assign(groups, {
      index: matcher.start(),
      input: text,
      groups: Object.fromEntries(this.names.map(([name, at]) => [name, groups[at]])),
      ...(this.places && {
        indices: groups.map((group, at) => (group === undefined ? undefined : [matcher.start(at), matcher.end(at)])),
      }),
    }) as RegExpExecArray;
  }

  test(text: string): boolean {
    // Without groups and places it is many times as fast.
    return this.lastIndex === 0 ? this.compiled.test(text) : this.exec(text) !== null;
  }
}

/**
 * The same for what no automaton can do: references to groups, and edges of words. The browser's own engine finds the first match, which is
 * the leftmost; then it is asked for longer ones until there is none.
 */
export function grown(source: string, flags: string): Pattern {
  return new Grown(source, flags);
}

class Grown implements Pattern {
  private readonly first: RegExp;

  constructor(source: string, flags: string) {
    this.first = new RegExp(source, flags);
  }

  get lastIndex(): number {
    return this.first.lastIndex;
  }

  set lastIndex(at: number) {
    this.first.lastIndex = at;
  }

  exec(text: string): RegExpExecArray | null {
    let found = this.first.exec(text);
    for (let longer = found; longer; longer = this.longer(text, longer)) found = longer;
    if (found) this.lastIndex = found.index + found[0].length;
    return found;
  }

  test(text: string): boolean {
    return this.first.test(text);
  }

  private longer(text: string, found: RegExpExecArray): RegExpExecArray | null {
    const rest = Array.from(text.slice(found.index + found[0].length)).length;
    if (rest === 0) return null;
    const { source, flags } = this.first;
    const pattern = new RegExp(`(?:${source})(?=[^]{0,${rest - 1}}(?![^]))`, flags.replace("g", "y"));
    pattern.lastIndex = found.index;
    return pattern.exec(text);
  }
}
