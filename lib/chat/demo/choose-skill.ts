import MiniSearch from "minisearch";
import type { Offer } from "./parse-catalog.ts";
import { unwrapInstructions } from "./unwrap-instructions.ts";
import { decidingWords } from "./words.ts";

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
