/** In letters. Shorter words are not corrected: one letter makes too many other words of them. */
export const leastMisspelt = 6;

/**
 * Whether a word is another one misspelt: it begins alike, and has one letter more or less, another letter, or two
 * neighbours swapped.
 */
export function isMisspelt(word: string, meant: string): boolean {
  const more = word.length - meant.length;
  if (word[0] !== meant[0] || Math.abs(more) > 1 || word.length < leastMisspelt) return false;
  // "sliders" are no misspelt "slides", but what does that.
  if (more !== 0 && withoutDoer(word) === withoutDoer(meant)) return false;
  let start = 1;
  while (start < word.length && word[start] === meant[start]) start++;
  const after = (count: number, text: string) => text.slice(start + count);
  if (more !== 0) return after(Math.max(more, 0), word) === after(Math.max(-more, 0), meant);
  if (word[start] === meant[start + 1] && word[start + 1] === meant[start]) return after(2, word) === after(2, meant);
  // A short word with another letter is often a word of its own: "hiking" is not "hiring".
  return word.length > leastMisspelt && after(1, word) === after(1, meant);
}

function withoutDoer(word: string): string {
  return word.replace(/er(s?)$/, "e$1");
}
