import { matchSkills } from "#lib/chat/matching/match-skills.ts";
import { type Described, sampleRequests } from "#lib/chat/sample-request.ts";
import type { EvalRequest } from "./requests.ts";

const mostSuggested = 10;
/** How many of the suggested requests are for neighbouring skills. */
const nearMisses = 4;

/**
 * Requests to begin a set with: what the skill's description says that people ask for, and what the descriptions of the most similar skills
 * say, which should lead to those skills. As many as the descriptions have.
 */
export function suggestRequests(skill: Described, others: readonly Described[]): readonly EvalRequest[] {
  const near = neighboursOf(skill, others).flatMap((other) => {
    const [text] = sampleRequests(other);
    return text === undefined ? [] : [request(text, other)];
  });
  const own = sampleRequests(skill).map((text) => request(text, skill));
  return [...own.slice(0, mostSuggested - nearMisses), ...near.slice(0, nearMisses)];
}

function request(text: string, { name }: Described): EvalRequest {
  return { text, expects: { kind: "picks", skill: name } };
}

/** The skills whose catalog entries share most words with this one's, the nearest first. */
function neighboursOf(skill: Described, others: readonly Described[]): readonly Described[] {
  const offers = others.filter(({ name }) => name !== skill.name);
  return matchSkills(skill.description, offers).map(({ offer }) => offer);
}
