import MiniSearch from "minisearch";
import type { Offer } from "./parse-catalog.ts";

export type Choice =
  /** The harness has put the instructions into the message: `[Activate skill: x]` and its kin. */
  | { readonly kind: "given"; readonly name: string; readonly body: string; readonly offer?: Offer }
  | { readonly kind: "named"; readonly offer: Offer }
  | { readonly kind: "matched"; readonly offer: Offer; readonly words: readonly string[] }
  | { readonly kind: "none" };

/** How harnesses begin a message that invokes a skill. */
const invocations = [
  /^\[Activated? skill: (?<name>[^\]\n]+)\]/,
  /^Apply Skill "(?<name>[^"\n]+)"/,
  /^<skill-invocation name="(?<name>[^"\n]+)">/,
];

/** Which of the offered skills a request is for: the one named, or the best by BM25 over name (×3) and description. */
export function chooseSkill(request: string, offers: readonly Offer[]): Choice {
  const name = invocations.map((pattern) => pattern.exec(request)?.groups?.name).find((found) => found !== undefined);
  if (name !== undefined) {
    const offer = offers.find((candidate) => candidate.name === name);
    return { kind: "given", name, body: unwrapInstructions(request), ...(offer && { offer }) };
  }
  const slash = /^\/\s*(\S+)/.exec(request)?.[1];
  const named = offers.find((offer) => offer.name === slash);
  return named ? { kind: "named", offer: named } : matched(request, offers);
}

function matched(request: string, offers: readonly Offer[]): Choice {
  const index = new MiniSearch<Offer & { id: number }>({ fields: ["name", "description"], tokenize: decidingWords });
  index.addAll(offers.map((offer, id) => ({ ...offer, id })));
  const results = index.search(request, { boost: { name: 3 }, prefix: false, fuzzy: false });
  const [best] = results.toSorted((a, b) => b.score - a.score || a.id - b.id);
  const offer = best && offers[best.id];
  return offer ? { kind: "matched", offer, words: best.terms } : { kind: "none" };
}

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
function decidingWords(text: string): string[] {
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

/** Everything that a harness hands over around a skill's instructions, each with the instructions as its last group. */
const wrappers = [
  // GenCode: arguments, then lists of files, each with an empty line after it.
  /^<skill-invocation name="[^\n]*">\n(?:User arguments: [^\n]*\n\n)?(?:(?:Available scripts|Reference files) [^\n]*\n(?: {2}- [^\n]*\n)*\n)*([\s\S]*?)\n<\/skill-invocation>/,
  // Kodelet.
  /^<result>\n# Skill: [\s\S]*?\n## Instructions\n\n([\s\S]*?)\n<\/result>\n?$/,
  // ak-coder.
  /^Apply Skill "[^\n]*\n\nInstructions:\n([\s\S]*)$/,
  // Keen, which sends the whole file, and its RFC, which tells the arguments first.
  /^\[Activated? skill: [^\n]*\]\n(?:Arguments: [^\n]*\n)?\n?([\s\S]*)$/,
];

/** A skill's instructions out of what a harness put around them; any other text as it is. */
export function unwrapInstructions(text: string): string {
  const match = wrappers.map((wrapper) => wrapper.exec(text)).find((found) => found !== null);
  return (match?.[1] ?? text).trim();
}
