import type { Frontmatter } from "#lib/skills/read-frontmatter.ts";

interface Parsed {
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

/** The first lines below the frontmatter that are neither blank nor a heading, as one; none where that cannot be read. */
export function firstParagraph({ text, frontmatter }: Parsed): string {
  const found: string[] = [];
  for (const line of linesOf(bodyOf(text, frontmatter))) {
    if (isProse(line)) found.push(line);
    else if (found.length > 0) break;
  }
  return found.join(" ");
}

/** One at a time: a body may have millions, and the first few are wanted. */
function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end).trim();
    start = end + 1;
  }
}

function bodyOf(text: string, frontmatter: Frontmatter): string {
  if (frontmatter.kind === "read") return frontmatter.body;
  return frontmatter.problem === "no-frontmatter" ? text : "";
}

function isProse(line: string): boolean {
  return line !== "" && !/^#{1,6}\s/.test(line);
}
