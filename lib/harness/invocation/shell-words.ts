/**
 * A comment; a word, in which quotes are none behind an opening brace, and which may have commands in backquotes; a group; an operator.
 * Other blanks than these part no words.
 */
const token =
  /(?<=^|[\s;|&<>()])#.*|(?:\$\{[^}]{0,999}\}|\$\((?:[^()]|\([^()]*\))*\)?|\{[^ \t\r\n;|&<>`()]*|[^ \t\r\n"'\\;|&<>`(){]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'[^']*(?:'|$)|(?<=[^\s;|&<>`()])`[^`]*`?)+|\([^()]*\)|&&|\|[|&]?|[<>]+&?|[;&`\n()]/g;
const quoted = /\$\{[^}]{0,999}\}|\{[\s\S]*|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'[^']*(?:'|$)|\\[\s\S]/g;
/** Before a command's name: a comment, an operator, an assignment, a test, a reserved word. */
const leading = /^(?:[#;|&`\n()]|\w+\+?=|\[|(?:[!{}]|if|then|el(?:se|if)|fi|while|until|do|done)$)/;
/** Reserved words, and how many words behind them are no command. */
const heads: Readonly<Record<string, number>> = { for: 1, select: 1, function: 1, case: 2 };
/** Commands of which only the name is told. */
const declaring = /^(?:export|declare|local|readonly|typeset)$/;
/** Behind the words: an operator, or a word with a command in it. */
const ending = /^[;|&<>\n)]|^[^"']*\$\((?!\()|`[^"']*$|^\($/;
const separator = /^(?:[;&\n)]|&&|\|.?)$/;
/** Between the words: a comment, a variable alone, a group. */
const dropped = /^(?:\$(?:\w+|[?@*#!$-]|\{[^}]*\}|'[^']*'|"[^"]*"|)$|[#(])/;

/**
 * The words of the first command in a line, as Claude Code's reader of shells finds them: a quoted text is one word without its quotes, and
 * keeps its backslashes; a quote that is not closed reaches to the end, and stays. A line without a command is split at white space.
 */
export function shellWords(line: string): readonly string[] {
  // What is sent elsewhere before the first word, such as 2>&1, is none.
  const found = commandIn(line.replace(/\\\n/g, " ").replace(/^(?:\d*[<>]&\d+\s+)+/, ""));
  return found.length > 0
    ? found.map((each) => each.replace(quoted, unquoted))
    : line.split(/\s+/).filter((each) => each !== "");
}

function commandIn(line: string): readonly string[] {
  const tokens = line.match(token) ?? [];
  const next = nextOf(tokens);
  for (let at = 0; at < tokens.length; at = lastOfHead(tokens, at, next) + 1) {
    const each = tokens[at] ?? "";
    if (/^[<>]/.test(each)) return [];
    const inGroup = /^\(./.test(each) ? commandIn(each.slice(1, -1)) : [];
    if (inGroup.length > 0) return inGroup;
    if (/^\(./.test(each) || leading.test(each) || tokens[at + 1] === "()" || Object.hasOwn(heads, each)) continue;
    const { words, end } = wordsFrom(tokens, at);
    const last = endOfDropped(tokens, end, tokens[at - 1] === "!", next);
    if (last === undefined) return words;
    at = last;
  }
  return [];
}

type NextOf = (pattern: RegExp, from: number) => number | undefined;

/** Where the next token of a pattern is, asked for from ever later ones: what has been passed once is not looked at again. */
function nextOf(tokens: readonly string[]): NextOf {
  const seen = new Map<string, number>();
  return (pattern, from) => {
    const { source } = pattern;
    let at = Math.max(from, seen.get(source) ?? 0);
    while (at < tokens.length && !pattern.test(tokens[at] ?? "")) at++;
    seen.set(source, at);
    return at < tokens.length ? at : undefined;
  };
}

/** The words of the command that begins here, and where they end. */
function wordsFrom(tokens: readonly string[], at: number) {
  const name = tokens[at] ?? "";
  const words = [name];
  let end = at + 1;
  for (; end < tokens.length; end++) {
    const each = tokens[end] ?? "";
    if (each === "<<<") end++;
    else if (ending.test(each)) break;
    else if (!declaring.test(name) && !dropped.test(each)) words.push(each);
  }
  return { words, end };
}

/** What a chain of commands writes elsewhere is no command for it: where that chain's last word is; `undefined` for any other command. */
function endOfDropped(tokens: readonly string[], end: number, isNegated: boolean, next: NextOf): number | undefined {
  let isJoined = isNegated;
  for (let at = end; at < tokens.length; at++) {
    const each = tokens[at] ?? "";
    if (/^(?:&&|\|)/.test(each)) isJoined = true;
    else if (separator.test(each)) return undefined;
    else if (isJoined && /^[<>]/.test(each)) return (next(separator, at + 1) ?? tokens.length + 1) - 1;
  }
  return undefined;
}

/** The index of the last token that belongs to the one at `at`: a loop's variable and its values, a test up to its bracket. */
function lastOfHead(tokens: readonly string[], at: number, next: NextOf): number {
  const each = tokens[at] ?? "";
  if (tokens[at + 1] === "()") return at + 1;
  if (/^\[\[?$/.test(each)) return next(each === "[" ? /^]$/ : /^]]$/, at) ?? at;
  if (!Object.hasOwn(heads, each)) return at;
  const last = at + (heads[each] ?? 0);
  const isList = each !== "case" && tokens[last + 1] === "in";
  if (!isList && each !== "case") return last;
  return next(isList ? separator : /^\)$/, last + 1) ?? last;
}

function unquoted(text: string): string {
  if (/^\$?\{/.test(text)) return text;
  if (text.startsWith("\\")) return text.slice(1);
  return text.length > 1 && text.endsWith(text[0] ?? "") ? text.slice(1, -1) : text;
}
