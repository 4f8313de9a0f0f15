/** What stands between each `<tag>` and the `</tag>` after it. Takes one pass, whatever the text. */
export function elements(text: string, tag: string): string[] {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  const found: string[] = [];
  let end = 0;
  for (;;) {
    const start = text.indexOf(open, end);
    if (start === -1) return found;
    end = text.indexOf(close, start);
    if (end === -1) return found;
    found.push(text.slice(start + open.length, end));
  }
}
