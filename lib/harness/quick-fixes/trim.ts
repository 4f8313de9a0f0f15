import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { countCut, isCut } from "#lib/harness/catalog/cut.ts";
import { setField } from "#lib/harness/rules/content/edit-fields.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { readText } from "#lib/vfs/files.ts";

/** A proposal to shorten a description. */
export interface TrimEdit {
  /** Path of the SKILL.md. */
  readonly location: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export type TrimPlan =
  /** The catalog already tells every description whole. */
  | { readonly kind: "fits" }
  /** With these edits the catalog tells every description whole; none then exceeds `limit` characters. */
  | { readonly kind: "edits"; readonly limit: number; readonly edits: readonly TrimEdit[] }
  /** Even with descriptions of `leastCharacters` the catalog leaves out all skills but `named`, and cuts `cut` of these. */
  | { readonly kind: "too-many"; readonly named: number; readonly cut: number; readonly all: number };

/** A description with fewer characters would mean nothing. */
export const leastCharacters = 24;

/**
 * How much each description has to be shortened so that the catalog tells all of them whole. Tries the profile's own rules. The longest
 * lose first, so that no description is cut if shortening another makes room. Yields after each try.
 */
export function* planTrim(profile: Profile, session: Session): Generator<undefined, TrimPlan, unknown> {
  const { skills } = session.discovery;
  const longest = Math.max(0, ...skills.map(({ description }) => description.length));
  if (countCut(catalogWith(profile, session, longest)) === 0) return { kind: "fits" };
  const shortest = catalogWith(profile, session, leastCharacters);
  if (countCut(shortest) > 0) return tooMany(shortest);
  let [fits, tooLong] = [leastCharacters, longest];
  while (tooLong - fits > 1) {
    yield;
    const middle = Math.floor((fits + tooLong) / 2);
    if (countCut(catalogWith(profile, session, middle)) === 0) fits = middle;
    else tooLong = middle;
  }
  const edits = skills.flatMap(({ location, name, description }) => {
    const after = shortened(description, fits);
    return after === description ? [] : [{ location, name, before: description, after }];
  });
  return { kind: "edits", limit: fits, edits };
}

/** The accepted edits as one change of files, which is undone as one. */
export function trimFix({ files }: Pick<Session, "files">, edits: readonly TrimEdit[], label: string): QuickFix {
  const writes = edits.flatMap(({ location, after }) => {
    const text = readText(files, location);
    return text === undefined ? [] : [{ path: location, text: setField(text, "description", after) }];
  });
  return { label, writes, moves: [] };
}

function catalogWith(profile: Profile, session: Session, limit: number): Catalog {
  const short = (skill: Skill): Skill => ({ ...skill, description: shortened(skill.description, limit) });
  const discovery = { ...session.discovery, skills: session.discovery.skills.map(short) };
  return renderCatalog(profile, { ...session, discovery });
}

function tooMany({ rows, leftOut = [] }: Catalog): TrimPlan {
  return { kind: "too-many", named: rows.length, cut: rows.filter(isCut).length, all: rows.length + leftOut.length };
}

/** The text up to the last sentence that fits, if that uses most of the room; otherwise up to the last whole word. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit + 1);
  const sentence = Math.max(...[...start.matchAll(/[.!?](?=\s)/gu)].map(({ index }) => index + 1), 0);
  if (sentence > limit / 2) return text.slice(0, sentence);
  const word = start.search(/\s\S*$/u);
  const words = word > 0 ? text.slice(0, word) : text.slice(0, limit).toWellFormed();
  return words.replace(dangling, "") || text.slice(0, limit).toWellFormed();
}

/** What a cut sentence must not end with: punctuation that leads on, and words that need another one behind them. */
const dangling =
  /(?:[\s,;:–—(-]|(?<=[\s,;(])(?:an?|and|as|at|by|for|from|in|including|into|of|on|or|that|the|to|using|via|when|with))+$/iu;
