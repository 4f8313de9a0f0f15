import type { FileWrite } from "./session.ts";
import type { Skill } from "./skill.ts";
import type { ByState, SkillState, States } from "./states.ts";

export interface CommandRules {
  /**
   * How a line is split into words. Absent: as typed, at every run of white space. `first-at-space`: trimmed, and only a space ends the
   * first word; tabs and line breaks are part of it.
   */
  readonly split?: "first-at-space";
  /** Whether a command may have line breaks between its words. Absent: a line with one is no command, unless `split` allows it. */
  readonly multiline?: true;
  /** The words whose case is ignored: the first, or those after it. */
  readonly anyCase?: "first" | "others";
  /** The first rule that matches counts. */
  readonly rules: readonly CommandRule[];
  /** First words of commands that have nothing to do with skills: each hides a skill of that name. */
  readonly others: readonly string[];
  /** Whether a skill of that name hides the command instead. */
  readonly yieldToSkills?: true;
  /**
   * Printed for any other line that begins with a slash: `{word}` (after the slash; `{lowered}`: in lower case), `{rest}`, what follows it,
   * and `{line}`, all of it. Absent: such a line goes to the model.
   */
  readonly unknown?: string;
}

export interface CommandRule {
  /** The words of the line; `<name>` stands for a skill's name, `<rest>` for any words or none. */
  readonly words: readonly string[];
  /** What the command does, as shown in completions. A rule without it is not offered there. */
  readonly detail?: string;
  readonly does:
    | {
        readonly kind: "list";
        readonly heading: string;
        /** Printed instead if there is no skill. */
        readonly none: string;
        /** `{name}` and `{mark}` padded, `{description}`. */
        readonly row: string;
        /** Width to which names are padded: that of the longest, or a number of characters. */
        readonly nameWidth: "longest" | number;
        /** In order of name. Absent: as they were found. */
        readonly sorted?: true;
        readonly marks: ByState<string>;
      }
    | { readonly kind: "print"; readonly output: string }
    /**
     * `{count}`: the number of skills found by the reload, `{plural}`: `s` unless it is one. `{changes}`: how many are new or gone, empty
     * for none.
     */
    | { readonly kind: "reload"; readonly output: string }
    /** Begins a new conversation, and reloads if the harness does so then. */
    | { readonly kind: "new-chat"; readonly output: string }
    /** Adds a folder to the session: `{folder}`. `missing`: printed if there is no such folder. */
    | { readonly kind: "add-folder"; readonly output: string; readonly missing: string }
    /** `{name}`. */
    | { readonly kind: "set-state"; readonly state: SkillState; readonly output: string; readonly unknown: string };
}

/** What a harness makes of a line that a person typed. */
export type LineResult =
  /** Goes to the model as typed. */
  | { readonly kind: "text" }
  /** A skill is called by name: `message` goes to the model instead of the line. */
  | {
      readonly kind: "invocation";
      readonly skill: Skill;
      /** Further skills, if the harness lets a line name several. */
      readonly others?: readonly Skill[];
      readonly message: string;
      /** The text of each skill in the message, as it was called. */
      readonly contents: readonly string[];
      /** What the conversation shows. */
      readonly display: string;
    }
  /** A command of the harness: prints `output`, makes the changes in `writes`, reloads if `reload`. Nothing goes to the model. */
  | {
      readonly kind: "command";
      readonly output: string;
      readonly writes: readonly FileWrite[];
      readonly reload: boolean;
      /** The running harness's states after the command, if it keeps them itself. */
      readonly states?: States;
      /** A folder that the command adds to the session. */
      readonly added?: string;
      /** Whether a new conversation begins. */
      readonly newChat?: true;
    };

export interface Completion {
  /** Content of the message box after accepting, without a final blank. */
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
  /** The SKILL.md of a skill that is not loaded because the harness never looks there. Nothing can call it yet. */
  readonly elsewhere?: string;
  /** A skill that the harness will load when it is reloaded. Nothing can call it before. */
  readonly isPending?: true;
}
