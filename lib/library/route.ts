import { finish } from "#lib/async/steps.ts";
import { chooseSkill } from "#lib/chat/matching/choose-skill.ts";
import { matchSkills } from "#lib/chat/matching/match-skills.ts";
import { type Offer, offersIn } from "#lib/chat/matching/parse-catalog.ts";

/** Where a request leads by words alone. */
export interface Route {
  /** The skill that it leads to; absent where none has enough in common with it. */
  readonly skill?: string;
  /** Words that the request has in common with what the model is told of that skill. */
  readonly words: readonly string[];
  /** Every skill with a word in common, the best first. */
  readonly ranking: readonly RankedSkill[];
}

/** A skill that has words in common with a request. */
export interface RankedSkill {
  readonly skill: string;
  /** BM25: for comparing skills, not for judging one. */
  readonly score: number;
  /** How much of what the request says is told of the skill, too: from 0 to 1. */
  readonly share: number;
  readonly words: readonly string[];
}

/** Where a request leads among the skills that a catalog tells of. */
export function routeIn(catalog: string, request: string): Route {
  const offers: readonly Offer[] = finish(offersIn([catalog]));
  const choice = chooseSkill(request, offers);
  const ranking = matchSkills(request, offers).map(({ offer, score, share, words }) => {
    return { skill: offer.name, score, share, words };
  });
  const skill = "offer" in choice ? choice.offer?.name : undefined;
  const words = choice.kind === "matched" ? choice.words : [];
  return { ...(skill !== undefined && { skill }), words, ranking };
}
