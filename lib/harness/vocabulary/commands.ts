import type { FileWrite } from "./session.ts";
import type { Skill } from "./skill.ts";
import type { ByState, SkillState, States } from "./states.ts";

export interface CommandRules {
  /**
   * How a line is taken apart. Absent: as it was typed, at every run of white space. `first-at-space`: trimmed, and its
   * first word ends at a space alone; tabs and line breaks belong to it.
   */
  readonly split?: "first-at-space";
  /** Whether a command may have line breaks among its words. Absent: a line with one is none, unless `split` says otherwise. */
  readonly multiline?: true;
  /** Which words count in any case of letters: the first, or those after it. */
  readonly anyCase?: "first" | "others";
  /** The first that fits counts. */
  readonly rules: readonly CommandRule[];
  /** Commands that have nothing to do with skills, by their first word: they hide skills of that name. */
  readonly others: readonly string[];
  /** Whether a skill of that name hides the command instead. */
  readonly yieldToSkills?: true;
  /**
   * What any other line that begins with a slash prints: `{word}` (after the slash; `{lowered}`: in lower case).
   * Absent: such a line goes to the model.
   */
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
        readonly marks: ByState<string>;
      }
    | { readonly kind: "print"; readonly output: string }
    /** `{count}`: of the skills found then. */
    | { readonly kind: "reload"; readonly output: string }
    /** Begins a new conversation, the harness's reload on it included. */
    | { readonly kind: "new-chat"; readonly output: string }
    /** Adds a folder to the session: `{folder}`. `missing`: printed where there is no such folder. */
    | { readonly kind: "add-folder"; readonly output: string; readonly missing: string }
    /** `{name}`. */
    | { readonly kind: "set-state"; readonly state: SkillState; readonly output: string; readonly unknown: string };
}

/** What a harness makes of a line typed by a person. */
export type LineResult =
  /** Goes to the model as typed. */
  | { readonly kind: "text" }
  /** A skill invoked by name: `message` goes to the model in place of the line. */
  | {
      readonly kind: "invocation";
      readonly skill: Skill;
      /** Further skills, where a line can name several. */
      readonly others?: readonly Skill[];
      readonly message: string;
      /** The text of each in it, as it was called. */
      readonly contents: readonly string[];
      /** What the conversation shows. */
      readonly display: string;
    }
  /** A command of the harness: prints `output`, writes `writes`, reloads when `reload`. Nothing goes to the model. */
  | {
      readonly kind: "command";
      readonly output: string;
      readonly writes: readonly FileWrite[];
      readonly reload: boolean;
      /** The states of the running harness after it, where it keeps them itself. */
      readonly states?: States;
      /** A folder that it adds to the session. */
      readonly added?: string;
      /** Whether a new conversation begins. */
      readonly newChat?: true;
    };

export interface Completion {
  /** What stands in the box after accepting, without a final blank. */
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
  /** The SKILL.md of a skill that is not loaded, as the harness never looks where it lies: nothing calls it yet. */
  readonly elsewhere?: string;
  /** A skill that the harness loads once it is reloaded: nothing calls it before. */
  readonly isPending?: true;
}
