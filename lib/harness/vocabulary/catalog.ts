import type { LevelOrder } from "./discovery.ts";

export interface CatalogRules {
  readonly delivery: Delivery;
  /** The lowest state in which a skill is listed. */
  readonly lists: "on" | "active";
  readonly head: string;
  /** One skill's, over its values (`skillValues`). */
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
 * How many characters the rows may have, their line breaks included. `last-first`: summaries are left out, the last
 * row's first. `evenly`: every summary gets one more character in turn; where even the rows without summaries are too
 * long together, those that do not fit are left out.
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
   * After (or before) a person's message: the first one of a conversation, and the next one after the catalog changed.
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
