import type { SkillState } from "./model.ts";

export interface CommandRules {
  /**
   * How a line is taken apart. Absent: as it was typed, at every run of white space. `first-at-space`: trimmed, and its
   * first word ends at a space alone; tabs and line breaks belong to it.
   */
  readonly split?: "first-at-space";
  /** Which words count in any case of letters: the first, or those after it. */
  readonly anyCase?: "first" | "others";
  /** The first that fits counts. */
  readonly rules: readonly CommandRule[];
  /** Commands that have nothing to do with skills, by their first word: they hide skills of that name. */
  readonly others: readonly string[];
  /** What any other line that begins with a slash prints: `{word}` (after the slash; `{lowered}`: in lower case). Absent: it goes to the model. */
  readonly unknown?: string;
}

export interface CommandRule {
  /** The words of the line; `<name>` stands for a skill's name, `<rest>` for any words or none. */
  readonly words: readonly string[];
  /** For the completion: what it does. A rule without is not offered there. */
  readonly detail?: string;
  readonly does:
    | {
        readonly kind: "list";
        readonly heading: string;
        /** Printed instead when there is no skill. */
        readonly none: string;
        /** `{name}` and `{mark}` padded, `{description}`. */
        readonly row: string;
        /** To how many characters names are padded: those of the longest, or a number. */
        readonly nameWidth: "longest" | number;
        readonly marks: Readonly<Record<SkillState, string>>;
      }
    | { readonly kind: "print"; readonly output: string }
    /** `{count}`: of the skills found then. */
    | { readonly kind: "reload"; readonly output: string }
    /** Begins a new conversation, the harness's reload on it included. */
    | { readonly kind: "new-chat"; readonly output: string }
    /** `{name}`. */
    | { readonly kind: "set-state"; readonly state: SkillState; readonly output: string; readonly unknown: string };
}
