import { askFor, sampleRequest } from "#lib/chat/sample-request.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";

export interface Suggestion {
  /** What goes into the message box. */
  readonly text: string;
  readonly label: string;
}

/** Most suggestions in an empty conversation. */
const shown = 4;

export interface SuggestionInput {
  readonly skills: readonly Skill[];
  readonly catalog: Catalog;
  /** What a person writes to invoke a skill; `undefined` where the person cannot. */
  readonly invoke: (skill: Skill) => string | undefined;
  /** Whether a skill comes with the harness: those are suggested only where a person has none of their own. */
  readonly isBundled?: (skill: Skill) => boolean;
}

/**
 * Suggests messages for the loaded skills: one in plain words, so that the model has to choose the skill from the catalog, the others by
 * name where the harness lets a person invoke skills. Skills that the catalog leaves out come last.
 */
export function suggestionsFor({ skills, catalog, invoke, isBundled = () => false }: SuggestionInput): Suggestion[] {
  const listed = new Set(catalog.rows.map((row) => row.location));
  const own = skills.filter((skill) => !isBundled(skill));
  const rank = (skill: Skill) => (listed.has(skill.location) ? 0 : 1);
  const ordered = [...(own.length > 0 ? own : skills)].sort((a, b) => rank(a) - rank(b));
  const plain = ordered.slice(0, shown).filter((skill) => listed.has(skill.location));
  const named: Suggestion[] = [];
  for (const skill of ordered) {
    if (named.length === shown) break;
    named.push(...byName(invoke(skill)));
  }
  const words = named.length > 0 ? [plain.find((skill) => sampleRequest(skill)) ?? plain[0]] : plain;
  return [...words.flatMap((skill) => (skill ? inPlainWords(skill) : [])), ...named].slice(0, shown);
}

/** What is said where there is nothing to suggest. */
export function nothingToTry({ discovery, catalog, whyOff }: Pick<HarnessView, "discovery" | "catalog" | "whyOff">): {
  readonly title: string;
  readonly text: string;
} {
  const title = discovery.skills.length > 0 ? "No skill to try" : "No skill is loaded";
  if (whyOff?.kind === "ended") return { title, text: `There is something wrong in ${whyOff.path}.` };
  const left = catalog.undocumented
    ? "You can still chat without skills."
    : "You can still chat. The catalog is empty.";
  return { title, text: left };
}

function inPlainWords(skill: Skill): Suggestion {
  const text = askFor(skill);
  return { text, label: text };
}

function byName(label: string | undefined): Suggestion[] {
  return label === undefined ? [] : [{ text: `${label} `, label }];
}
