/** The prominent parts of a Markdown text, each as written, on one line. */
export interface Outline {
  readonly headings: readonly string[];
  /** The first paragraph; `undefined` where there is none. */
  readonly opening: string | undefined;
  /** The steps that the text tells to take, in order; empty where it is not a procedure. */
  readonly steps: readonly string[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading: string;
  /** The section's own paragraphs and list items, without those of the sections below it. */
  readonly blocks: readonly Block[];
}

interface Block {
  readonly kind: "text" | "numbered" | "bullet";
  readonly indent: number;
  readonly text: string;
}

/** The outline of a text without its frontmatter; code, tables and quotes are skipped. */
export function outlineOf(markdown: string): Outline {
  const sections = sectionsOf(markdown);
  const blocks = sections.flatMap((section) => section.blocks);
  return {
    headings: sections.map(({ heading }) => heading).filter((heading) => heading !== ""),
    opening: blocks.find(({ kind, text }) => kind === "text" && /\p{L}/u.test(text))?.text,
    steps: stepsOf(sections),
    sections,
  };
}

/** A text below its frontmatter's closing `---`; all of it where there is no frontmatter. */
export function withoutFrontmatter(text: string): string {
  return text.replace(/^---[ \t]*\r?\n(?:[\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/, "");
}

function sectionsOf(markdown: string): Section[] {
  const sections: { heading: string; blocks: Block[] }[] = [{ heading: "", blocks: [] }];
  let open: { text: string } | undefined;
  for (const line of withoutCode(withoutFrontmatter(markdown).split(/\r?\n/))) {
    const heading = headingIn(line);
    const block = blockIn(line);
    if (heading !== undefined) sections.push({ heading, blocks: [] });
    else if (open && block?.kind === "text") open.text += ` ${block.text}`;
    else if (block) sections.at(-1)?.blocks.push(block);
    if (heading !== undefined || !block) open = undefined;
    else if (!open || block.kind !== "text") open = block;
  }
  return sections;
}

/** The words of a heading, without closing marks; `undefined` for a line that is not a heading. */
function headingIn(line: string): string | undefined {
  const words = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1];
  if (words === undefined) return undefined;
  let end = words.length;
  while (end > 1 && words[end - 1] === "#") end--;
  return words.slice(0, end).trimEnd();
}

/** A blank line, table, quote, element or rule. */
const apart = /^\s*(?:$|[|>]|[-=*_]{3,}\s*$)|^\s*<\/?[a-z!]/i;

/** The block that a line begins, or continues where it is text; `undefined` where the line separates blocks. */
function blockIn(line: string): Block | undefined {
  if (apart.test(line)) return undefined;
  const [, indent = "", item, text = line.trim()] = /^(\s*)(?:(\d+[.)]|[-*+])\s+(\S.*)$)?/.exec(line) ?? [];
  const kind = item === undefined ? "text" : /\d/.test(item) ? "numbered" : "bullet";
  return { kind, indent: indent.length, text };
}

/** The lines with each code block replaced by a separator. */
function withoutCode(lines: readonly string[]): string[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) return line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return "";
  });
}

/** Headings of sections that tell what to do. */
const procedure =
  /\b(?:steps?|work ?flow|process|procedure|instructions?|how to|usage|checklist|quick ?start|getting started|method|approach|phases?|what to do)\b/i;

/** Headings of sections whose lists are not steps. */
const noProcedure =
  /\b(?:next steps?|when|why|features?|benefits?|overview|examples?|criteria|notes?|about|rules?|tips?|limits?|limitations?|anti-?patterns?|principles?|references?|resources?|requirements?|output)\b/i;

/** "Step 2: Fill the form", "Phase 1", "3. Check". */
const numberedHeading = /^(?:\*\*)?(?:(?:step|phase|stage)\s+\d+\b|\d+[.)]\s)/i;

/**
 * The steps of a skill, in order: its numbered headings, or else a numbered list, or else the list under a heading that
 * speaks of steps. Any other list holds features, examples or rules.
 */
function stepsOf(sections: readonly Section[]): string[] {
  const headed = sections.filter(({ heading }) => numberedHeading.test(heading));
  if (headed.length > 1) return headed.map(stepOfSection);
  const others = sections.filter(({ heading }) => !noProcedure.test(heading));
  const told = others.filter(({ heading }) => procedure.test(heading));
  const lists = [
    ...[...told, ...others].map((section) => listIn(section, "numbered")),
    ...told.map((section) => listIn(section, "bullet")),
  ];
  return lists.find(({ length }) => length > 1) ?? [];
}

function stepOfSection({ heading, blocks }: Section): string {
  const [first] = blocks;
  const title = heading.replace(/^(\*\*)?(?:(?:step|phase|stage)\s+\d+\s*[:.)\u2013\u2014-]*|\d+[.)])\s*/i, "$1");
  // "Before you begin:" says nothing without what follows.
  if (first?.kind !== "text" || /:\W*$/.test(first.text.slice(-100))) return title || heading;
  return title === "" ? first.text : `${title}: ${first.text}`;
}

/** The items of a section's first list of that kind, without nested items. */
function listIn({ blocks }: Section, kind: "numbered" | "bullet"): string[] {
  const items = blocks.filter((block) => block.kind === kind);
  const outermost = Math.min(...items.map(({ indent }) => indent));
  return items.filter(({ indent }) => indent === outermost).map(({ text }) => text);
}

/** The longest sentence that is shown whole, in characters. */
const longestSentence = 700;

/** The first sentences of a text, up to about `limit` characters, none of them cut; on one line. */
export function firstSentences(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  let shown = "";
  for (const sentence of sentencesOf(line)) {
    // An opened Markdown mark must be closed, or the rest of the answer would be bold.
    if (shown !== "" && isClosed(shown) && shown.length + sentence.length > limit) break;
    shown += sentence;
  }
  const whole = shown.trim();
  if (whole.length <= longestSentence) return whole;
  return `${whole.slice(0, whole.lastIndexOf(" ", longestSentence) + 1 || longestSentence).trim()} …`;
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=(?<!\b(?:e\.g|i\.e|etc|vs|approx))[.!?][)"'”*_`]{0,3}\s)(?=[\p{Lu}\p{N}"'“(`*_[])/u);
}

function isClosed(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return count("**") % 2 === 0 && count("`") % 2 === 0;
}
