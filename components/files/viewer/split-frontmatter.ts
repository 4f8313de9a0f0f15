export interface SplitMarkdown {
  /** Between the two delimiters, verbatim; absent where there is none. */
  readonly frontmatter?: string;
  readonly body: string;
}

/** Parts the YAML block at a file's start from the text, to show them apart. How a harness reads it is another matter. */
export function splitFrontmatter(text: string): SplitMarkdown {
  const match = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (match?.index !== 0) return { body: text };
  return { frontmatter: (match[1] ?? "").replace(/\r?\n$/, ""), body: text.slice(match[0].length) };
}
