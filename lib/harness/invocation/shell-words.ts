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
  for (let at = 0; at < tokens.length; at = lastOfHead(tokens, at) + 1) {
    const each = tokens[at] ?? "";
    if (/^[<>]/.test(each)) return [];
    const inGroup = /^\(./.test(each) ? commandIn(each.slice(1, -1)) : [];
    if (inGroup.length > 0) return inGroup;
    if (/^\(./.test(each) || leading.test(each) || tokens[at + 1] === "()" || Object.hasOwn(heads, each)) continue;
    const { words, end } = wordsFrom(tokens, at);
    const next = endOfDropped(tokens, end, tokens[at - 1] === "!");
    if (next === undefined) return words;
    at = next;
  }
  return [];
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
function endOfDropped(tokens: readonly string[], end: number, isNegated: boolean): number | undefined {
  let isJoined = isNegated;
  for (let at = end; at < tokens.length; at++) {
    const each = tokens[at] ?? "";
    if (/^(?:&&|\|)/.test(each)) isJoined = true;
    else if (separator.test(each)) return undefined;
    else if (isJoined && /^[<>]/.test(each)) {
      const next = tokens.findIndex((other, index) => index > at && separator.test(other));
      return next < 0 ? tokens.length : next - 1;
    }
  }
  return undefined;
}

/** The index of the last token that belongs to the one at `at`: a loop's variable and its values, a test up to its bracket. */
function lastOfHead(tokens: readonly string[], at: number): number {
  const each = tokens[at] ?? "";
  if (tokens[at + 1] === "()") return at + 1;
  if (/^\[\[?$/.test(each)) {
    const end = tokens.indexOf(each.replaceAll("[", "]"), at);
    return end < 0 ? at : end;
  }
  if (!Object.hasOwn(heads, each)) return at;
  const last = at + (heads[each] ?? 0);
  const isList = each !== "case" && tokens[last + 1] === "in";
  const end = tokens.findIndex((other, index) => index > last && (isList ? separator.test(other) : other === ")"));
  return end > 0 && (isList || each === "case") ? end : last;
}

function unquoted(text: string): string {
  if (/^\$?\{/.test(text)) return text;
  if (text.startsWith("\\")) return text.slice(1);
  return text.length > 1 && text.endsWith(text[0] ?? "") ? text.slice(1, -1) : text;
}
