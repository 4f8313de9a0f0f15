/** A piece of a lesson's Markdown, with the 1-based line of the file in which it begins. */
export type Piece =
  | { readonly kind: "heading"; readonly title: string; readonly line: number }
  | { readonly kind: "text"; readonly markdown: string; readonly line: number }
  /** A fenced block in one of the lesson's own languages. `title`: the text after the language. */
  | {
      readonly kind: "fence";
      readonly language: "action" | "check" | "hint" | "quiz";
      readonly title: string;
      readonly content: string;
      readonly line: number;
    };

/** What follows is split by hand: an expression for it would take time that grows with the cube of a line's blanks. */
const opening = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const ownLanguages = ["action", "check", "hint", "quiz"] as const;

/** Splits Markdown at its `## ` headings and the lesson's own fenced blocks; any other code block is text. */
export function* piecesOf(markdown: string, firstLine: number): Generator<Piece> {
  let prose: string[] = [];
  let proseLine = firstLine;
  const lines = markdown.split("\n");
  function* flush(next: number): Generator<Piece> {
    const text = prose.join("\n").trim();
    const blank = prose.findIndex((line) => line.trim() !== "");
    if (text !== "") yield { kind: "text", markdown: text, line: proseLine + blank };
    prose = [];
    proseLine = firstLine + next;
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const heading = headingIn(line);
    const [, fence, info = ""] = opening.exec(line) ?? [];
    if (heading !== undefined) {
      yield* flush(index + 1);
      yield { kind: "heading", title: plainTitle(heading), line: firstLine + index };
    } else if (fence === undefined) {
      prose.push(line);
    } else {
      const end = closingLine(lines, index, fence);
      const words = info.trim();
      const [language = ""] = words.split(/\s/, 1);
      const own = ownLanguages.find((one) => one === language);
      if (own) {
        yield* flush(end + 1);
        const content = lines.slice(index + 1, end).join("\n");
        yield {
          kind: "fence",
          language: own,
          title: words.slice(language.length).trim(),
          content,
          line: firstLine + index,
        };
      } else append(prose, lines.slice(index, end + 1));
      index = end;
    }
  }
  yield* flush(lines.length);
}

/** One at a time: there may be more lines than a call can take arguments. */
function append(prose: string[], lines: readonly string[]): void {
  for (const line of lines) prose.push(line);
}

/** How many characters of a heading are read: the time of the expressions grows with the square of its length. */
const longestHeading = 300;

/** The text of a second-level heading without closing `#` signs; `undefined` if the line is no such heading. */
function headingIn(line: string): string | undefined {
  const [opening] = /^ {0,3}## +/.exec(line) ?? [];
  if (opening === undefined) return undefined;
  const text = line.slice(opening.length, opening.length + longestHeading).trim();
  return text.replace(/ +#+$/, "") || undefined;
}

/** The index of the line that closes a fence: the same sign, at least as often. Without one, the fence includes all lines. */
function closingLine(lines: readonly string[], from: number, fence: string): number {
  const closes = new RegExp(`^ {0,3}${fence.charAt(0) === "~" ? "~" : "`"}{${fence.length},}[ \\t]*$`);
  for (let index = from + 1; index < lines.length; index++) if (closes.test(lines[index] ?? "")) return index;
  return lines.length;
}

/** A heading's words without the marks of code, emphasis and links. */
function plainTitle(heading: string): string {
  return (
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[*_`]/g, "")
      .trim() || "Step"
  );
}
