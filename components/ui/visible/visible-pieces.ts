import { formatCount, plural } from "#lib/format-count.ts";
import { invisible } from "#lib/invisible.ts";

// A module without React and styles, because a worker that compares lines imports it and can load neither.

/** A stretch of visible text, or a visible stand-in for invisible characters. */
export interface VisiblePiece {
  readonly text: string;
  /** Name of the invisible characters that this piece stands for; `text` is then their stand-in. */
  readonly hidden?: string;
  /** How many characters a `hidden` piece stands for. */
  readonly count?: number;
  /** Name of the white space at the end of a line; `text` then has a sign for each character. */
  readonly space?: string;
}

const runs = new RegExp(`[\\u{e0020}-\\u{e007e}]+|(${invisible.source})\\1*`, "gu");

/** A `name` has no lines or columns, so line breaks and tabs in it are made visible too. */
export type PieceForm = "text" | "name";

/** Splits a text into pieces in which every invisible character is made visible. */
export function visiblePieces(text: string, form: PieceForm = "text"): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let at = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (form === "text" && (run[0] === "\n" || run[0] === "\t")) continue;
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push(standIn(run));
    at = index + run.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** An untrusted name where only plain text can stand, as in a label: each invisible character in brackets. */
export function visibleName(name: string, form: PieceForm = "name"): string {
  return visiblePieces(name, form)
    .map(({ text, hidden }) => (hidden === undefined ? text : `[${text}]`))
    .join("");
}

/** One line in pieces, with the white space at its end made visible too: two lines may differ in nothing else. */
export function linePieces(line: string): VisiblePiece[] {
  const [end = ""] = /[ \t]*\r?$/.exec(line.slice(-maxEnd)) ?? [];
  const pieces = visiblePieces(line.slice(0, line.length - end.length));
  return end === "" ? pieces : [...pieces, endPiece(end)];
}

/** Most characters searched for white space at the end, which takes time that grows with the square of its length. */
const maxEnd = 1000;

function endPiece(end: string): VisiblePiece {
  const count = (character: string) => end.split(character).length - 1;
  const found = [
    [count(" "), "space"],
    [count("\t"), "tab"],
    [count("\r"), "carriage return"],
  ] as const;
  const counted = found.filter(([times]) => times > 0).map(([times, name]) => plural(times, name));
  return {
    text: end.replaceAll(" ", "·").replaceAll("\t", "→").replace("\r", "CR"),
    space: `white space at the end of the line: ${counted.join(", ")}`,
  };
}

function standIn(run: string): VisiblePiece {
  const points = Array.from(run, (character) => character.codePointAt(0) ?? 0);
  const [first = 0] = points;
  const count = points.length;
  const code = `U+${first.toString(16).toUpperCase().padStart(4, "0")}`;
  // Tag characters spell ASCII that only a model reads, so the letters say more than code points.
  if (first >= 0xe0020 && first <= 0xe007e) {
    const text = points.map((point) => String.fromCharCode(point - 0xe0000)).join("");
    return {
      text,
      hidden: count === 1 ? `tag character ${code}` : `${plural(count, "tag character")}, from ${code} on`,
      count,
    };
  }
  const times = formatCount(count);
  return count === 1
    ? { text: code, hidden: `invisible character ${code}`, count }
    : { text: `${code} × ${times}`, hidden: `invisible character ${code}, ${times} times`, count };
}
