/** A parsed script, and the error that the shell's parser throws: only what is needed here. */
interface Script {
  statements: Statement[];
}
interface Statement {
  readonly type: "Statement";
  /** Thrown when it is this statement's turn. */
  readonly deferredError?: { readonly message: string; readonly shown?: string | undefined };
  readonly line?: number;
}
interface Fault {
  /** `LexerError` for what is no word, such as an open quote. */
  readonly name: "ParseException" | "LexerError";
  readonly message: string;
  readonly line: number;
  readonly token?: { readonly type: string; readonly value: string };
}

/** Most lines before a fault in which the construct that it breaks may begin. */
const mostLines = 400;

/**
 * Parses a script. Of one with a fault, what bash would run, which reads a line when it has run those before: all until the lines of the
 * command with the fault, and then the fault.
 * @throws what `parse` throws, other than a fault of the script
 */
export function readScript(text: string, parse: (text: string) => Script): Script {
  try {
    return parse(text);
  } catch (caught) {
    if (!isFault(caught)) throw caught;
    const choosing = withChoices(text);
    if (choosing !== text) return readScript(choosing, parse);
    const lines = text.split("\n");
    const last = Math.min(caught.line, lines.length) - 1;
    for (let end = last; end >= Math.max(0, last - mostLines); end--) {
      const before = tried(lines.slice(0, end).join("\n"), parse);
      if (before) return withFault(before, caught, lines);
    }
    return withFault({ statements: [] }, caught, lines);
  }
}

/** Matches the head of a `select`, which the shell's parser does not know. */
const choice =
  /^([ \t]*|.*?(?:[;{(|&]|\b(?:do|then|else)\b)[ \t]*)select[ \t]+(\w+)(?:[ \t]+in\b(.*?))?[ \t]*(?:;|\n)\s*do\b/gm;

/** What chooses: it lists the words (`__menu`), asks, and sets the name; as bash does, first and where the answer is empty. */
const chooser = [
  "__select() { local __name=$1 __list=; shift",
  `[[ -v REPLY && $REPLY && $REPLY != ${-(2n ** 63n)} ]] || __list=1`,
  'while :; do ((__list)) && __menu "$@"',
  '[[ -v PS3 ]] && printf %s "$PS3" >&2 || printf "#? " >&2',
  "read REPLY || { echo; return 1; }",
  "[[ $REPLY ]] && break",
  "__list=1; done",
  'printf -v "$__name" ""',
  "if [[ $REPLY =~ ^[0-9]+$ ]] && ((REPLY > 0 && REPLY <= $#))",
  'then shift $((REPLY - 1)); printf -v "$__name" %s "$1"; fi; }; ',
].join("; ");

/** How the loop begins that stands for a `select`: the last answer is none that anyone gives, and no variable is left that bash does not have. */
export const chosenFirst = "REPLY=1<<63";

/** A script in which each `select` is a loop that asks. */
function withChoices(text: string): string {
  const loops = text.replaceAll(
    choice,
    (_, before: string, name: string, words = ' "$@"') =>
      `${before}for ((${chosenFirst};;)); do __select ${name}${words} || { __ended=1; break; };`,
  );
  return loops === text ? text : chooser + loops;
}

function tried(text: string, parse: (text: string) => Script): Script | undefined {
  try {
    return parse(text);
  } catch (caught) {
    if (isFault(caught)) return undefined;
    throw caught;
  }
}

function isFault(caught: unknown): caught is Fault {
  return caught instanceof Error && /^(?:ParseException|LexerError)$/.test(caught.name);
}

/** Matches what the sandbox lets each shell begin with, in its script's first line (`shell-script.ts`). */
const begun = /^.*\bMACHTYPE=\S+; (?:unset HOME; )?/;

function withFault(script: Script, { message, line, token }: Fault, lines: readonly string[]): Script {
  const [, text = message] = /^(?:Parse error at \d+:\d+|line \d+): (.*)$/s.exec(message) ?? [];
  const told = faultText(text, token);
  const shown = told.includes("near unexpected token") ? lines[line - 1]?.replace(begun, "") : undefined;
  const statement = { type: "Statement", deferredError: { message: told, shown }, line } as const;
  return { ...script, statements: [...script.statements, statement] };
}

/** A fault in bash's words, where the parser says it in its own. */
function faultText(text: string, token: Fault["token"]): string {
  if (/^(?:syntax error|.*unexpected EOF)/.test(text) || !/^Expected /.test(text)) return text;
  if (token === undefined || token.type === "EOF") return "syntax error: unexpected end of file";
  return `syntax error near unexpected token \`${token.value.startsWith("\n") ? "newline" : shownWord(token.value)}'`;
}

/** A word as bash shows it in what it says: with signs that nobody sees, such as the end of a line from Windows, as `$'\r'`. */
export function shownWord(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  const unseen = /[\x01-\x1f\x7f]/g;
  if (!unseen.test(word)) return word;
  const signs = word.replaceAll(/[\\']/g, "\\$&").replaceAll(unseen, (sign) => {
    const code = sign.charCodeAt(0);
    return letters[code] ?? `\\${code.toString(8).padStart(3, "0")}`;
  });
  return `$'${signs}'`;
}

const letters: Readonly<Record<number, string>> = {
  ...{ 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r", 27: "\\E" },
};

/** What the word `time` says of a pipeline, in seconds, by `TIMEFORMAT`; programs' own time is not known here. */
export function timeText(seconds: number, isPosix: boolean, format: string | undefined): string {
  const form = isPosix ? "real %2R\nuser %2U\nsys %2S" : (format ?? "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS");
  if (form === "") return "";
  const text = form.replace(
    /%(?:%|([0-9]?)(l?)([RUS])|P)/g,
    (whole, places: string, isLong: string, letter: string) => {
      if (whole === "%%") return "%";
      if (whole === "%P") return "0.00";
      const [value, digits] = [letter === "R" ? seconds : 0, places === "" ? 3 : Math.min(Number(places), 3)];
      const cut = Math.floor(value * 10 ** digits) / 10 ** digits;
      if (isLong === "") return cut.toFixed(digits);
      return `${Math.floor(cut / 60)}m${(cut % 60).toFixed(digits)}s`;
    },
  );
  return `${text}\n`;
}

/** A word or a sign of a script. */
interface Token {
  readonly value: string;
  readonly end: number;
}

/** Whether what begins at a place belongs to the pattern of `[[ … =~ … ]]`, as it follows a bracket of that without a blank. */
export function isInPattern(tokens: readonly Token[], at: number): boolean {
  const last = tokens.at(-1);
  if (last?.end !== at || !/^[(|]+$/.test(last.value)) return false;
  return tokens.findLast(({ value }) => value === "=~" || /^[[\]]{2}$/.test(value) || value === "\n")?.value === "=~";
}

/**
 * Whether `!(` at a place begins a pattern, and not a command in parentheses whose end is turned around: behind `==`, and where an earlier
 * line has said `shopt -s extglob`.
 */
export function beginsPattern(tokens: readonly Token[], script: string, at: number): boolean {
  const last = tokens.at(-1)?.value ?? "";
  if (/^[!=]?=$/.test(last)) return true;
  const before = script.slice(0, Math.max(0, script.lastIndexOf("\n", at)));
  return /\bextglob\b/.test(before) && !/^(?:\[\[|&&|\|\||!)$/.test(last);
}

/** A pattern that the shell's own engine does not know, in the form in which that gives one. */
export function nativePattern(source: string, flags: string) {
  const pattern = new RegExp(source, source.includes("\\p{") ? `${flags}u` : flags);
  return Object.assign(pattern, {
    match: (text: string) => text.match(pattern),
    replace: (text: string, by: string) => text.replace(pattern, by),
    split: (text: string, limit?: number) => text.split(pattern, limit),
    search: (text: string) => text.search(pattern),
    matchAll: (text: string) => text.matchAll(pattern),
    native: pattern,
  });
}
