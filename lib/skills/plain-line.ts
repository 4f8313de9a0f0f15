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
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * A text as one line that cannot be taken for anything else: without control sequences, each run of characters that show
 * nothing as one blank, and angle brackets escaped, so that it closes no element of XML that it stands in.
 */
export function plainLine(text: string): string {
  return text.replace(sequences, "").replace(unseen, " ").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Whether a text is words of characters that show something, with one blank between them, and no angle bracket. */
export function isPlainName(text: string): boolean {
  return /^\S+( \S+)*$/.test(text) && plainLine(text) === text;
}
