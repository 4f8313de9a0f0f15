/** A stretch of text as it stands, or one invisible character with a name that can be seen. */
export interface VisiblePiece {
  readonly text: string;
  /** For an invisible character: what it is. `text` then holds its stand-in. */
  readonly hidden?: string;
}

/**
 * Controls but newline and tab, soft hyphens, zero-width and direction marks, variation selectors of the
 * supplement, and tag characters: all of which a model reads and a person does not see. Joiners stay
 * where an emoji needs them.
 */
const invisible =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]|(?<!\p{Extended_Pictographic}\ufe0f?)\u200d/gu;

/** The text in pieces, every invisible character among them made visible. */
export function visiblePieces(text: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(invisible)) {
    if (character === "\n" || character === "\t") continue;
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push(standIn(character));
    at = index + character.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function standIn(character: string): VisiblePiece {
  const point = character.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  // Tag characters spell ASCII that only a model reads: the letter says more than the number.
  if (point >= 0xe0020 && point <= 0xe007e)
    return { text: String.fromCharCode(point - 0xe0000), hidden: `tag character ${code}` };
  return { text: code, hidden: `invisible character ${code}` };
}
