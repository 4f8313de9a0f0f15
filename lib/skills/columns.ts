const none = /[\p{Cc}\p{Mn}\p{Me}\p{Cf}]/u;
const two =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** How many columns of a terminal a text takes: two for an ideogram or an emoji, none for a character that is invisible by itself. */
export function columnsOf(text: string): number {
  if (!/[^ -~]/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) if (!none.test(character)) columns += two.test(character) ? 2 : 1;
  return columns;
}
