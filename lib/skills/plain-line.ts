/** Control sequences of terminals, to their end or to that of the text. */
const sequences = new RegExp(
  [
    // CSI: anything up to a final byte.
    "(?:\\x1b\\[|\\x9b)[^@-~]*(?:[@-~]|$)",
    // OSC, which a bell may end too.
    "(?:\\x1b\\]|\\x9d)[\\s\\S]*?(?:\\x07|\\x1b\\\\|\\x9c|$)",
    // DCS, SOS, PM and APC.
    "(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])[\\s\\S]*?(?:\\x1b\\\\|\\x9c|$)",
    "\\x1b[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

/** What shows nothing: control, format and unassigned characters, halves of a pair, line breaks, fillers. */
const unseen = "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]";

/** Joiners that change how letters look: behind a virama between letters of India, and in Arabic words. */
const joiners = [
  "(?<=[\\u0900-\\u0dff][\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])[\\u200c\\u200d](?=[\\u0900-\\u0dff])",
  "(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})",
].join("|");

/** An emoji that several characters make up, as they stand in Unicode's list, stays whole. */
const keptOrUnseen = `(?<kept>(?=\\p{Emoji})\\p{RGI_Emoji}|${joiners})|${unseen}+`;
const anyUnseen = new RegExp(unseen, "v");

/** Made when it is asked for: Unicode's list of emoji takes as long to read as a small skill does in all. */
let finder: RegExp | undefined;

/**
 * A text as one line that cannot be taken for anything else: without control sequences, each run of characters that show
 * nothing as one blank, and angle brackets escaped, so that it closes no element of XML that it stands in.
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

/** Whether a text is words of characters that show something, with one blank between them, and no angle bracket. */
export function isPlainName(text: string): boolean {
  return /^\S+( \S+)*$/.test(text) && plainLine(text) === text;
}
