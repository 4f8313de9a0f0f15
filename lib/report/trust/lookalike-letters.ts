import { excerptAt } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

/** Letters of other scripts that look like Latin ones. */
const lookalikes = "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅοΟΑΒΕΖΗΙΚΜΝΡΤΥΧ";

/** One in a word of Latin letters, or between two of them. */
const mixed = new RegExp(
  `[A-Za-z][${lookalikes}]{1,6}(?=[A-Za-z])|(?<![\\p{L}])[${lookalikes}]{1,3}(?=[a-z]{3})`,
  "gu",
);
const suspect = new RegExp(`[${lookalikes}]`, "u");

/** A name that is not the one it seems to be. */
export const lookalikeLetters: TrustRule = {
  code: "lookalike-letters",
  title: "A word with letters of another script that look alike",
  why: "A host, package or command is not the one it looks like.",
  level: "look",
  *find({ text, isText, isAscii, lineAt }) {
    if (!isText || isAscii || !suspect.test(text)) return;
    let last = 0;
    let count = 0;
    for (const { index, 0: match } of text.matchAll(mixed)) {
      const line = lineAt(index);
      if (line === last || ++count > 50) continue;
      last = line;
      yield {
        line,
        excerpt: excerptAt(text, index, match.length),
        says: `A letter that is ${codePoint(match)}, not what it seems`,
      };
    }
  },
};

function codePoint(match: string): string {
  const letter = Array.from(match).find((one) => suspect.test(one)) ?? "";
  return `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}
