/** Words that say nothing about what a skill is for, and those that every catalog line holds. */
const common = new Set(
  (
    "a about all also an and any are as at be been but by can could did do does doing done etc file files for from get " +
    "give go had has have help how i if in into is it its let like look make may me might more my need no not of on or " +
    "other our out please should show skill skills so some such tell than that the their them then there these they " +
    "thing this to try up use used user using want was we were what when where whether which who why will with work " +
    "would you your"
  ).split(" "),
);

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

/** The words of a text that can decide, lower case, plural and singular alike; CJK as pairs of characters. */
export function decidingWords(text: string): string[] {
  const lower = text.toLowerCase();
  const words = (lower.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !common.has(word)).map(singular);
  const pairs = (lower.match(cjk) ?? []).flatMap((run) =>
    Array.from(run.slice(1), (_, index) => run.slice(index, index + 2)),
  );
  return [...words, ...pairs];
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
