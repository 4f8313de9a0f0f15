/** What stands out in a Markdown text, each piece as written, on one line. */
export interface Outline {
  readonly headings: readonly string[];
  readonly opening: string | undefined;
  readonly steps: readonly string[];
}

/** The outline of a text without its frontmatter; fenced code is passed over. */
export function outlineOf(markdown: string): Outline {
  const lines = withoutFences(withoutFrontmatter(markdown.split(/\r?\n/)));
  const items = matches(lines, /^\s*(?:\d+[.)]|[-*+])\s+(\S.*)$/);
  const numbered = matches(lines, /^\s*\d+[.)]\s+(\S.*)$/);
  return {
    headings: matches(lines, /^#{1,6}\s+(\S.*)$/).slice(0, 8),
    opening: lines.find((line) => /^[^\s#>|<`*+-]/.test(line) && /\p{L}/u.test(line) && !/^\d+[.)]\s/.test(line)),
    steps: (numbered.length > 0 ? numbered : items).slice(0, 5),
  };
}

/** The lines below the `---` that ends a frontmatter; all of them where none stands. */
export function withoutFrontmatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trim() !== "---") return lines;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return end === -1 ? lines : lines.slice(end + 1);
}

function withoutFences(lines: readonly string[]): string[] {
  let fenced = false;
  return lines.filter((line) => {
    const fence = /^\s*(```|~~~)/.test(line);
    if (fence) fenced = !fenced;
    return !fence && !fenced;
  });
}

function matches(lines: readonly string[], pattern: RegExp): string[] {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
}
