/** Number of the next line after `line` that holds `wanted`, in capitals or not; the search starts again at the top. */
export function lineAfter(text: string, wanted: string, line: number): number | undefined {
  const [where, what] = [text.toLowerCase(), wanted.toLowerCase()];
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = where.indexOf("\n", start);
    if (end === -1) return lineAt(where, where.indexOf(what));
    start = end + 1;
  }
  const below = where.indexOf(what, start);
  return lineAt(where, below === -1 ? where.indexOf(what) : below);
}

function lineAt(text: string, at: number): number | undefined {
  if (at === -1) return undefined;
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line++;
  return line;
}
