import type { LevelOrder } from "./discovery.ts";

export interface CatalogRules {
  readonly delivery: Delivery;
  /** The least state in which a skill is listed. */
  readonly lists: "on" | "active";
  readonly head: string;
  /** Of a skill, see `skill-values.ts` for what it can name. */
  readonly row: string;
  readonly separator: string;
  readonly tail: string;
  /** The whole text when no skill is listed. */
  readonly empty: string;
  /** `{summary}` of a row: a skill's values, cut to so many characters, the ending included. */
  readonly summary?: { readonly text: string; readonly limit: number; readonly ending: string };
  /** Rows in byte order of name or by level, whatever order the skills are loaded in. */
  readonly sorted?: true | LevelOrder;
  readonly budget?: CatalogBudget;
}

/**
 * How many characters the rows may have, a line break each. `last-first`: summaries are left out from the last row on.
 * `evenly`: every summary gets one more character in turn; where not even rows without fit, those are left out that do not.
 */
export interface CatalogBudget {
  readonly characters: number;
  readonly cuts: "last-first" | "evenly";
}

/** Where in a request the catalog stands. */
export type Delivery =
  /** At the end of the system prompt, after `before`. */
  | { readonly channel: "system"; readonly before: string }
  /** As the description of the harness's own tool. */
  | { readonly channel: "tool" }
  /**
   * After (or before) a message of the person: the first of a conversation, and the next after the catalog changed.
   * `{catalog}`.
   */
  | { readonly channel: "reminder"; readonly wrapper: string; readonly stands?: "before" };

/** What the model is told of the skills before it reads any. */
export interface Catalog {
  /** Where in the request it stands. */
  readonly channel: "system" | "reminder" | "tool";
  /** Exactly as the harness writes it; empty when the harness would add nothing. */
  readonly text: string;
  readonly rows: readonly CatalogRow[];
}

export interface CatalogRow {
  readonly skill: string;
  readonly location: string;
  /** Character range of the skill's row in `Catalog.text`. */
  readonly start: number;
  readonly end: number;
}
