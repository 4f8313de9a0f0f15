/** Control sequences of terminals; one that is not closed extends to the next one, or to the end of the text. */
const sequences = new RegExp(
  [
    // CSI: anything up to a final byte.
    "(?:\\x1b\\[|\\x9b)[^@-~\\x1b]*[@-~]?",
    // OSC, which a bell may also end.
    "(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)?",
    // DCS, SOS, PM and APC.
    "(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])[^\\x1b\\x9c]*(?:\\x1b\\\\|\\x9c)?",
    "\\x1b[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

/** Invisible characters: control, format and unassigned characters, unpaired surrogates, line breaks, fillers. */
const unseen = "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]";

/** Joiners that change how letters look: after a virama in scripts of India, and in Arabic words. */
const joiners = [
  "(?<=[\\u0900-\\u0dff][\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])[\\u200c\\u200d](?=[\\u0900-\\u0dff])",
  "(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})",
].join("|");

/** An emoji of several characters stays whole if it is in Unicode's list. */
const keptOrUnseen = `(?<kept>(?=\\p{Emoji})\\p{RGI_Emoji}|${joiners})|${unseen}+`;
const anyUnseen = new RegExp(unseen, "v");

/** Created on first use: compiling Unicode's list of emoji takes as long as everything else for a small skill. */
let finder: RegExp | undefined;

/**
 * A text as one line that cannot be mistaken for anything else: without control sequences, with one blank for each run of invisible
 * characters, and with angle brackets escaped, so that the line cannot close an XML element around it.
 */
export function plainLine(text: string): string {
  const shown = text.replace(sequences, "");
  const seen = anyUnseen.test(shown) ? withBlanks(shown) : shown;
  return seen.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function withBlanks(text: string): string {
  finder ??= new RegExp(keptOrUnseen, "gv");
  return text.replace(finder, (_found, kept: string | undefined) => kept ?? " ");
}

/** Most characters of a plain name, as JavaScript counts. */
const longestName = 256;

/** Marks in places where they look like another letter, or like none: without a letter, too many, on a dot, on a letter of another script. */
const oddMarks = (() => {
  const mark = "[\\p{M}\\u1160-\\u11ff\\ud7b0-\\ud7ff]";
  const before = `(?<=[\\p{sc=Latin}\\p{sc=Common}]${mark}*)(?!\\p{sc=Inherited})${mark}`;
  const [alone, many] = [`(?<![\\p{L}\\p{N}\\p{M}])${mark}`, `${mark}{9}`];
  return new RegExp(`${alone}|${many}|\\p{Soft_Dotted}\\p{M}*\\u0307|[\\u0131\\u0237]\\p{M}|${before}|\\u20e3`, "u");
})();

/**
 * Whether a text is words of visible characters, with one blank between them, no angle bracket and no marks that mislead, and not too long
 * for a name.
 */
export function isPlainName(text: string): boolean {
  if (text.length > longestName || !/^\S+( \S+)*$/.test(text) || plainLine(text) !== text) return false;
  // Most names have no other characters, and need no table of Unicode's.
  return /^[\x20-\x7e]*$/.test(text) || !oddMarks.test(withoutEmoji(text));
}

function withoutEmoji(text: string): string {
  finder ??= new RegExp(keptOrUnseen, "gv");
  return text.replace(finder, "☺");
}
