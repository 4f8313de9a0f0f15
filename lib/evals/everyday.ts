import { decidingWords } from "#lib/chat/demo/words.ts";
import type { Described } from "#lib/chat/sample-request.ts";
import { everydayKinds } from "./everyday-kinds.ts";

/** How many requests a test of a skill begins with. */
const begun = 3;
/** So many words in a row make a copy of a description. */
const copied = 4;
/** What one of a kind's words says of a skill: in its name, in how its description begins, further on. */
const weights = { name: 4, beginning: 2, rest: 1 } as const;
/** What a skill must come to, to be of a kind: one word far down in a description says little. */
const least = 2;

/**
 * Three requests that somebody might type who needs this skill and has not read its description: of the kinds of work that it
 * is for, by its words; where they tell of none that is known, about what its name says.
 */
export function everydayRequests(skill: Described): readonly string[] {
  const [first, second, ...others] = kindsOf(skill);
  const fitting = first ? mixed(first, second, others) : [];
  const said = wordsOf(skill.description);
  return [...fitting, ...aboutName(skill.name)].filter((request) => !sharesRun(wordsOf(request), said)).slice(0, begun);
}

interface Scored {
  readonly requests: readonly string[];
  readonly score: number;
}

/** Of two kinds that are nearly as likely, both are asked for. */
function mixed(first: Scored, second: Scored | undefined, others: readonly Scored[]): readonly string[] {
  const rest = [second, ...others].flatMap((kind) => kind?.requests ?? []);
  if (!second || second.score < first.score * 0.75) return [...first.requests, ...rest];
  const [plainest = "", next = "", ...more] = first.requests;
  return [plainest, next, ...second.requests.slice(0, 1), ...more, ...rest];
}

/** The kinds of work that a skill is for, the likeliest first. */
function kindsOf({ name, description }: Described): readonly Scored[] {
  const [beginning = ""] = description.split(/[.!?]\s/, 1);
  const [named, begins, all] = [stemsOf(name), stemsOf(beginning), stemsOf(description)];
  const scored = everydayKinds.map((kind) => {
    const stems = [...stemsOf(kind.about)];
    const score = stems.reduce((sum, stem) => {
      const place = named.has(stem) ? "name" : begins.has(stem) ? "beginning" : all.has(stem) ? "rest" : undefined;
      return sum + (place ? weights[place] : 0);
    }, 0);
    return { requests: kind.requests, score };
  });
  return scored.filter(({ score }) => score >= least).toSorted((one, other) => other.score - one.score);
}

function aboutName(name: string): readonly string[] {
  const subject = name
    .replace(/^.*:/, "")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(/[-_\s]+/g, " ")
    .trim()
    .toLowerCase();
  // A name may begin with a verb or be a noun: these hold for both.
  return [`I need some help: ${subject}`, `where do I start? it's about this: ${subject}`, `${subject}, please`];
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(decidingWords(text.replaceAll("-", " ")).map(({ stem }) => stem));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** Whether so many words of the one stand in a row in the other that it reads as a copy. */
function sharesRun(one: readonly string[], other: readonly string[]): boolean {
  const runs = new Set(runsOf(other));
  return runsOf(one).some((run) => runs.has(run));
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(0, Math.max(0, words.length - copied + 1)).map((_, at) => words.slice(at, at + copied).join(" "));
}
