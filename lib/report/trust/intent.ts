import { isSkillName } from "#lib/vfs/files.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { TrustFile } from "./trust-file.ts";

/**
 * What a file does with something dangerous that it holds: it does it or asks a model for it; it only keeps it, and something else would
 * have to run it; or it speaks of it, as a warning, a quotation or a list of what is refused.
 */
export type Intent = "acts" | "holds" | "mentions";

interface Reading {
  /** Whether the match is words to a model, not a command. */
  readonly isSpeech: boolean | undefined;
  /** Whether a warning around the match changes nothing. */
  readonly evenIfWarned: boolean | undefined;
}

/** A match with the line it is on, which is read only as far as a person would. */
interface Place {
  readonly index: number;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Most characters of a line that are read on each side of a match. */
const mostBeside = 400;

/** How `file` uses a match of a pattern. Whatever is in doubt acts. */
export function intentOf(file: TrustFile, match: RegExpExecArray, { isSpeech, evenIfWarned }: Reading): Intent {
  const place = placeOf(file, match);
  if (isElsewhere(file) || isDisarmed(file, place.line) || isExample(file, match.index)) return "mentions";
  if (isSpeech && isQuoted(file, place)) return "mentions";
  if (!evenIfWarned && (isWarning(file, place.line) || isToldToBeRefused(file, place))) return "mentions";
  const intent = { text: intentOfProse, script: intentOfScript, data: intentOfData }[file.kind](file, place, isSpeech);
  return intent === "acts" && isTest(file) ? "holds" : intent;
}

function placeOf({ text, lineAt }: TrustFile, { index, 0: match }: RegExpExecArray): Place {
  const end = index + match.length;
  const [after = ""] = text.slice(end, end + mostBeside).split("\n", 1);
  const start = Math.max(text.lastIndexOf("\n", index - 1) + 1, index - mostBeside);
  return { index, line: lineAt(index), before: text.slice(start, index), after };
}

/** Whether the file is a test or its data: nothing runs it unless another file does, and that is found there. */
function isTest({ kind, path }: TrustFile): boolean {
  if (/\/tests?\/(?:[^/]{1,100}\/){0,4}fixtures\/|\/(?:__fixtures__|testdata)\//i.test(path)) return kind === "data";
  if (kind !== "script" || !/\/(?:__)?(?:tests?|specs?)(?:__)?\/|[._-](?:test|spec)s?\.\w{1,4}$|\/test_/i.test(path))
    return false;
  return !/^(?:run|setup|install|conftest)/i.test(basename(path));
}

/** Ways in which a line may run its quoted text. */
const runner =
  /(?:^|[ \t])-[a-z]{0,3}c\b|\b(?:eval|exec\w{0,6}|system|popen|spawn\w{0,4}|run\w{0,10}|call|cmd|command|ssh|xargs|source|check_output|getoutput)\b|`|\$\(/i;

/** Whether a script prints the match, in quotes within quotes, as something that is refused: `"'rm -rf /' is denied"`. */
function isToldToBeRefused({ kind }: TrustFile, { before, after }: Place): boolean {
  return kind === "script" && /"[^"]{0,200}'$/.test(before) && warning.test(after) && !runner.test(before + after);
}

/** Whether the file's commands run on another machine than the person's: while an image is built, or at a build service. */
function isElsewhere({ path }: TrustFile): boolean {
  return /\/(?:[\w.-]{0,40}\.)?(?:Dockerfile|Containerfile)(?:\.[\w-]{1,40})?$|^\/\.github\/workflows\//i.test(path);
}

/** Whether a script only mentions the match: in a comment, or in a list of what it does not allow. */
function isDisarmed(file: TrustFile, line: number): boolean {
  if (file.kind !== "script") return false;
  return /^[ \t]{0,80}(?:#(?!!)|\/\/|\*[ /]|"""|--[ ]|;;|REM\b)|^[ \t]{0,80}(?:export |const |let |var |readonly |local ){0,2}\w{0,40}(?:block|deny|denied|forbid|danger|disallow|banned|unsafe|malicious)\w{0,40}[ \t]{0,4}[:=]|^[ \t]{0,80}(?:const |let |var )?\w{0,40}pattern\w{0,12}[ \t]{0,4}[:=][ \t]{0,4}(?:\/|re\.)/i.test(
    file.line(line).slice(0, 300),
  );
}

/** Languages of fenced blocks whose lines are typed into a shell. */
const shell = /^(?:ba|z|fi|k|da)?sh\b|^(?:shell|console|terminal|powershell|pwsh|ps1|bat|batch|cmd|docker)/i;

/** Words by which a text asks its reader to do what the next lines show. */
const request =
  /\b(?:runs?|execute|type|paste|enter|invoke|call|save|copy|create|add|append|write|use|install|start|first|then|now|must|always)\b/i;

/** Number of lines before a code block, or a line, that may ask for what it shows. */
const linesBefore = 3;

/** Whether one of the lines before this one asks the reader to do something. */
function isAskedFor(file: TrustFile, line: number): boolean {
  for (let at = line - 1; at > 0 && at >= line - linesBefore; at--)
    if (request.test(file.line(at).slice(0, mostBeside))) return true;
  return false;
}

/** Whether a model is given the whole file as instructions. */
function isInstructions({ path }: TrustFile): boolean {
  return isSkillName(path);
}

/**
 * Whether a position is in code of a programming language that a reference file shows, and nothing before the block asks the reader to run
 * or keep it. A SKILL.md is instructions throughout, so nothing in it counts as an example.
 */
function isExample(file: TrustFile, index: number): boolean {
  const fence = file.fenceAt(index);
  if (!fence || fence.info === "" || shell.test(fence.info) || isInstructions(file)) return false;
  return !isAskedFor(file, file.lineAt(fence.from));
}

/** Whether the match is all that stands between quotation marks, and no script prints it. */
function isQuoted({ kind }: TrustFile, { before, after }: Place): boolean {
  if (kind === "script" && printer.test(before)) return false;
  return /["“'‘`«]$/.test(before) && /^\\?["”'’`».,!?]/.test(after);
}

/** Commands that look for a text. */
const finder = /\b(?:grep|rg|ack|findstr|select-string)\b/i;

/** Prose cites the match between quotation marks, names it in code or lists it in a table, and asks for nothing. */
function intentOfProse(file: TrustFile, place: Place, isSpeech?: boolean): Intent {
  const { index, line, before } = place;
  if (file.isFenced(index) && !isSpeech) return isLookedFor(place) ? "holds" : "acts";
  const isRow = /^[ \t]{0,8}\|/.test(before);
  const [asked = ""] = before.split(/["“`]/, 1);
  if (request.test(asked) || !(isRow || isOpen(before))) return "acts";
  if (isInstructions(file)) return isSpeech && isOpen(before) ? "holds" : "acts";
  if (isSpeech) return "mentions";
  return isRow || !isAskedFor(file, line) ? "holds" : "acts";
}

/** Whether a command searches for the match, or gives it on in quotes within quotes. */
function isLookedFor({ before }: Place): boolean {
  return isOdd(before, '"') && (isOdd(before, "'") || finder.test(before));
}

/** Whether a text ends within quotation marks or code. */
function isOpen(text: string): boolean {
  return isOdd(text, '"') || isOdd(text, "`") || text.lastIndexOf("“") > text.lastIndexOf("”");
}

function isOdd(text: string, mark: string): boolean {
  return (text.split(mark).length & 1) === 0;
}

/** Ways in which a script gives a text to whoever reads what it writes, a model among them. */
const printer =
  /\b(?:print\w{0,4}|echo|console|log\w{0,6}|write\w{0,6}|puts|return|yield|stdout|send\w{0,6}|prompt\w{0,10})\b/i;

/** A script holds the match in a string that its line neither runs nor prints. */
function intentOfScript({ language, text }: TrustFile, { before, after }: Place, isSpeech?: boolean): Intent {
  const start = stringStart(before);
  if (start === undefined || language === "Shell") return "acts";
  if (isSpeech) return printer.test(before) ? "acts" : "holds";
  const said = before.slice(start);
  if (warning.test(said) && !/[;&|]/.test(said)) return "mentions";
  if (runner.test(before + after)) return "acts";
  // The string is an argument of a call that runs nothing, or its file runs nothing at all.
  return /\w[ \t]{0,2}\([^()]{0,200}$/.test(before.slice(0, start)) || !runner.test(text) ? "holds" : "acts";
}

/** Where the string literal begins that is still open at the end of this text, the beginning of a line; `undefined` if none is. */
function stringStart(before: string): number | undefined {
  let start: number | undefined;
  for (let at = 0; at < before.length; at++) {
    const sign = before[at];
    if (sign === "\\") at++;
    else if (start === undefined ? /["'`]/.test(sign ?? "") : sign === before[start])
      start = start === undefined ? at : undefined;
  }
  return start;
}

/** Keys of data whose values are run. */
const runKey =
  /\b(?:command|cmd|run|script|exec|args|hook|install|pre|post|shell|entry|start|build)\w{0,12}["']?[ \t]{0,3}[:=]/i;

/** Most quotation marks of a string that are passed over on the way to its beginning. */
const mostEscaped = 2000;

/** Data holds the match under a key whose value nothing runs. */
function intentOfData({ text }: TrustFile, { index, before }: Place): Intent {
  let start = text.lastIndexOf('"', index - 1);
  for (let escaped = 0; escaped < mostEscaped && start > 0 && text[start - 1] === "\\"; escaped++)
    start = text.lastIndexOf('"', start - 1);
  if (start < index - before.length && !/\\"/.test(before)) start = index;
  const ahead = text.slice(Math.max(0, start - 300), start);
  // The key of this string; in a list or a block of YAML, whatever keys come before it.
  const [key = ahead] = /[\w.-]{1,40}"?[ \t]{0,3}[:=][ \t]{0,3}$/.exec(ahead) ?? [];
  return runKey.test(key) ? "acts" : "holds";
}

/** Words by which a text tells its reader not to do something, or says that it is about attackers. */
const warning =
  /\b(?:never|don['’]t|do not|must not|should not|shouldn['’]t|avoid|unsafe|insecure|dangerous|destructive|malicious|hostile|untrusted|attack|attacks|attackers?|attempts|vulnerab\w{0,8}|exploits?|payloads?|injections?|jailbreaks?|anti-?patterns?|red flags?|suspicious|phishing|forbid|forbids|forbidden|prohibited|den(?:y|ies|ied)|disallow|disallows|disallowed|reject|rejects|refuse|block|blocks|blocked|detects?|detection|flags?|prevents?|instead of|bad|wrong|warning|threats?|adversar\w{0,8})\b|❌|🚫|⛔|✗/iu;

/** Whether prose warns of the text on this line, either on the line itself or on one of the two lines above. */
export function isWarning(file: TrustFile, line: number): boolean {
  if (file.kind !== "text") return false;
  for (let at = line; at > 0 && at > line - 3; at--) {
    if (warning.test(file.line(at).slice(0, mostBeside))) return true;
  }
  return false;
}
