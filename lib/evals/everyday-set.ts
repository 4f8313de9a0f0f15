import type { Described } from "#lib/chat/sample-request.ts";
import { everydayRequests } from "./everyday.ts";
import { readLines, writeLines } from "./requests.ts";

/** What is typed: requests, one a line, and the skill meant by those that name none; empty for none. */
export interface TypedSet {
  readonly skill: string;
  readonly text: string;
}

/** Two skills, by the names under which the model is told of them. */
export type SkillPair = readonly [string, string];

/**
 * The set with which a test of `next` begins: three requests for it where nothing is typed, or only the three for the skill
 * before. What a person has typed stays below them, and still expects what it expected.
 */
export function setFor(next: string, typed: TypedSet, skills: readonly Described[]): TypedSet {
  const described = (name: string) => skills.find((skill) => skill.name === name);
  const begun = (name: string) => everydayRequests(described(name) ?? { name, description: "" }).join("\n");
  const isOwn = typed.text.trim() !== "" && (typed.skill === "" || typed.text.trim() !== begun(typed.skill));
  if (next === typed.skill && isOwn) return typed;
  if (!described(next)) return { skill: next, text: isOwn ? rewritten(typed, next) : "" };
  if (!isOwn) return { skill: next, text: begun(next) };
  const kept = rewritten(typed, next);
  const lines = new Set(kept.split("\n"));
  const fresh = begun(next)
    .split("\n")
    .filter((line) => !lines.has(line));
  return { skill: next, text: [...fresh, kept].join("\n") };
}

/** The set with which a test of two skills that compete begins: requests for each of them. */
export function setForPair([one, other]: SkillPair, typed: TypedSet, skills: readonly Described[]): TypedSet {
  const first = setFor(one, typed, skills);
  const rival = setFor(other, { skill: "", text: "" }, skills);
  const known = new Set(first.text.split("\n"));
  const added = rewritten(rival, one)
    .split("\n")
    .filter((line) => line !== "" && !known.has(line));
  return /^\s*[[{]/.test(first.text) ? first : { ...first, text: [first.text, ...added].join("\n") };
}

/** The lines of a set with what they expect written out, for another skill. A file that was pasted in stays as it is. */
function rewritten({ skill, text }: TypedSet, next: string): string {
  if (/^\s*[[{]/.test(text)) return text;
  return writeLines(readLines(text, skill === "" ? undefined : skill), next === "" ? undefined : next);
}
