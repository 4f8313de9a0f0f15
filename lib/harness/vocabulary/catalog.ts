import type { LevelOrder } from "./discovery.ts";
import type { ScopedPath } from "./places.ts";

export interface CatalogRules {
  readonly delivery: Delivery;
  /** The lowest state in which a skill is listed. */
  readonly lists: "on" | "active";
  readonly head: string;
  /**
   * One skill's, over its values (`skillValues`), its `{summary}`, and `{told}`, which is there where any of that is. `{opens}`: what the
   * catalog calls the place of its root, where the row before is of another.
   */
  readonly row: string;
  readonly separator: string;
  readonly tail: string;
  /** The whole text when no skill is listed. */
  readonly empty: string;
  readonly summary?: SummaryRules;
  /** Rows in byte order of name or by level, whatever order the skills are loaded in. */
  readonly sorted?: true | LevelOrder;
  readonly budget?: CatalogBudget;
  /** Skills that the program brings along and lists after a person's: they take their part of the budget. */
  readonly own?: readonly OwnSkill[];
  /** What it calls the place of these. Absent: nothing. */
  readonly ownLevel?: string;
  /** Where a person sets some of these numbers. */
  readonly settings?: CatalogSettings;
}

/** A skill of the program's own, whose text is its maker's: only how many columns its summary has. */
export interface OwnSkill {
  readonly name: string;
  readonly columns: number;
  /** Its summary is cut as a person's are, after those; any other's is told whole, whatever it costs. */
  readonly isCut?: true;
}

/** Keys of JSON files, of which the first that has a key decides. */
export interface CatalogSettings {
  readonly files: readonly ScopedPath[];
  /** A number of the budget's share. */
  readonly share: string;
  /** A number in place of the summary's limit. */
  readonly summaryLimit: string;
  /** `true`: no skills of the program's own. */
  readonly withoutOwn: string;
}

/** `{summary}` of a row: a skill's values, cut to so many characters, the ending included. */
export interface SummaryRules {
  readonly text: string;
  readonly limit: number;
  readonly ending: string;
  /** What it is made of. Absent: the values as they are. `plain-lines`: each of them as one line, see `plainLine`. */
  readonly of?: "plain-lines";
  /** How characters are counted for the cut. Absent: code points. `utf-16`: as JavaScript counts, so that a pair may lose its second half. */
  readonly counts?: "utf-16";
}

/** What all rows together may take of the model's context window; summaries are cut where they take more. */
export interface CatalogBudget {
  /** Of the window; 0 where there is a `limit`. */
  readonly share: number;
  /** So much, in its unit, whatever the window. */
  readonly limit?: number;
  /** The window in tokens where nobody says what the chosen model takes in. Absent: `defaultWindow`. */
  readonly window?: number;
  /**
   * `characters`: four (or `perToken`) for each token of the share, the line breaks between rows included. `tokens`: one for every four
   * bytes of a row and its line break, and one for what is left of them.
   */
  readonly unit: "characters" | "tokens";
  /** With `characters`: how many are counted for a token. Absent: four. */
  readonly perToken?: number;
  /** How characters are counted. Absent: code points. `columns`: those of a terminal, see `columnsOf`; `utf-16`: as JavaScript counts. */
  readonly counts?: "columns" | "utf-16";
  /**
   * `least-used`: every name stays, and summaries are kept whole as long as they fit, those of the skills used most first.
   * `evenly`: every summary gets one more character in turn; where even the rows without summaries are too long together,
   * those that do not fit are left out. `in-order`: rows are whole up to the first that does not fit; from there on there are
   * none. `first-lines`: where all rows are too long together, every one has the first line of its description and nothing of when
   * to use it, however much room that takes; those of the program's own stay whole.
   */
  readonly cuts: "least-used" | "evenly" | "in-order" | "first-lines";
  /** Told behind the rows of those that are left out: `{names}`, with commas between them. */
  readonly others?: string;
  /** With `least-used`: where the harness counts. Nobody has used a skill that is not there. */
  readonly uses?: UseCounts;
  /** Tried before anything is cut, and kept where more is told with them. */
  readonly aliases?: PathAliases;
  /** What a person is told of what was cut. */
  readonly warnings?: BudgetWarnings;
}

/** A JSON file `{ [key]: { name: { [count]: number } } }`. */
export interface UseCounts extends ScopedPath {
  readonly key: string;
  readonly count: string;
}

/** Short names for the roots, told in a table, so that each row's `{location}` can begin with one. */
export interface PathAliases {
  /** In place of the catalog's head: `{table}`. */
  readonly head: string;
  /** A line of the table: `{alias}`, `{root}`. */
  readonly row: string;
  /** What names of roots begin with; a number follows, from 0. */
  readonly prefix: string;
  /** Whether they are used where nothing has to be cut, too. */
  readonly isAlways?: true;
}

export interface BudgetWarnings {
  /** Where the summaries have lost more than `above` characters on average: nothing to fill in. */
  readonly shortened?: { readonly above: number; readonly text: string };
  /** Where skills are left out: `{count}`, `{plural}` (`s` but for one), `{verb}` (`was`, `were`). */
  readonly leftOut?: string;
}

/** Tokens that a model is assumed to take in where nobody says. */
export const defaultWindow = 200_000;

/** Where in a request the catalog stands. */
export type Delivery =
  /** At the end of the system prompt, after `before`. */
  | { readonly channel: "system"; readonly before: string }
  /** As a message of the role developer, behind the system prompt. */
  | { readonly channel: "developer" }
  /** As the description of the harness's own tool. */
  | { readonly channel: "tool" }
  /**
   * After (or before) a person's message: the first one of a conversation, and the next one after the catalog changed.
   * `{catalog}`. `role`: whose message it is in the program; in this lab it is always part of the person's.
   */
  | {
      readonly channel: "reminder";
      readonly wrapper: string;
      readonly role?: "system";
      readonly stands?: "before";
      /** What is told once the catalog has changed. Absent: all of it. `new-rows`: those not told yet, and at once behind the result of the call that brought them. */
      readonly later?: "new-rows";
    };

/** What the model is told of the skills before it reads any. */
export interface Catalog {
  /** Where in the request it stands. */
  readonly channel: Delivery["channel"];
  /** Exactly as the harness writes it; empty when the harness would add nothing. */
  readonly text: string;
  readonly rows: readonly CatalogRow[];
  /** Where the harness has a budget for the rows, and a skill is listed. */
  readonly budget?: BudgetUse;
  /** Skills of the program's own that it lists, too: their rows are not in `text`. */
  readonly own?: OwnListed;
  /** Locations of skills that are to be listed and have no room. */
  readonly leftOut?: readonly string[];
  /** Locations of skills that are to be listed once a file is touched that they are for. */
  readonly waiting?: readonly string[];
  /** Locations of skills of which the model may be told, where no document says what it is told. */
  readonly undocumented?: readonly string[];
  /** What the harness tells a person of it, verbatim. */
  readonly warnings?: readonly string[];
}

/** Names, and what their rows take of the budget. */
export interface OwnListed {
  readonly names: readonly string[];
  readonly used: number;
}

/** Where a catalog tells of a skill. */
export interface CatalogRow {
  readonly skill: string;
  readonly location: string;
  /** Character range of the skill's row in `Catalog.text`. */
  readonly start: number;
  readonly end: number;
  /** What of its summary is missing; absent: nothing. */
  readonly cut?: SummaryCut;
}

/** A summary that is not told whole. Of none at all (`told` is 0) the model has the name to go by. */
export interface SummaryCut {
  /** The rule on each summary, the rule on all together, or the skill's state. */
  readonly by: "limit" | "budget" | "state";
  /** Characters that are told, an ending that marks the cut included. */
  readonly told: number;
  readonly of: number;
}

/** A budget in the unit of its rule. */
export interface BudgetUse {
  readonly unit: CatalogBudget["unit"];
  readonly share: number;
  /** The window that it is a share of, in tokens. */
  readonly window: number;
  readonly limit: number;
  /** What the rows would take if none was cut, and what they take. */
  readonly needed: number;
  readonly used: number;
}
