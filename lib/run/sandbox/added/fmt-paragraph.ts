/** A word, and what counts when lines are broken beside it. */
interface Word {
  readonly text: string;
  /** Blanks behind it. */
  readonly space: number;
  readonly opens: boolean;
  readonly isPunctuated: boolean;
  readonly hasPeriod: boolean;
  /** Whether a sentence ends with it. */
  readonly isFinal: boolean;
}

export interface Widths {
  readonly most: number;
  readonly goal: number;
}

export interface BrokenLines {
  readonly text: string;
  /** Characters of the last line, to which the next paragraph's first should be similar. */
  readonly lastLength: number;
}

/** The words of a paragraph's lines. */
export function readWords(lines: readonly string[], isUniform: boolean): readonly Word[] {
  const words = lines.flatMap((line) =>
    Array.from(line.matchAll(/([^ \t-\r]+)([ \t-\r]*)/g), ([, text = "", blanks = ""]) =>
      wordOf(text, blanks.length, isUniform),
    ),
  );
  return words.map((word, at) => (at === words.length - 1 ? { ...word, isFinal: true } : word));
}

/** @param blanks behind it; 0 at a line's end */
function wordOf(text: string, blanks: number, isUniform: boolean): Word {
  const last = text.replace(/[)\]'"]+$/, "").at(-1) ?? "";
  const hasPeriod = /[.?!]/.test(last);
  const isFinal = hasPeriod && (blanks === 0 || blanks > 1);
  return {
    text,
    space: blanks === 0 || isUniform ? (isFinal ? 2 : 1) : blanks,
    opens: /^[(['`"]/.test(text),
    isPunctuated: /[!-/:-@[-`{-~]$/.test(text),
    hasPeriod,
    isFinal,
  };
}

/** What makes a break dear or cheap, as squares of lengths (coreutils, `fmt.c`). */
const costs = {
  line: 70 ** 2,
  afterSentence: 50 ** 2,
  afterPeriod: 600 ** 2,
  beforeBracket: 40 ** 2,
  afterSign: 40 ** 2,
  widow: 200 ** 2,
  orphan: 150 ** 2,
} as const;

interface Place {
  readonly indent: number;
  readonly widths: Widths;
  /** Characters of the line before the paragraph; 0 without one. */
  readonly lastLength: number;
}

/** The best break after each word is found from the last word on, by Knuth and Plass's method. */
export function brokenLines(words: readonly Word[], place: Place): BrokenLines {
  const { indent } = place;
  const breaks: Break[] = new Array<Break>(words.length + 1).fill({ cost: 0, next: 0, length: 0 });
  for (let start = words.length - 1; start >= 0; start--) breaks[start] = breakAfter(words, start, breaks, place);
  let text = "";
  let lastLength = 0;
  for (let start = 0; start < words.length; ) {
    const { next, length } = breaks[start] ?? { next: words.length, length: 0 };
    const line = words.slice(start, next).map((word) => word.text + " ".repeat(word.space));
    text += `${" ".repeat(indent)}${line.join("").replace(/ +$/, "")}\n`;
    lastLength = length;
    start = next;
  }
  return { text, lastLength };
}

/** Where the line that begins with a word ends best. */
interface Break {
  /** Of this line and of all after it. */
  readonly cost: number;
  readonly next: number;
  /** Characters of the line. */
  readonly length: number;
}

function breakAfter(words: readonly Word[], start: number, breaks: readonly Break[], place: Place): Break {
  const { indent, widths, lastLength } = place;
  let best: Break = { cost: Number.POSITIVE_INFINITY, next: words.length, length: 0 };
  let length = indent + (words[start]?.text.length ?? 0);
  for (let next = start + 1; ; next++) {
    const beside = start === 0 && lastLength > 0 ? ragged(length - lastLength) : 0;
    const cost = lineCost(length, next, breaks, widths) + (breaks[next]?.cost ?? 0) + beside;
    if (cost < best.cost) best = { cost, next, length };
    if (next === words.length) break;
    length += (words[next - 1]?.space ?? 0) + (words[next]?.text.length ?? 0);
    if (length >= widths.most) break;
  }
  return { ...best, cost: best.cost + baseCost(words, start) };
}

/** The cost of a line's length, and of its difference from the next one's. */
function lineCost(length: number, next: number, breaks: readonly Break[], { goal }: Widths): number {
  const end = breaks.length - 1;
  if (next === end) return 0;
  const short = ((goal - length) * 10) ** 2;
  const following = breaks[next];
  return following === undefined || following.next === end ? short : short + ragged(length - following.length);
}

function ragged(difference: number): number {
  return (difference * 10) ** 2 / 2;
}

/** The cost of a line that begins with this word. */
function baseCost(words: readonly Word[], at: number): number {
  const [word, before, further] = [words[at], words[at - 1], words[at - 2]];
  let cost: number = costs.line;
  if (before?.hasPeriod) cost += before.isFinal ? -costs.afterSentence : costs.afterPeriod;
  else if (before?.isPunctuated) cost -= costs.afterSign;
  else if (before && further?.isFinal) cost += Math.floor(costs.widow / (before.text.length + 2));
  if (word?.opens) cost -= costs.beforeBracket;
  else if (word?.isFinal) cost += Math.floor(costs.orphan / (word.text.length + 2));
  return cost;
}
