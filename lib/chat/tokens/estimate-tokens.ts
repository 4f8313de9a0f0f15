/** Letters of one case pattern, digits, CJK, other letters, line ends, blanks, or a run of anything else with its line end. */
const pieces =
  /\p{Lu}?[\p{Ll}]+|\p{Lu}+(?!\p{Ll})|\d+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\p{L}+|\n+|[^\S\n]+|[^\p{L}\d\s]+\n*/gu;

const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const latin = /^[a-zA-Z]/;

/**
 * About how many tokens a text is (o200k), at once and without a vocabulary: shown with "≈" until the
 * exact count is there. Within a fifth of it on prose, JSON, code and CJK, where the usual
 * characters-by-four errs by a third on JSON and two thirds on CJK.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(tokensIn(text));
}

/**
 * As `estimateTokens`, of a text of over 100,000 characters by ten samples of it: a megabyte would hold up the page for a
 * tenth of a second. For showing only: whoever writes the text can have the samples tell of another.
 */
export function sampleTokens(text: string): number {
  if (text.length <= longest) return estimateTokens(text);
  let sampled = 0;
  for (let sample = 0; sample < samples; sample++) {
    const start = Math.floor((sample * (text.length - sampleLength)) / (samples - 1));
    sampled += tokensIn(text.slice(start, start + sampleLength));
  }
  return Math.ceil((sampled * text.length) / (samples * sampleLength));
}

const longest = 100_000;
const samples = 10;
const sampleLength = 5000;

function tokensIn(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) tokens += pieceTokens(piece);
  return tokens;
}

function pieceTokens(piece: string): number {
  const { length } = piece;
  const first = piece.charCodeAt(0);
  if (first === 10) return 1;
  // A blank before a word is part of the word's token; indentation is one of its own.
  if (/^\s/.test(piece)) return length > 1 ? 1 : 0;
  if (first >= 48 && first <= 57) return Math.ceil(length / 3);
  if (latin.test(piece)) return length <= 7 ? 1 : 1 + (length - 7) / 6;
  if (cjk.test(piece)) return length * 0.72;
  if (/^\p{L}/u.test(piece)) return Math.max(1, length / 3.2);
  // Line ends belong to the punctuation before them; a lone mark often to the word after it.
  const marks = piece.trimEnd().length;
  return marks === 1 && length === 1 ? 0.8 : Math.max(0.9, marks / 2.7);
}
