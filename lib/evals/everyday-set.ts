import type { Described } from "#lib/chat/sample-request.ts";
import { everydayRequests } from "./everyday.ts";
import { looksLikeDocument } from "./formats/document.ts";
import { readLines, writeLines } from "./requests.ts";
import { readSet } from "./set-files.ts";

/** The form's content: requests, one on each line, and the skill that requests without a name are for; empty for none. */
export interface TypedSet {
  readonly skill: string;
  readonly text: string;
}

/** Two skills, by the names that the model is given. */
export type SkillPair = readonly [string, string];

/**
 * The set with which a test of `next` begins. If nothing is typed, or only the three requests for the skill before, it is three requests
 * for `next`. Otherwise what a person typed stays below the three, with the expectations it had. A pasted file stays as it is.
 */
export function setFor(next: string, typed: TypedSet, skills: readonly Described[]): TypedSet {
  const described = (name: string) => skills.find((skill) => skill.name === name);
  const begun = (name: string) => everydayRequests(described(name) ?? { name, description: "" }).join("\n");
  if (looksLikeDocument(typed.text)) return { ...typed, skill: next };
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

/** The set with which a test of two competing skills begins: requests for each of them. */
export function setForPair([one, other]: SkillPair, typed: TypedSet, skills: readonly Described[]): TypedSet {
  const first = setFor(one, typed, skills);
  const rival = setFor(other, { skill: "", text: "" }, skills);
  const known = new Set(first.text.split("\n"));
  const added = rewritten(rival, one)
    .split("\n")
    .filter((line) => line !== "" && !known.has(line));
  return looksLikeDocument(first.text) ? first : { ...first, text: [first.text, ...added].join("\n") };
}

/**
 * A set with these lines below it, except those that it has. A pasted file becomes lines.
 * @param skill the skill for requests that name none
 * @returns `undefined` for a pasted file that cannot be read
 */
export function withLines(typed: string, lines: string, skill: string | undefined): string | undefined {
  const isFile = looksLikeDocument(typed);
  const read = isFile ? readSet(typed, skill) : undefined;
  if (read?.kind === "refused") return undefined;
  const before = read ? writeLines(read.requests, skill) : typed.trimEnd();
  const there = new Set(before.split("\n"));
  return [...(before === "" ? [] : [before]), ...lines.split("\n").filter((line) => !there.has(line))].join("\n");
}

/** The lines of a set with their expectations written out, so that they hold for another skill. */
function rewritten({ skill, text }: TypedSet, next: string): string {
  return writeLines(readLines(text, skill === "" ? undefined : skill), next === "" ? undefined : next);
}
