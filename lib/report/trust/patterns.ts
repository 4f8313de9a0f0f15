import type { AnyOf } from "./any-of.ts";
import { intentOf } from "./intent.ts";
import type { Hit, Level } from "./rule.ts";
import type { FileKind, TrustFile } from "./trust-file.ts";

/**
 * A known way to write something dangerous. Every quantifier of its expression is bounded (`npm run bench trust` tries the worst), so that
 * the work grows only in proportion to the length of the text.
 */
export interface Pattern {
  /** A text that the expression matches contains at least one of these words. */
  readonly needs: AnyOf;
  /** It also contains one of these; for use where the words of `needs` are common. */
  readonly also?: AnyOf;
  /** Matches every text that `pattern` matches, and is faster. */
  readonly sign?: RegExp;
  /** Has the flag `g`. */
  readonly pattern: RegExp;
  readonly says?: string;
  readonly level?: Level;
  /** The kinds of files in which it is looked for; all where absent. */
  readonly in?: readonly FileKind[];
  /** Whether the text means the same when it stands in a warning: then the warning does not make it a note. */
  readonly evenIfWarned?: true;
  /** If this matches the same line, the finding is a note. */
  readonly noteIf?: RegExp;
  /** What makes it an alarm, and what it says then. */
  readonly worse?: { readonly says: string; if(file: TrustFile, line: number): boolean };
  /** Rejects a match by a test that no expression can make. */
  readonly unless?: (match: RegExpExecArray, file: TrustFile) => boolean;
  /** Decodes an encoded text on the line. */
  readonly decode?: (line: string) => string | undefined;
}

/** Most findings in one file; matches on one line are one finding. */
const mostHits = 200;

export interface Levels {
  readonly level: Level;
  /** Level in a comment that no page shows; the usual level where absent. */
  readonly unseen?: Level;
  /** Whether the patterns are words to a model, which between quotation marks are somebody else's. */
  readonly isSpeech?: true;
}

/** The findings of all patterns, one for each line: the gravest. */
export function findPatterns(file: TrustFile, patterns: readonly Pattern[], rule: Levels): readonly Hit[] {
  const hits = new Map<number, Hit>();
  for (const each of patterns) {
    if (!isPossible(file, each)) continue;
    for (const match of matches(file, each)) {
      const hit = hitOf(file, each, match, rule);
      const known = hits.get(hit.line);
      if (!known || gravity(hit.level ?? rule.level) > gravity(known.level ?? rule.level)) hits.set(hit.line, hit);
      if (hits.size >= mostHits) return [...hits.values()];
    }
  }
  return [...hits.values()];
}

/** The source of an expression for any of some hosts, with or without the beginning of a path. */
export function anyHost(hosts: readonly string[]): string {
  return hosts.join("|").replaceAll(".", "\\.");
}

/** As a rule's `find`: in any text, worth a look, and an alarm where no page shows it. */
export function inTexts(patterns: readonly Pattern[]): (file: TrustFile) => readonly Hit[] {
  return (file) => (file.isText ? findPatterns(file, patterns, { level: "look", unseen: "alarm" }) : []);
}

function isPossible(file: TrustFile, each: Pattern): boolean {
  const { needs, also, sign } = each;
  return (
    (each.in?.includes(file.kind) ?? true) &&
    file.has(needs) &&
    (!also || file.has(also)) &&
    (!sign || sign.test(file.text))
  );
}

function gravity(level: Level): number {
  return level === "alarm" ? 2 : level === "look" ? 1 : 0;
}

/** Most matches of one expression that are looked at in one file. */
const mostMatches = 1000;

function* matches(file: TrustFile, { pattern, unless }: Pattern): Generator<RegExpExecArray> {
  let count = 0;
  for (const match of file.text.matchAll(pattern)) {
    if (++count > mostMatches) return;
    if (!unless?.(match, file)) yield match;
  }
}

function hitOf(file: TrustFile, each: Pattern, match: RegExpExecArray, rule: Levels): Hit {
  const line = file.lineAt(match.index);
  const decoded = each.decode?.(file.line(line).slice(0, 8000));
  const { level, says } = judge(file, each, match, rule);
  return {
    line,
    excerpt: excerptAt(file.text, match.index, match[0].length),
    ...(says !== undefined && { says }),
    ...(decoded !== undefined && { decoded }),
    ...(level !== rule.level && { level }),
  };
}

interface Judged {
  readonly level: Level;
  readonly says: string | undefined;
}

function judge(file: TrustFile, each: Pattern, match: RegExpExecArray, rule: Levels): Judged {
  const { says, worse, evenIfWarned, level = rule.level } = each;
  const line = file.lineAt(match.index);
  if (file.isUnseen(match.index)) return { says, level: rule.unseen ?? level };
  if (each.noteIf?.test(file.line(line).slice(0, 1000))) return { says, level: "note" };
  const intent = intentOf(file, match, { isSpeech: rule.isSpeech, evenIfWarned });
  if (intent === "mentions") return { says, level: "note" };
  if (intent === "holds") return { says, level: level === "alarm" ? "look" : level };
  return worse?.if(file, line) ? { says: worse.says, level: "alarm" } : { says, level };
}

/** Most characters of an excerpt. */
const excerptLength = 160;

/** The text at a position, with its surroundings on the same line if it is short. Invisible characters are spelled out. */
export function excerptAt(text: string, index: number, length: number): string {
  const room = Math.max(0, excerptLength - length);
  const before = Math.max(text.lastIndexOf("\n", index - 1) + 1, index - Math.floor(room / 2));
  const end = text.indexOf("\n", index + Math.min(length, excerptLength));
  const after = Math.min(end < 0 ? text.length : end, before + excerptLength);
  return visible(text.slice(before, Math.max(after, before)));
}

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/** A text on one line, with invisible characters spelled out: `\u{202e}`. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s{1,1000}/g, " ")
    .replace(unseen, spelled)
    .trim();
}

/** A text with invisible characters spelled out. White space stays, except characters that would break the line. */
export function visibleLine(text: string): string {
  return text.toWellFormed().replace(unseen, spelled);
}

function spelled(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
