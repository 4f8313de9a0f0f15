import type { AnyOf } from "./any-of.ts";
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
  /** Whether a match between quotation marks counts as somebody else's words. */
  readonly canBeQuoted?: true;
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
  const level = levelOf(file, each, match, rule);
  return {
    line,
    excerpt: excerptAt(file.text, match.index, match[0].length),
    ...(each.says !== undefined && { says: each.says }),
    ...(decoded !== undefined && { decoded }),
    ...(level !== rule.level && { level }),
  };
}

function levelOf(file: TrustFile, each: Pattern, match: RegExpExecArray, rule: Levels): Level {
  const { level, evenIfWarned } = each;
  const line = file.lineAt(match.index);
  if (file.isUnseen(match.index)) return rule.unseen ?? level ?? rule.level;
  if (isElsewhere(file) || isDisarmed(file, line) || each.noteIf?.test(file.line(line).slice(0, 1000))) return "note";
  if (rule.canBeQuoted && isQuoted(file.text, match)) return "note";
  if (isExample(file, match.index)) return "note";
  if (!evenIfWarned && (isWarning(file, line) || isToldToBeRefused(file, match))) return "note";
  const own = level ?? rule.level;
  return own === "alarm" && isFixture(file) ? "look" : own;
}

/** Whether the file is test data: nothing runs it unless another file does, and that is found there. */
function isFixture({ kind, path }: TrustFile): boolean {
  return kind === "data" && /\/tests?\/(?:[^/]{1,100}\/){0,4}fixtures\/|\/(?:__fixtures__|testdata)\//i.test(path);
}

/** Ways in which a line may run its quoted text. */
const runner =
  /(?:^|[ \t])-[a-z]{0,3}c\b|\b(?:eval|exec\w{0,6}|system|popen|spawn\w{0,4}|run|call|ssh|xargs|source)\b|`|\$\(/i;

/** Whether a script prints the match, in quotes within quotes, as something that is refused: `"'rm -rf /' is denied"`. */
function isToldToBeRefused({ kind, text }: TrustFile, { index, 0: match }: RegExpExecArray): boolean {
  if (kind !== "script") return false;
  const before = text.slice(Math.max(text.lastIndexOf("\n", index - 1) + 1, index - 400), index);
  const [after = ""] = text.slice(index + match.length, index + match.length + 400).split("\n", 1);
  return /"[^"]{0,200}'$/.test(before) && warning.test(after) && !runner.test(before + after);
}

/** Whether the file's commands run on another machine than the person's: while an image is built, or at a build service. */
function isElsewhere({ path }: TrustFile): boolean {
  return /\/(?:[\w.-]{0,40}\.)?(?:Dockerfile|Containerfile)(?:\.[\w-]{1,40})?$|^\/\.github\/workflows\//i.test(path);
}

/** Whether a script only mentions the match: in a comment, or in a list of what it does not allow. */
function isDisarmed(file: TrustFile, line: number): boolean {
  if (file.kind !== "script") return false;
  return /^[ \t]{0,80}(?:#(?!!)|\/\/|\*[ /]|"""|--[ ]|;;|REM\b)|^[ \t]{0,80}(?:export |const |let |var |readonly |local ){0,2}\w{0,40}(?:block|deny|denied|forbid|danger|disallow|banned|unsafe|malicious)\w{0,40}[ \t]{0,4}[:=]/i.test(
    file.line(line).slice(0, 300),
  );
}

/** Languages of fenced blocks whose lines are typed into a shell. */
const shell = /^(?:ba|z|fi|k|da)?sh\b|^(?:shell|console|terminal|powershell|pwsh|ps1|bat|batch|cmd|docker)/i;

/** Words by which a text asks its reader to do what the next lines show. */
const request =
  /\b(?:runs?|execute|type|paste|enter|invoke|call|save|copy|create|add|append|write|use|install|start|first|then|now|must|always)\b/i;

/** Number of lines before a code block that may ask for what it shows. */
const linesBefore = 3;

/**
 * Whether a position is in code of a programming language that a reference file shows, and nothing before the block asks the reader to run
 * or keep it. A SKILL.md is instructions throughout, so nothing in it counts as an example.
 */
function isExample(file: TrustFile, index: number): boolean {
  const fence = file.fenceAt(index);
  if (!fence || fence.info === "" || shell.test(fence.info) || /\/skill\.md$/i.test(file.path)) return false;
  const first = file.lineAt(fence.from);
  for (let line = first - 1; line > 0 && line >= first - linesBefore; line--)
    if (request.test(file.line(line).slice(0, 400))) return false;
  return true;
}

function isQuoted(text: string, { index, 0: match }: RegExpExecArray): boolean {
  const [before = "", after = ""] = [text[index - 1], text[index + match.length]];
  return /["“'‘`«]/.test(before) && /["”'’`».,!?]/.test(after);
}

/** Words by which a text tells its reader not to do something, or says that it is about attackers. */
const warning =
  /\b(?:never|don['’]t|do not|must not|should not|shouldn['’]t|avoid|unsafe|insecure|dangerous|malicious|hostile|untrusted|attack|attacks|attackers?|vulnerab\w{0,8}|exploits?|payloads?|injections?|jailbreaks?|anti-?patterns?|red flags?|suspicious|phishing|forbid|forbids|forbidden|prohibited|den(?:y|ies|ied)|disallow|disallows|disallowed|reject|rejects|refuse|block|blocks|blocked|detects?|detection|flags?|prevents?|instead of|bad|wrong|warning|threats?|adversar\w{0,8})\b|❌|🚫|⛔|✗/iu;

/** Whether prose warns of the text on this line, either on the line itself or on one of the two lines above. */
export function isWarning(file: TrustFile, line: number): boolean {
  if (file.kind !== "text") return false;
  for (let at = line; at > 0 && at > line - 3; at--) {
    if (warning.test(file.line(at).slice(0, 400))) return true;
  }
  return false;
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
