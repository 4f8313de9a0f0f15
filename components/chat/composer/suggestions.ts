import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

export interface Suggestion {
  /** What goes into the message box. */
  readonly text: string;
  readonly label: string;
  readonly detail: string;
}

/** How many stand in an empty conversation. */
const shown = 4;

/**
 * Things to try with the loaded skills: one asked for in plain words, so that the model has to choose it from the
 * catalog, the others by name where the harness lets a person do that. Skills that the model is not told of come last.
 * @param invoke what a person writes to invoke a skill; `undefined` where they cannot
 */
export function suggestionsFor(
  skills: readonly Skill[],
  catalog: Catalog,
  invoke: (skill: Skill) => string | undefined,
): Suggestion[] {
  const listed = new Set(catalog.rows.map((row) => row.location));
  const ordered = [...skills].sort((a, b) => Number(listed.has(b.location)) - Number(listed.has(a.location)));
  const plain = ordered
    .slice(0, shown)
    .filter((skill) => listed.has(skill.location))
    .map(inPlainWords);
  const named: Suggestion[] = [];
  for (const skill of ordered) {
    if (named.length === shown) break;
    named.push(...byName(skill, invoke(skill)));
  }
  return (named.length > 0 ? [...plain.slice(0, 1), ...named] : plain).slice(0, shown);
}

function inPlainWords(skill: Skill): Suggestion {
  const text = plainRequest(skill);
  return { text, label: text, detail: "The model chooses from the catalog" };
}

function byName({ description }: Skill, label: string | undefined): Suggestion[] {
  return label === undefined ? [] : [{ text: `${label} `, label, detail: description || "No description" }];
}

/** The skill's own first sentence as a request: its description says when it wants to be used. */
function plainRequest({ description, name }: Skill): string {
  const sentence = description
    .split(/(?<=[.!?])\s|\n/)[0]
    ?.trim()
    .replace(/\.$/, "");
  if (!sentence) return `What can ${name} do?`;
  const clause = sentence.length > clauseLength ? firstClause(sentence) : sentence;
  // "Fills PDF forms" is how most descriptions begin; anything else is quoted as it is.
  return /^[A-Z][a-z]+s\b/.test(clause)
    ? `I need something that ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
    : `Help me with this: ${clause}`;
}

/** Characters that fit a row. */
const clauseLength = 70;

function firstClause(sentence: string): string {
  const end = sentence.search(/(?<=.{30})[,;:]\s/);
  return end === -1 ? sentence : sentence.slice(0, end);
}
