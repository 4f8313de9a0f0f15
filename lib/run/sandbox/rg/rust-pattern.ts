import { type Piece, perlPattern, piecesOf } from "#lib/run/sandbox/grep/perl-pattern.ts";
import { automaton } from "#lib/run/sandbox/patterns/longest.ts";
import type { Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import { boundedPattern, type Within } from "#lib/run/sandbox/patterns/posix-pattern.ts";
import { edges, PatternError } from "#lib/run/sandbox/patterns/posix-source.ts";

/** How a pattern is searched for. */
interface RustSyntax {
  readonly ignoreCase: boolean;
  readonly within: Within | undefined;
  /** Whether one match can be of several lines, and whether a point is also an end of a line. */
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** What ripgrep's letters stand for: the members of a class, and all others. */
const classes: Readonly<Record<string, readonly [members: string, others: string]>> = {
  d: ["\\p{Nd}", "\\P{Nd}"],
  s: ["\\p{White_Space}", "\\P{White_Space}"],
  w: [
    "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}",
    "\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\p{Sm}\\p{Sc}\\p{Sk}\\p{Z}\\p{C}\\p{No}",
  ],
};

const wordEdges = new Map([..."bB<>"].map((letter) => [`\\${letter}`, edges[letter]]));

const unknown = [/^\\(?:[^aftnrvxuUdDsSwWbBpPAz\W]|_)/, "unrecognized escape sequence"] as const;

/** What is refused, and in which words. */
const refused: readonly (readonly [form: RegExp, reason: string])[] = [
  unknown,
  [/^\{$/, "repetition operator missing expression"],
  [/^\(\?<?[=!]$/, "look-around is not supported"],
];

const refusedInBrackets = [unknown, [/^\[$/, "a class of classes is not possible here"]] as const;

/**
 * Compiles a pattern of ripgrep, as Rust's `regex` reads it: by code points, and in a time that grows with the text only, except where it
 * asks for words' edges.
 * @throws PatternError
 */
export function rustPattern(source: string, { ignoreCase, within, multiline, dotAll }: RustSyntax): Pattern {
  const mayEnd = source.replaceAll(/\[\^\]?(?:\\.|[^\]\\])*\]|\\[^n]/gs, "");
  if (!multiline && /\\n|\n/.test(mayEnd)) throw new PatternError('the literal "\\n" is not allowed in a regex');
  const text = (dotAll ? "(?s)" : "") + piecesOf(source).map(shared).join("");
  const found = automaton(boundedPattern(text, within), { ignoreCase, multiline, isFirst: true });
  if (found) return found;
  const own = perlPattern(text, ignoreCase);
  return new RegExp(boundedPattern(own.source, within), multiline ? `${own.flags}m` : own.flags);
}

/** A piece in the form that RE2 and JavaScript share. @throws PatternError */
function shared({ text, isInBrackets }: Piece, at: number, all: readonly Piece[]): string {
  const form = isInBrackets && /^[&~-]$/.test(text) && all[at + 1]?.text === text ? "[" : text;
  const reason = (isInBrackets ? refusedInBrackets : refused).find(([refusal]) => refusal.test(form))?.[1];
  if (reason !== undefined) throw new PatternError(reason);
  const [, letter = ""] = /^\\([dsw])/i.exec(text) ?? [];
  const [members, others] = classes[letter.toLowerCase()] ?? [];
  if (members === undefined) return wordEdges.get(text) ?? text.replace(/^\\u\{/, "\\x{");
  const isOther = /[A-Z]/.test(letter);
  return isInBrackets ? `${isOther ? others : members}` : `[${isOther ? "^" : ""}${members}]`;
}
