import type { Frontmatter } from "#lib/skills/read-frontmatter.ts";

interface Parsed {
  readonly text: string;
  readonly frontmatter: Frontmatter;
}

/** The first lines below the frontmatter that are neither blank nor a heading, as one; none where that cannot be read. */
export function firstParagraph({ text, frontmatter }: Parsed): string {
  const lines = bodyOf(text, frontmatter)
    .split("\n")
    .map((line) => line.trim());
  const start = lines.findIndex(isProse);
  if (start < 0) return "";
  const length = lines.slice(start).findIndex((line) => !isProse(line));
  return lines.slice(start, length < 0 ? undefined : start + length).join(" ");
}

function bodyOf(text: string, frontmatter: Frontmatter): string {
  if (frontmatter.kind === "read") return frontmatter.body;
  return frontmatter.problem === "no-frontmatter" ? text : "";
}

function isProse(line: string): boolean {
  return line !== "" && !/^#{1,6}\s/.test(line);
}
