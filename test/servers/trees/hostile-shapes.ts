import type { GitFile } from "#test/servers/git-repository.ts";

/** Markdown of about this many characters that is slow to parse or deeply nested, named after what it repeats. */
export const hostileShapes: Readonly<Record<string, (length: number) => string>> = {
  "items in items": (length) => `${"- ".repeat(length / 2)}a`,
  "quotes in quotes": (length) => ">".repeat(length),
  "lazy lines of a quote": (length) => `> a\n${"a\n".repeat(length / 2)}`,
  "lazy lines of an item": (length) => `- a\n${"a\n".repeat(length / 2)}`,
  "lazy lines of 20 quotes": (length) => `${">".repeat(20)} a\n${"a\n".repeat(length / 2)}`,
  "quotes under quoted items": (length) => `${"> - ".repeat(20)}a\n${"> a\n".repeat(length / 4)}`,
  "items by indentation": (length) => counted(length, (at) => `${" ".repeat(2 * (at % 40))}- a\n`),
  "deep items by indentation": (length) => counted(length, (at) => `${" ".repeat(2 * at)}- a\n`),
  items: (length) => "- a\n".repeat(length / 4),
  "items and blank lines": (length) => "- a\n\n".repeat(length / 5),
  "quoted items": (length) => "> - a\n".repeat(length / 6),
  "open brackets": (length) => "[".repeat(length),
  "brackets in brackets": (length) => `${"[".repeat(length / 2)}a${"]".repeat(length / 2)}`,
  "open pictures": (length) => "![[".repeat(length / 3),
  "open links": (length) => "[a](".repeat(length / 4),
  "open titles": (length) => '[a](b "'.repeat(length / 7),
  definitions: (length) => counted(length, (at) => `[${at}]: /a\n`),
  references: (length) => `[a]: /b\n\n${"[a] ".repeat(length / 4)}`,
  footnotes: (length) => counted(length, (at) => `[^${at}]\n\n[^${at}]: a\n\n`),
  "references of a footnote": (length) => `[^a]: x\n\n${"[^a] ".repeat(length / 5)}`,
  "stars in words": (length) => "*a**a".repeat(length / 5),
  "open stars": (length) => "**a *b ".repeat(length / 7),
  "a run of stars": (length) => `${"*".repeat(length / 2)}a${"*".repeat(length / 2)}`,
  "underscores in words": (length) => "_a__a".repeat(length / 5),
  tildes: (length) => "~a~~a".repeat(length / 5),
  "open formulas": (length) => "$$a ".repeat(length / 4),
  "runs of dollars": (length) => counted(length, (at) => `${"$".repeat((at % 300) + 2)}a`),
  "runs of backticks": (length) => counted(length, (at) => `${"`".repeat((at % 300) + 1)}a`),
  backticks: (length) => "`a".repeat(length / 2),
  columns: (length) => ["|a", "|-", "|b"].map((cell) => `${cell.repeat(length / 6)}|`).join("\n"),
  "rows of a table": (length) => `|a|b|\n|-|-|\n${"|a|b|\n".repeat(length / 6)}`,
  "addresses as text": (length) => "www.a.b ".repeat(length / 8),
  "mail as text": (length) => "a@b.c ".repeat(length / 6),
  "half a mail": (length) => "a@".repeat(length / 2),
  "brackets after an address": (length) => `www.a.b${")".repeat(length)}`,
  "open comments": (length) => "<!--".repeat(length / 4),
  comments: (length) => "a <!-- b --> ".repeat(length / 13),
  "HTML in a line": (length) => `a ${"<b>".repeat(length / 3)}`,
  "open tags": (length) => "<a ".repeat(length / 3),
  entities: (length) => "&amp;".repeat(length / 5),
  headings: (length) => "# a\n".repeat(length / 4),
  "underlined headings": (length) => "a\n-\n".repeat(length / 4),
  "lines of a paragraph": (length) => "word word words\n".repeat(length / 16),
  "hard breaks": (length) => "a  \n".repeat(length / 4),
  "blank lines": (length) => "\n".repeat(length),
  blanks: (length) => `${" ".repeat(length)}a`,
  code: (length) => `\`\`\`\n${"a\n".repeat(length / 2)}`,
  fences: (length) => "```\na\n```\n".repeat(length / 10),
};

function counted(length: number, line: (at: number) => string): string {
  const lines: string[] = [];
  for (let at = 1, made = 0; made < length; at++) {
    const next = line(at);
    lines.push(next);
    made += next.length;
  }
  return lines.join("");
}

const front = "---\nname: shapes\ndescription: Holds shapes that stop a page.\n---\n\n";

/** A skill whose files once froze the page, or took it minutes. */
export const shapeFiles: Readonly<Record<string, GitFile>> = {
  "skills/shapes/SKILL.md": `${front}${"- ".repeat(1500)}a\n`,
  "skills/shapes/quotes.md": ">".repeat(6000),
  "skills/shapes/lazy.md": `> a\n${"a\n".repeat(24_000)}`,
  "skills/shapes/lines.txt": "\n".repeat(1_000_000),
  "skills/shapes/link.md": "See [the guide](https://evil.example/?q=Holds%20shapes%20that%20stop%20a%20page).\n",
  "skills/shapes/line.txt": "0123456789".repeat(500_000),
};
