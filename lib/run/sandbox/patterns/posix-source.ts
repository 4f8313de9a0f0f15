import type { PatternFlags } from "./longest.ts";

/** A regular expression that POSIX with GNU's extensions does not allow. */
export class PatternError extends Error {}

export interface PosixSyntax extends PatternFlags {
  /** `-E`: parentheses, braces and `|` are operators without a backslash. */
  readonly extended: boolean;
}

/** What decides which engine runs a pattern. */
export interface PatternTraits {
  /** Whether the first match that a backtracking engine finds is also the longest: without alternatives and repeated groups. */
  isFirstLongest: boolean;
  unbounded: number;
  /** Whether it has edges of words or references to groups, which an automaton cannot do. */
  looksAround: boolean;
}

/** A character of words. */
export const word = "[\\p{L}\\p{N}_]";

/** Bytes that are no characters, in the form of `escapedText`. As with GNU's programs nothing matches them but themselves. */
const bytes = "\udc80-\udcff";

/** Blanks that may be broken at: JavaScript's `\\s` has more, RE2's less. */
const space = "\\t-\\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000";

/** The meanings of a letter after a backslash, in both syntaxes, and for both engines. */
const escapes: Readonly<Record<string, string>> = {
  ...{ n: "\\n", t: "\\t", f: "\\f", v: "\\v", r: "\\r", a: "\\x07" },
  ...{ w: word, W: `[^\\p{L}\\p{N}_${bytes}]`, s: `[${space}]`, S: `[^${space}${bytes}]` },
};

/** Those that look at what is around them. */
export const edges: Readonly<Record<string, string>> = {
  "`": "(?<![^])",
  "'": "(?![^])",
  b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  "<": `(?<!${word})(?=${word})`,
  ">": `(?<=${word})(?!${word})`,
};

const classes: Readonly<Record<string, string>> = {
  ...{ alpha: "\\p{L}", digit: "0-9", alnum: "\\p{L}\\p{N}", upper: "\\p{Lu}", lower: "\\p{Ll}", space },
  ...{ blank: " \\t", punct: "\\p{P}\\p{S}", cntrl: "\\p{Cc}", xdigit: "0-9A-Fa-f" },
  ...{ graph: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}", print: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}" },
};

/** The pattern of a text in which nothing is special. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * A regular expression (basic or extended, with GNU's extensions) in the form that JavaScript and RE2 share.
 * @throws PatternError
 */
export function posixSource(source: string, syntax: Pick<PosixSyntax, "extended">) {
  return createReader(source, syntax).read();
}

/** Long, because there is one position in one text, which everything that reads moves. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one place in one text, which all that reads on moves
function createReader(source: string, { extended }: Pick<PosixSyntax, "extended">) {
  const signs = Array.from(withNumbered(source));
  let at = 0;
  let groups = 0;
  const traits: PatternTraits = { isFirstLongest: true, unbounded: 0, looksAround: false };

  /** The operator at this position, in the extended syntax's form; `undefined` for anything else. */
  function operator(): string | undefined {
    const sign = signs[at] ?? "";
    if (extended) return "(){|+?".includes(sign) && sign !== "" ? sign : undefined;
    const next = signs[at + 1] ?? "";
    return sign === "\\" && next !== "" && "(){|+?".includes(next) ? next : undefined;
  }

  function take(): void {
    at += extended ? 1 : 2;
  }

  function alternatives(isInGroup: boolean): string {
    const all = [sequence(isInGroup)];
    while (operator() === "|") {
      take();
      all.push(sequence(isInGroup));
    }
    if (all.length > 1 && !areApart(all)) traits.isFirstLongest = false;
    return all.join("|");
  }

  function sequence(isInGroup: boolean): string {
    const atoms: string[] = [];
    for (;;) {
      const found = operator();
      if (at >= signs.length || found === "|" || (found === ")" && isInGroup)) return atoms.join("");
      const repeated = repetition(atoms);
      if (repeated !== undefined) atoms.push(repeatedAtom(atoms.pop() ?? "", repeated));
      else atoms.push(atom(atoms));
    }
  }

  function repeatedAtom(inner: string, repeated: string): string {
    if (inner.startsWith("(")) traits.isFirstLongest = false;
    if (/[*+]|,\}/.test(repeated)) traits.unbounded++;
    return `(?:${inner})${repeated}`;
  }

  /** The repetition after an atom; `undefined` if there is none here. */
  function repetition(atoms: readonly string[]): string | undefined {
    const found = signs[at] === "*" ? "*" : operator();
    if (found === undefined || !"*+?{".includes(found)) return undefined;
    // A star with nothing before it is literal; in the extended syntax a brace too.
    if (atoms.length === 0 || (!extended && atoms.length === 1 && atoms[0] === "^")) return undefined;
    if (found === "{") return interval();
    if (found === "*") at++;
    else take();
    return found;
  }

  function interval(): string {
    const form = extended ? /^\{(\d*)(,?)(\d*)\}/ : /^\\\{(\d*)(,?)(\d*)\\\}/;
    const [all, least = "", comma, most = ""] = form.exec(signs.slice(at).join("")) ?? [];
    const isOrdered = most === "" || Number(least) <= Number(most);
    if (all === undefined || (least === "" && !comma) || !isOrdered) {
      throw new PatternError("Invalid content of \\{\\}");
    }
    at += all.length;
    return comma ? `{${least || 0},${most}}` : `{${least}}`;
  }

  function atom(before: readonly string[]): string {
    const found = operator();
    if (found !== undefined) return operatorAtom(found);
    const sign = signs[at++] ?? "";
    switch (sign) {
      case "^":
        return extended || before.length === 0 ? "^" : literalPattern(sign);
      case "$":
        return extended || isEnd() ? "$" : literalPattern(sign);
      case ".":
        return `[^${bytes}]`;
      case "[":
        return bracket();
      case "\\":
        return escaped();
      default:
        return literalPattern(sign);
    }
  }

  /** A group; or the sign itself, if there is nothing before it to repeat. */
  function operatorAtom(found: string): string {
    if (found === "(") return group();
    if (found === ")") throw new PatternError("Unmatched ) or \\)");
    take();
    return literalPattern(found);
  }

  /** In the basic syntax `$` is an anchor only at the end of an expression or group. */
  function isEnd(): boolean {
    const found = operator();
    return at >= signs.length || found === ")" || found === "|";
  }

  function group(): string {
    take();
    groups++;
    const inner = alternatives(true);
    if (operator() !== ")") throw new PatternError("Unmatched ( or \\(");
    take();
    return `(${inner})`;
  }

  function escaped(): string {
    const sign = signs[at++];
    if (sign === undefined) throw new PatternError("Trailing backslash");
    if (/[1-9]/.test(sign)) {
      if (Number(sign) > groups) throw new PatternError("Invalid back reference");
      traits.looksAround = true;
      return `(?:\\${sign})`;
    }
    traits.looksAround ||= sign in edges;
    return escapes[sign] ?? edges[sign] ?? literalPattern(sign);
  }

  function bracket(): string {
    const isOther = signs[at] === "^";
    if (isOther) at++;
    let inner = isOther ? `^${bytes}` : "";
    for (let isFirst = true; ; isFirst = false) {
      const sign = signs[at++];
      if (sign === undefined) throw new PatternError("Unmatched [, [^, [:, [., or [=");
      if (sign === "]" && !isFirst) return `[${inner}]`;
      inner += member(sign);
    }
  }

  /** One character, range end or class within brackets. */
  function member(sign: string): string {
    const next = signs[at] ?? "";
    if (sign === "[" && next !== "" && ":.=".includes(next)) return namedMember(next);
    // Within brackets a backslash is literal, except in the escapes that sed itself has resolved by then.
    if (sign === "\\" && /[ntfvra]/.test(next)) {
      at++;
      return escapes[next] ?? "";
    }
    return sign === "-" && isInRange() ? "-" : inBracket(sign);
  }

  /** `[:alpha:]`, `[.-.]`, `[=a=]` */
  function namedMember(kind: string): string {
    const end = signs.findIndex((each, index) => index > at && each === kind && signs[index + 1] === "]");
    if (end < 0) throw new PatternError("Unmatched [, [^, [:, [., or [=");
    const name = signs.slice(at + 1, end);
    at = end + 2;
    const [only = ""] = name;
    const known = kind === ":" ? classes[name.join("")] : inBracket(only);
    if (known === undefined || (kind !== ":" && name.length !== 1)) {
      throw new PatternError("Invalid character class name");
    }
    return known;
  }

  /** Whether the `-` just read stands between two characters. */
  function isInRange(): boolean {
    const [before, after] = [signs[at - 2], signs[at]];
    const isStart = before === "[" || (before === "^" && signs[at - 3] === "[");
    return !isStart && after !== "]" && after !== undefined;
  }

  return {
    /** The expression in JavaScript's form. */
    read(): { readonly text: string; readonly traits: Readonly<PatternTraits> } {
      const text = alternatives(false);
      if (at < signs.length) throw new PatternError("Unmatched ) or \\)");
      return { text, traits };
    },
  };
}

/** Whether at most one of these can match at a place: they are plain texts, of which none begins another. */
function areApart(alternatives: readonly string[]): boolean {
  const texts = alternatives.map((each) => each.toLowerCase()).sort();
  const arePlain = texts.every((each) => /^[\p{L}\p{N} _-]+$/u.test(each));
  return arePlain && texts.every((each, at) => at === 0 || !each.startsWith(texts[at - 1] ?? ""));
}

function inBracket(sign: string): string {
  return /[\\\]^[-]/.test(sign) ? `\\${sign}` : sign;
}

/** Replaces numbered characters before anything is parsed: `\\x2a` is a star that repeats, as in GNU's sed. */
function withNumbered(source: string): string {
  return source.replaceAll(/\\(.)((?<=[xod])[0-9A-Fa-f]{0,3})/gs, (all, letter: string, rest: string) => {
    const [length, code] = numbered(letter, rest);
    return length > 0 ? String.fromCodePoint(code) + rest.slice(length) : all;
  });
}

const numberForms: Readonly<Record<string, readonly [base: number, form: RegExp]>> = {
  x: [16, /^[0-9A-Fa-f]{1,2}/],
  o: [8, /^[0-7]{1,3}/],
  d: [10, /^\d{3}/],
};

/** A character by number: `\d065`, `\o101`, `\x41`. @returns how many characters of `rest` were read, 0 if it is no such escape */
export function numbered(letter: string, rest: string): readonly [length: number, code: number] {
  const [base, form] = numberForms[letter] ?? [];
  const digits = form?.exec(rest)?.[0];
  return digits === undefined ? [0, 0] : [digits.length, Number.parseInt(digits, base)];
}
