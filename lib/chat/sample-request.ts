import { baseForm, isVerb } from "./known-verbs.ts";

/** A skill's name and description as a catalog gives them. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/**
 * A sentence that a person might say to get help from this skill, made from its description: a quoted phrase, the
 * purpose it states, or what it says it does. `undefined` where none of these makes a sentence.
 */
export function sampleRequest(skill: Described): string | undefined {
  return samples(skill).next().value;
}

/** All sample requests that the description yields, without repeats, the best first. */
export function sampleRequests(skill: Described): readonly string[] {
  return [...new Set(samples(skill))];
}

function* samples({ description }: Described): Generator<string, undefined> {
  const text = plain(description);
  yield* quotedRequests(text);
  for (const clause of clausesOfUse(text)) {
    const request = asRequest(clause);
    if (request) yield request;
  }
  const does = whatItDoes(firstSentence(text));
  if (does) yield does;
}

/** The best sample request, or a question that fits any skill where there is none. */
export function askFor(skill: Described): string {
  return sampleRequest(skill) ?? `What can the skill ${skill.name} do for me?`;
}

/** The most characters: fits a row, and a person would say it in one breath. */
const longest = 90;
/** Characters read of a description. Real ones have at most 1,024; of a longer one the beginning is enough. */
const mostRead = 2000;

/** The description on one line, without Markdown marks and links. */
function plain(description: string): string {
  return description
    .slice(0, mostRead)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|`|<[^>]*>/g, "")
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
}

const question =
  /^(?:what|why|how|where|when|who|which|can|could|should|is|are|do|does|am)\b.*\b(?:i|my|me|this|the|we|our)\b/i;
/** Unfinished questions such as "how can we improve": the person would have to add the object. */
const asksOfNothing = /^how (?:can|could|should|do|would) (?:i|we|you) \S+$/i;
const namesAThing = /\b(?:my|this|these|the|our|an?|me)\b/i;

/** Quoted phrases that ask for something: a question, or a verb with its object. */
function* quotedRequests(text: string): Generator<string> {
  // An opening quote has no letter before it; the quote in "user's" opens nothing.
  for (const [, quoted = ""] of text.matchAll(/(?<![\p{L}\p{N}])["“'‘]([^"“”]{8,80}?)["”'’](?!\p{L})/gu)) {
    const phrase = quoted.replace(/[,.;:…]+$/, "").trim();
    if (/[[\]{}<>/…]|\.\.\.|\b[XYN]\b/.test(phrase) || endsOpen(phrase) || asksOfNothing.test(phrase)) continue;
    const isAsked = isVerb(firstWord(phrase)) && namesAThing.test(phrase) && phrase.includes(" ");
    if (question.test(phrase)) yield `${capitalized(phrase).replace(/\?$/, "")}?`;
    else if (isAsked) yield capitalized(phrase);
  }
}

/** The clauses after "use when", "use to" and similar, in the order of the description. */
function clausesOfUse(text: string): string[] {
  const starts = text.matchAll(
    /\b(?:us(?:e|ed|eful)|trigger(?:s|ed)?|activate[ds]?|invoke[ds]?|apply|applies|reference)\b[^.!?:]{0,40}?\b(?<how>when(?:ever)?|if|to|for)\b:?\s+|(?:^|[.!?] )(?<bare>When) /giu,
  );
  return [...starts].slice(0, 5).map(({ 0: start, index, groups }) => {
    const how = (groups?.how ?? "when").toLowerCase();
    const clause = text.slice(index + start.length).split(/[.!?](?:\s|$)/)[0] ?? "";
    return `${how.startsWith("when") || how === "if" ? "when" : how} ${clause}`;
  });
}

const asker = `(?:the |an? |your )?(?:users?|person|people|someone|customer|developer|team|codex|claude|the agent|you|i)`;
const toDo = new RegExp(
  `^when (?:${asker} (?:explicitly )?(?:(?:ask|want|need|request|wish|tr|like)(?:s|ies|y)?|wants help|needs help|(?:is|are) (?:asked|asking|trying|looking|about)|would like)|asked|requested|needed|you need|it is time) (?:(?:you|codex|claude|for help|help|the agent) )?to (?<rest>.+)`,
  "i",
);
const wanted = new RegExp(String.raw`^when ${asker} (?<verb>need|want)s? (?!to\b)(?<rest>.+)`, "i");
const doing = new RegExp(String.raw`^when (?:${asker} (?:is|are) )?(?<rest>[a-z-]+ing\b.+)`, "i");

function asRequest(clause: string): string | undefined {
  const infinitive = toDo.exec(clause)?.groups?.rest ?? /^to (?<rest>.+)/.exec(clause)?.groups?.rest;
  if (infinitive !== undefined) return asHelp(infinitive) ?? toHelp(infinitive);
  const object = wanted.exec(clause)?.groups;
  if (object) return sentence(`I ${object.verb}`, object.rest ?? "");
  const gerund = doing.exec(clause)?.groups?.rest ?? /^for (?<rest>[a-z]+ing\b.+)/i.exec(clause)?.groups?.rest;
  return gerund === undefined ? undefined : asHelp(fromGerund(gerund));
}

/** A request from the words after "to": a verb, known or not, or an adverb before one; "applied to any file" gives none. */
function toHelp(infinitive: string): string | undefined {
  if (
    /^(?:any|all|every|each|both|some|an?|the|my|your|their|its|this|these|other|new|which|what) /i.test(infinitive)
  ) {
    return undefined;
  }
  return /^[a-z]{2,}(?<!ly|ing) /.test(infinitive) ? sentence("Help me", infinitive) : undefined;
}

/** The beginning of a description, unless it is about the skill itself: "Use when", "Planning skill for". */
function whatItDoes(first: string): string | undefined {
  return /^(?:use|start|load|replace with)\b|^\S+ (?:skills?|guides?|guidance|tools?|agents?|toolkit|specialist|expert)\b/i.test(
    first,
  )
    ? undefined
    : asHelp(first);
}

/** "Help me" with a clause that begins with a verb in any form. */
function asHelp(clause: string): string | undefined {
  const [word = "", ...rest] = clause.split(" ");
  const verb = baseForm(word.replace(/,$/, ""));
  if (verb === undefined || rest.length === 0) return undefined;
  // "Master Go", "Expert patterns": a quality of the skill is nothing to ask for.
  const others = rest.map((each, index) => (followsVerb(rest, index) ? (baseForm(each) ?? each) : each));
  if (forMe.has(verb)) return asFavour(verb, others);
  return sentence("Help me", [word.endsWith(",") ? `${verb},` : verb, ...others].join(" "));
}

/** Verbs whose object is the person who asks. */
const forMe = new Set(["guide", "teach"]);

/** "Guide users through a review" as "Guide me through a review". */
function asFavour(verb: string, others: readonly string[]): string | undefined {
  const to = others
    .join(" ")
    .replace(/^(?:(?:the )?users?|you|me|people|someone|developers?|claude|an agent|agents?) /i, "");
  return sentence(`${capitalized(verb)} me`, to);
}

/** Particles of phrasal verbs: "set up", "roll out". */
const particle = /^(?:up|out|down|off|over)$/i;

/** Whether a word continues a list of verbs: "reviews and fixes", "debug or fix", "design, repair, and roll out". */
function followsVerb(words: readonly string[], index: number): boolean {
  const before = words[index - 1] ?? "";
  const isNear = index === 1 || (index === 2 && particle.test(words[0] ?? ""));
  return isNear && /^(?:and|or)$/i.test(before);
}

/** One sentence of bounded length, cut where a clause ends and never inside one. `undefined` where it cannot be cut. */
function sentence(start: string, rest: string): string | undefined {
  const spoken = firstPart(mine(rest));
  const whole = `${start} ${spoken}`;
  const words = spoken.split(" ").length;
  if (words < 2 || whole.length > longest || /[[\]{}"“”|]/.test(spoken) || endsOpen(spoken)) return undefined;
  if (isForAnything.test(spoken) || (/ between /.test(spoken) && !/ (?:and|or) /.test(spoken))) return undefined;
  return whole;
}

const isForAnything = /\b(?:any|every|each) (?:conversation|session|task|request|message)\b/i;

/** The first part of a clause; of a list of verbs, the one that has an object is kept. */
function firstPart(clause: string): string {
  // "extract or reorganizing": a second verb in another form is dropped.
  const closed = (
    clause
      .replace(/ (?:(?:or|and) [a-z]+ing|and (?:need|want|have)s?|so [a-z]+ing)\b.*$/, "")
      .split(/\s*[;:—–(]|\s+-+\s+|\s+(?:e\.g|i\.e)\b/)[0] ?? ""
  ).replace(/[.,!?\s]+$/, "");
  const parts = closed.split(/,\s*/);
  // "plan, evaluate, or build a free tool": the verbs share the object after the last of them.
  const lone = parts.findIndex((part) => part.split(" ").length > 1);
  if (lone > 0) return withSharedObject(parts, lone);
  const [first = ""] = parts;
  return cutShort(parts.length > 1 ? withoutOpenRow(first) : first);
}

function withSharedObject(parts: readonly string[], lone: number): string {
  const [first = ""] = parts;
  const last = (parts[lone] ?? "").replace(/^(?:and|or) /, "");
  const [, ...after] = last.split(" ");
  const object = (particle.test(after[0] ?? "") ? after.slice(1) : after).join(" ");
  return isVerb(firstWord(last)) ? `${first} ${object}` : first;
}

/** The first of several parts. Where it ends in an adjective whose noun is in a later part, it is cut before the adjective. */
function withoutOpenRow(first: string): string {
  const closed = first.replace(/ (?:into|with|in|for|as|(?:that|which) \w+) \w+(?:ent|ive|able|al|ful|ous)$/, "");
  // "generate comprehensive, developer-friendly documentation"
  return /^\S+ [a-z-]+[^s]$/.test(closed) ? "" : closed;
}

/** Cuts a long clause before an addition, preferably before one that describes its object. */
function cutShort(first: string): string {
  if (first.length <= longest - 10) return first;
  const relative = first.slice(0, longest - 10).search(/(?<=^.{16,}) (?:that|which) /);
  if (relative > 0) return first.slice(0, relative);
  const end = first
    .slice(0, longest - 10)
    .search(
      / (?:that|which|with|using|through|across|including|while|so|by|where|when|from)\b(?!.* (?:that|which|with|using|through|across|including|while|so|by|where|when|from)\b)/,
    );
  return end > 15 ? first.slice(0, end) : first;
}

/** Whether a clause ends in a word after which it is incomplete. */
function endsOpen(clause: string): boolean {
  return /\b(?:and|or|the|an?|of|to|for|with|in|on|as|by|from|that|which|their|your|any|up|into|existing|new|via|such|at)$/i.test(
    clause,
  );
}

/** Turns a description's "the user" into the first person. */
function mine(clause: string): string {
  return clause
    .replace(/\b(?:the |a )?users?['’]s?(?= )/gi, "my")
    .replace(/\b(?:their|your|his or her)\b/gi, "my")
    .replace(/\b(?:the user|the users|users)\b/gi, "me")
    .replace(/\b(?:they|you) (?:are|have|want|need)\b/gi, (found) => found.replace(/^\w+/, "I").replace("are", "am"))
    .replace(/\bthis skill\b/gi, "it");
}

function firstSentence(text: string): string {
  return text.split(/[.!?](?:\s|$)/)[0] ?? "";
}

function firstWord(text: string): string {
  return text.split(/[\s,]/)[0] ?? "";
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "building charts" as "build charts"; an unknown verb gives no request. */
function fromGerund(clause: string): string {
  const [word = "", ...rest] = clause.split(" ");
  const verb = baseForm(word.replace(/,$/, ""));
  if (verb === undefined) return "";
  return [
    word.endsWith(",") ? `${verb},` : verb,
    ...rest.map((each, index) => (isGerundInRow(rest, index, word) ? toVerb(each) : each)),
  ].join(" ");
}

/**
 * Whether a word is one of several gerunds, after a comma or "or": "building, testing, or fixing charts". In "code
 * handling secrets" it describes the code.
 */
function isGerundInRow(words: readonly string[], index: number, first: string): boolean {
  const [before, word = ""] = [words[index - 1] ?? first, words[index]];
  return /^[a-z]+ing,?$/.test(word) && (before.endsWith(",") || /^(?:and|or)$/i.test(before));
}

function toVerb(word: string): string {
  const verb = baseForm(word.replace(/,$/, ""));
  return verb === undefined ? word : `${verb}${word.endsWith(",") ? "," : ""}`;
}
