/** What stands in brackets, piece by piece: quotes, comments and here-documents hide the brackets in them. */
const inBrackets =
  /(\))|(\()|(")|'[^']*'?|\\.|(?<=[\s;(])#[^\n]*|<<<|<<-?[ \t]*(['"]?)(\w+)\4(?:.*?\n\t*\5(?=[\n)])|.*)|[^'"\\()#<]+|./sy;

/** What stands in double quotes, piece by piece. */
const inQuotes = /(")|(\$\()|\\.|[^"\\$]+|./sy;

/** The end of the `"…"` or `$(…)` that begins at a place, whatever of both stands in it; of one that is never closed the text's end. */
export function nestedEnd(text: string, from: number): number {
  const open = [text[from] === '"' ? inQuotes : inBrackets];
  let at = from + (open[0] === inQuotes ? 1 : 2);
  for (let form = open[0]; form && at < text.length; form = open.at(-1)) {
    form.lastIndex = at;
    const [, closes, opens, quotes] = form.exec(text) ?? [];
    at = form.lastIndex;
    if (closes) open.pop();
    else if (opens) open.push(inBrackets);
    else if (quotes) open.push(inQuotes);
  }
  return at;
}

/** The texts of the command substitutions in what a shell expands; of a calculation (`$((…))`) those in it. */
export function substitutedTexts(text: string): string[] {
  const found: string[] = [];
  const begins = /\\.|\$\(\(|(\$\()|`([^`]*)`/gs;
  for (let begun = begins.exec(text); begun; begun = begins.exec(text)) {
    if (begun[1]) begins.lastIndex = nestedEnd(text, begun.index);
    found.push(begun[1] ? text.slice(begun.index + 2, begins.lastIndex).replace(/\)$/, "") : (begun[2] ?? ""));
  }
  return found;
}
