import { decidingWords } from "#lib/chat/matching/words.ts";
import type { Described } from "#lib/chat/sample-request.ts";
import everydayKinds from "./everyday-kinds.json" with { type: "json" };

/** Number of requests that a test of a skill begins with. */
const begun = 3;
/** A request that shares this many words in a row with a description counts as a copy of it. */
const copied = 4;
/** Points for a word of a kind, by where the skill has it: in its name, at the beginning of its description, or further on. */
const weights = { name: 4, beginning: 2, rest: 1 } as const;
/** Points that a skill needs to be of a kind: one word of its description alone means little. */
const least = 3;

/**
 * Three requests by a person who needs this skill and has not read its description. They are for the kinds of work that its words point to;
 * if none is known, they are about its name.
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

/** Requests for both kinds, if the second is nearly as likely as the first. */
function mixed(first: Scored, second: Scored | undefined, others: readonly Scored[]): readonly string[] {
  const rest = [second, ...others].flatMap((kind) => kind?.requests ?? []);
  if (!second || second.score < first.score * 0.75) return [...first.requests, ...rest];
  const [plainest = "", next = "", ...more] = first.requests;
  return [plainest, next, ...second.requests.slice(0, 1), ...more, ...rest];
}

/**
 * The kinds of work that a skill is for, the likeliest first. Each kind has words that show it in a name or description, and requests in the
 * words of a person who knows nothing of skills, the plainest first. They are not written from any description: a test should show whether
 * a description matches such words.
 */
function kindsOf({ name, description }: Described): readonly Scored[] {
  const [beginning = ""] = description.split(/[.!?]\s/, 1);
  const namespace = name.slice(0, name.lastIndexOf(":") + 1);
  const places = [
    { stems: stemsOf(name.slice(namespace.length)), weight: weights.name },
    { stems: stemsOf(beginning), weight: weights.beginning },
    { stems: stemsOf(`${description} ${namespace}`), weight: weights.rest },
  ];
  const weightOf = (stem: string) => places.find(({ stems }) => stems.has(stem))?.weight ?? 0;
  const scored = everydayKinds.map(({ about, requests }) => {
    const words = new Set(about.split(" ").map((word) => [...stemsOf(word)].join(" ")));
    // A word of several parts shows the kind only with all of them.
    const score = [...words].reduce((sum, word) => sum + Math.min(...word.split(" ").map(weightOf)), 0);
    return { requests, score };
  });
  return scored.filter(({ score }) => score >= least).toSorted((one, other) => other.score - one.score);
}

/** What a name ends with that nobody would ask for. */
const fillers =
  /(?: (?:skills?|agents?|api|automation|basics|best|cli|expert|guide(?:lines)?|helper|integration|mcp|overview|patterns|practices|sdk|tool(?:kit|s)?|workflows?))+$/;
/** Words with which a name begins that says what to do: none that is a noun as often. */
const verbs =
  /^(?:add|analyze|build|check|configure|convert|create|debug|deploy|explain|explore|find|fix|generate|get|improve|install|make|migrate|prepare|remove|run|send|set up|update|use|validate|write) ./;
/** The end of a name that says who or what does it. */
const doers =
  / (?:analyzer|auditor|builder|checker|converter|creator|designer|finder|generator|optimizer|organizer|planner|reviewer|scanner|screener|summarizer|tracker|writer)$/;

/** As somebody asks who knows of the skill's name at most. */
function aboutName(name: string): readonly string[] {
  const words = name
    .replace(/^.*:/, "")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(/[-_\s]+/g, " ")
    .trim()
    .toLowerCase();
  const subject = words.replace(fillers, "");
  const { from, to } = /^(?<from>.+) (?:to|2) (?<to>.+)$/.exec(subject)?.groups ?? {};
  if (from && to) return [`turn this ${from} into ${to}`, `I have ${from} and need ${to}`, `${from} to ${to}, please`];
  if (verbs.test(subject)) return [`can you ${subject}?`, `I want to ${subject}`, `${subject}, please`];
  const a = /^[aeiou]/.test(subject) ? "an" : "a";
  if (doers.test(subject)) return [`I need ${a} ${subject}`, `is there ${a} ${subject}?`, `${subject}, please`];
  return [
    `can you help me with ${subject}?`,
    `how do I get going with ${subject}?`,
    `I need to do something with ${subject}`,
  ];
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(decidingWords(text.replaceAll("-", " ")).map(({ stem }) => stem));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** Whether two texts share a run of words long enough to read as a copy. */
function sharesRun(one: readonly string[], other: readonly string[]): boolean {
  const runs = new Set(runsOf(other));
  return runsOf(one).some((run) => runs.has(run));
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(0, Math.max(0, words.length - copied + 1)).map((_, at) => words.slice(at, at + copied).join(" "));
}
