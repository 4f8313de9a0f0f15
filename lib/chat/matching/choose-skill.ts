import { memoText } from "#lib/memo.ts";
import { type HandedOut, invokedIn } from "./handed-out.ts";
import { type Match, matchSkills } from "./match-skills.ts";
import { isBundled, type Offer } from "./parse-catalog.ts";
import { decidingWords } from "./words.ts";

export type Choice =
  /** The harness has put the instructions into the message, as with `[Activate skill: x]`. */
  | { readonly kind: "given"; readonly name: string; readonly handed: HandedOut; readonly offer: Offer | undefined }
  | { readonly kind: "named"; readonly offer: Offer }
  | { readonly kind: "matched"; readonly offer: Offer; readonly words: readonly string[] }
  /** The request continues the subject of the last answer. */
  | { readonly kind: "continued"; readonly name: string; readonly offer: Offer | undefined }
  /** Thanks or agreement: nothing is asked for. */
  | { readonly kind: "courtesy"; readonly isThanks: boolean }
  | { readonly kind: "none" };

/**
 * Which of the offered skills a request is for: the skill that the request brings along or names, the skill in use
 * where the request continues with it, or else the one with the most words in common.
 * @param inUse name of the skill that the last answer was about
 */
export function chooseSkill(request: string, offers: readonly Offer[], inUse?: string): Choice {
  const handed = invokedIn(request);
  if (handed?.name !== undefined) {
    return { kind: "given", name: handed.name, handed, offer: offers.find(({ name }) => name === handed.name) };
  }
  const ungreeted = request.replace(greetings, " ");
  const left = ungreeted.replace(courtesies, " ");
  if (left !== ungreeted && decidingWords(left).length === 0) {
    return { kind: "courtesy", isThanks: /\b(?:thank|thx|cheers)/i.test(request) };
  }
  const named = namedOffer(request, offers);
  if (named) return { kind: "named", offer: named };
  if (inUse !== undefined && pointsBack.test(request)) return continued(inUse, offers);
  const near = matchSkills(withoutFileNames(left), offers);
  const meant = near.findIndex(isMeant);
  const best = meant < 0 ? undefined : bestOf(near.slice(meant));
  if (best) return { kind: "matched", offer: best.offer, words: best.words };
  return inUse !== undefined && mayPointBack.test(request) ? continued(inUse, offers) : { kind: "none" };
}

/** How many skills are named as near matches. */
const mostNear = 3;

/** The skills that share a word with a request that fits none of them, the nearest first. */
export function nearestSkills(request: string, offers: readonly Offer[]): readonly Offer[] {
  const said = request.replace(greetings, " ").replace(courtesies, " ");
  return matchSkills(withoutFileNames(said), offers)
    .slice(0, mostNear)
    .map(({ offer }) => offer);
}

const greetings = /^\s*(?:good (?:morning|afternoon|evening|night)|hi|hello|hey)\b/i;
const courtesies =
  /\b(?:thank(?:s| you)|thx|cheers|bye|goodbye|never ?mind|got it|ok(?:ay)?|great|cool|nice|awesome|wonderful|perfect)\b/gi;

const almostAll = 0.9;

/**
 * A single shared word may be chance, unless it is part of the skill's name or all that the request says. A vague one may be, unless it is
 * also all that the description says.
 */
function isMeant({ share, evidence, saysAll, isNamed }: Match): boolean {
  return evidence > 1 || isNamed || (share > almostAll && (evidence >= 1 || saysAll));
}

/** Only the extension of a named file says what is wanted: `invoice.ts` is not about invoices. */
function withoutFileNames(request: string): string {
  return ownFilesOf(request).reduce((rest, path) => rest.replace(path, path.slice(path.lastIndexOf(".") + 1)), request);
}

/** Files of the workspace that a request names, as written: `invoice.ts`, `src/app/page.tsx`. At most two. */
export function ownFilesOf(request: string): string[] {
  const found =
    request.match(/(?<![\w./:~@-])(?:~?\/|\.{1,2}\/)?[\w-][\w./-]{0,200}\.[a-z]\w{0,7}(?![\w/]|\.\w)/gi) ?? [];
  return [...new Set(found)]
    .filter((path) => !/^www\.|\.(?:com|org|net|io|dev|js)$/i.test(path) || path.includes("/"))
    .slice(0, 2);
}

function continued(inUse: string, offers: readonly Offer[]): Choice {
  return { kind: "continued", name: inUse, offer: offers.find(({ name }) => name === inUse) };
}

/** Phrases that only make sense about the previous answer: "and the second step?", "go on", "what next?". */
const pointsBack =
  /\b(?:(?:first|second|third|fourth|fifth|sixth|next|last|previous|\d+(?:st|nd|rd|th)) (?:step|one|point|part|phase)|(?:step|point|phase) (?:\d+|one|two|three|four|five|six)|(?:this|that|the) skill|go on|carry on|continue|what(?:'s| is|s)? next|next please|and then|(?:run|execute|start) (?:it|that|this|(?:the|its|that) scripts?)|tell me more|more (?:detail|about (?:it|that|this)))\b/i;

/** Phrases that may refer to the previous answer, where no skill fits the request. */
const mayPointBack =
  /^(?:and|so|then|also|but|what about|how about|why|how)\b|\b(?:again|once more)\b|\b(?:it|that|this|these|those|them|there)\b.*\?/i;

/**
 * The skill that a request names: with a slash or another sign before the name, as "the x skill", or by a name of
 * several words as it is written. A name of one word may be an ordinary word.
 */
function namedOffer(request: string, offers: readonly Offer[]): Offer | undefined {
  const called = /^[/$@]\s*(\S+)/.exec(request)?.[1];
  const exact = offers.find(({ name }) => name === called);
  if (exact) return exact;
  const said = spaced(request);
  const named = offers.filter(({ name }) => {
    const words = spaced(name);
    const ways = [`${words}skill `, ` skill${words}`, ...(/[-_:]/.test(name) ? [words] : [])];
    return words.trim() !== "" && ways.some((way) => said.includes(way));
  });
  // Prefers the longest name: a request for `pdf-forms` names `pdf` as well.
  return named.toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** Cached: each request is compared with the names of all skills. */
const spaced = memoText(4000, (text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}+#]+/gu, " ")} `);

/** The best match; mounted skills are preferred to those bundled with the harness. */
function bestOf(matches: readonly Match[]): Match | undefined {
  const [best] = matches;
  const mounted = matches.find(({ offer }) => !isBundled(offer));
  return mounted && best && mounted.score >= best.score * bundledWeight ? mounted : best;
}

/** The weight of a bundled skill's score beside a mounted one's. */
const bundledWeight = 0.3;
