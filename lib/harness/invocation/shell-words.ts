/** A comment, a word with the command in backquotes that ends it, a group, or an operator. Other blanks than these part no words. */
const token =
  /(?<=^|[\s;|&<>()])#.*|(?:[^ \t\r\n"'\\;|&<>`()]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'[^']*(?:'|$)|(?<=\$)\([^()]*\)?)+(?:`[^`]*`|`)?|\([^()]*\)|[;|&<>`\n()]/g;
const quoted = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'[^']*(?:'|$)|\\[\s\S]/g;
/** Before a command's name: a comment, an operator, an assignment, a test, a reserved word. */
const leading = /^(?:[#;|&`\n()]|\w+\+?=|\[|[!{}]$)/;
/** Behind the words: an operator, or a word with a command in it. */
const ending = /^[;|&<>\n)]|\$\(|`$|^\($/;
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
  const found: string[] = [];
  for (const [each] of line.matchAll(token)) {
    if (found.length > 0) {
      if (ending.test(each)) break;
      if (!dropped.test(each)) found.push(each);
    } else if (/^\(./.test(each)) return commandIn(each.slice(1, -1));
    else if (/^[<>]/.test(each)) break;
    else if (!leading.test(each)) found.push(each);
  }
  return found;
}

function unquoted(text: string): string {
  if (text.startsWith("\\")) return text.slice(1);
  return text.length > 1 && text.endsWith(text[0] ?? "") ? text.slice(1, -1) : text;
}
