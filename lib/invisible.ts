/**
 * Characters that a model reads and a person does not see: controls, everything that Unicode lets a program leave
 * undrawn (zero-width and direction marks, fillers, variation selectors, tag characters), line separators and the empty
 * Braille cell. Joiners and selectors stay where an emoji needs them.
 */
export const invisible =
  /(?<!\p{Emoji})[\ufe0e\ufe0f]|(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d|\u200d(?!\p{Extended_Pictographic})|(?![\ufe0e\ufe0f\u200d])[\p{Cc}\p{DI}\u2028\u2029\u2800\ufff9-\ufffb]/u;

const all = new RegExp(invisible.source, "gu");

/** The text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(all, "");
}
