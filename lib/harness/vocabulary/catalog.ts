import type { Shape } from "#lib/skills/json-shape.ts";
import type { LevelOrder } from "./discovery.ts";
import type { ScopedPath } from "./places.ts";

export interface CatalogRules {
  readonly delivery: Delivery;
  /** The lowest state in which a skill is listed. */
  readonly lists: "on" | "active";
  readonly head: string;
  /** In its place where a conversation has been told of other skills before. */
  readonly laterHead?: string;
  /**
   * One skill's row, over its values (`skillValues`), its `{summary}`, and `{told}`, which is present if any of the summary is. `{opens}`:
   * the catalog's name for the place of its root, if it differs from that of the row before.
   */
  readonly row: string;
  readonly separator: string;
  readonly tail: string;
  /** The whole text if no skill is listed. */
  readonly empty: string;
  readonly summary?: SummaryRules;
  /** Rows in byte order of name or by level, independent of the order in which skills are loaded. */
  readonly sorted?: true | LevelOrder;
  readonly budget?: CatalogBudget;
  /** The program's own skills, which it lists after a person's; they use part of the budget. */
  readonly own?: readonly OwnSkill[];
  /** The catalog's name for the place of these skills. Absent: none. */
  readonly ownLevel?: string;
  /** What becomes of calls of these skills, if that is known. */
  readonly ownCalls?: OwnCalls;
  /** Settings by which a person changes some of these numbers. */
  readonly settings?: CatalogSettings;
}

/** A bundled skill whose text belongs to the harness's maker: only the columns of its summary are known. */
export interface OwnSkill {
  readonly name: string;
  readonly columns: number;
  /** The summary is cut like a person's, after those; without this it is told whole, whatever it costs. */
  readonly isCut?: true;
}

/** Texts with `{asked}`, the name of one of the program's own skills. */
export interface OwnCalls {
  /** The answer to the model's call, with a remark in place of the maker's text. */
  readonly launched: string;
  /** What is shown for a line that calls it. */
  readonly typed: string;
  /** The answers if settings turn this one off, or all. */
  readonly off: string;
  readonly allOff: string;
}

/** Keys in JSON files; the first file that has a key decides. */
export interface CatalogSettings {
  /** Name of a variable in the files' `env`: a whole number, as a text or not, that replaces the budget's limit. */
  readonly room: string;
  readonly files: readonly ScopedPath[];
  /** A file of another shape counts as one that says nothing. */
  readonly shape: Shape;
  /** Key of a number that replaces the budget's share. */
  readonly share: string;
  /** Key of a number that replaces the limit of each summary. */
  readonly summaryLimit: string;
  /** Key that, if `true`, removes the program's own skills. */
  readonly withoutOwn: string;
}

/** `{summary}` of a row: a skill's values, cut to this many characters, including the ending. */
export interface SummaryRules {
  readonly text: string;
  readonly limit: number;
  readonly ending: string;
  /** What the summary is made of. Absent: the values as they are. `plain-lines`: each value as one line, see `plainLine`. */
  readonly of?: "plain-lines";
  /**
   * How characters are counted for the cut. Absent: code points. `utf-16`: as JavaScript counts, so that a cut may split a surrogate pair.
   */
  readonly counts?: "utf-16";
}

/** What all rows together may take of the model's context window; summaries are cut if they take more. */
export interface CatalogBudget {
  /** Share of the window; 0 if there is a `limit`. */
  readonly share: number;
  /** A fixed limit in the budget's unit, whatever the window. */
  readonly limit?: number;
  /** Window in tokens if that of the chosen model is unknown. Absent: `defaultWindow`. */
  readonly window?: number;
  /** A TOML file and its key of a number that counts instead of any model's window. */
  readonly windowIn?: ScopedPath & { readonly key: string };
  /**
   * `characters`: four (or `perToken`) for each token of the share, including the line breaks between rows. `tokens`: one for every four
   * bytes of a row with its line break, rounded up.
   */
  readonly unit: "characters" | "tokens";
  /** With `characters`: characters per token. Absent: four. */
  readonly perToken?: number;
  /** How characters are counted. Absent: code points. `columns`: columns of a terminal, see `columnsOf`; `utf-16`: as JavaScript counts. */
  readonly counts?: "columns" | "utf-16";
  /**
   * How summaries are cut. `least-used`: every name stays, and summaries are kept whole while they fit, those of the most used skills
   * first. `evenly`: every summary gets one more character in turn; if even the rows without summaries are too long together, those that do
   * not fit are left out. `in-order`: rows are whole up to the first that does not fit, and there are none after it. `first-lines`: if all
   * rows are too long together, each has only the first line of its description and nothing on when to use it, however much that takes;
   * those of the program's own stay whole.
   */
  readonly cuts: "least-used" | "evenly" | "in-order" | "first-lines";
  /** Follows the rows if skills are left out. */
  readonly others?: OtherNames;
  /** With `least-used`: where the harness stores its counts. A skill without a count has never been used. */
  readonly uses?: UseCounts;
  /** Tried before anything is cut, and used if more is told with them. */
  readonly aliases?: PathAliases;
  /** Messages to the person about what was cut. */
  readonly warnings?: BudgetWarnings;
}

/** The names of skills that have no row. */
export interface OtherNames {
  /** `{names}`: the names, separated by commas. */
  readonly text: string;
  /** How many characters the text may have, without a line break at its beginning. Further names are left out. */
  readonly limit: number;
  /** Follows the names where some are left out. `{count}`: how many. It does not count against the limit. */
  readonly more: string;
}

/** A JSON file `{ [key]: { name: { [count]: number } } }`. */
export interface UseCounts extends ScopedPath {
  readonly key: string;
  readonly count: string;
}

/** Short names for the roots, with one of which each row's `{location}` begins. The catalog's head lists them: `{table}`. */
export interface PathAliases {
  /** How much of the head and the table does not count against the budget, in the budget's unit. */
  readonly spared: number;
  /** A line of the table: `{alias}`, `{root}`. */
  readonly row: string;
  /** Prefix of the short names; a number follows, from 0. */
  readonly prefix: string;
  /**
   * If only one skill of a plugin is listed, the short name stands for its marketplace's folder, which several plugins
   * share.
   */
  readonly sharesMarkets?: true;
}

export interface BudgetWarnings {
  /** Shown if the summaries have lost more than `above` characters on average; has no placeholders. */
  readonly shortened?: { readonly above: number; readonly text: string };
  /** Shown if skills are left out: `{count}`, `{plural}` (`s` unless it is one), `{verb}` (`was`, `were`). */
  readonly leftOut?: string;
}

/** Context window in tokens that is assumed if nobody says. */
export const defaultWindow = 200_000;

/** Where in a request the catalog is. */
export type Delivery =
  /** At the end of the system prompt, after `before`. */
  | { readonly channel: "system"; readonly before: string }
  /** As a message with the role developer, after the system prompt. */
  | { readonly channel: "developer" }
  /** As the description of the harness's own tool. */
  | { readonly channel: "tool" }
  /**
   * After (or before) a person's message: the first one of a conversation, and the next one after a change of the catalog. `{catalog}`.
   * `role`: the role of the message in the program; in this lab it is always part of the person's message.
   */
  | {
      readonly channel: "reminder";
      readonly wrapper: string;
      readonly role?: "system";
      readonly stands?: "before";
      /**
       * What is told after a change of the catalog. Absent: all of it. `new-rows`: only rows that were not told yet, directly after the
       * result of the call that added them.
       */
      readonly later?: "new-rows";
    };

/** What the model is told of the skills before it reads any. */
export interface Catalog {
  /** Where in the request it is. */
  readonly channel: Delivery["channel"];
  /** Exactly as the harness writes it; empty if the harness would add nothing. */
  readonly text: string;
  /** A rule in the settings takes the harness's own tool away. */
  readonly withoutTool?: true;
  readonly rows: readonly CatalogRow[];
  /** Present if the harness has a budget for the rows, and a skill is listed. */
  readonly budget?: BudgetUse;
  /** The program's own skills that the harness also lists: their rows are not in `text`. */
  readonly own?: OwnListed;
  /** Locations of skills that should be listed but have no room. */
  readonly leftOut?: readonly string[];
  /** Locations of skills that will be listed once a file that they are for is touched. */
  readonly waiting?: readonly string[];
  /** Locations of skills that the model may be told of, if no documentation says what it is told. */
  readonly undocumented?: readonly string[];
  /** The harness's messages to the person about the catalog, verbatim. */
  readonly warnings?: readonly string[];
}

/** The names of skills, and what their rows take of the budget. */
export interface OwnListed {
  readonly names: readonly string[];
  readonly used: number;
}

/** The row of a skill in the catalog. */
export interface CatalogRow {
  readonly skill: string;
  readonly location: string;
  /** Character range of the skill's row in `Catalog.text`. */
  readonly start: number;
  readonly end: number;
  /** What is missing of the summary; absent: nothing. */
  readonly cut?: SummaryCut;
}

/** A summary that is not told whole. If `told` is 0, the model has only the name. */
export interface SummaryCut {
  /** The cause: the limit of each summary, the budget for all together, or the skill's state. */
  readonly by: "limit" | "budget" | "state";
  /** Characters that are told, including an ending that marks the cut. */
  readonly told: number;
  readonly of: number;
}

/** The use of a budget, in its unit. */
export interface BudgetUse {
  readonly unit: CatalogBudget["unit"];
  readonly share: number;
  /** The window in tokens that the budget is a share of. */
  readonly window: number;
  readonly limit: number;
  /** What the rows would take without cuts, and what they take. */
  readonly needed: number;
  readonly used: number;
}
