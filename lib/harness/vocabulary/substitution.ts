export type Substitution =
  | { readonly kind: "none" }
  /**
   * One pass with this expression (ASCII word boundaries). A match's first group that took part is an argument's
   * number, counted from `base`; a match without one stands for all arguments, joined by a blank. What is missing
   * is empty.
   */
  | { readonly kind: "placeholders"; readonly pattern: string; readonly base: 0 | 1 }
  | ShellWords;

/**
 * `$ARGUMENTS`: all, as typed. `$ARGUMENTS[N]`, `$N`: split as a shell does, from 0; one that is missing stays as
 * written. `$name`: by the skill's own names for them; one that is missing is empty. A backslash in front keeps any of
 * these. One pass.
 */
export interface ShellWords {
  readonly kind: "shell-words";
  /** Of `${NAME}`: a skill's values, `{workingFolder}`. Others stay, and those that are empty for a skill. */
  readonly variables: Readonly<Record<string, string>>;
  /** Put at the end when there are arguments and no placeholder got any: `{arguments}`. */
  readonly appended: string;
  /** What a shell command to be run (after `!`, in backquotes) becomes: this lab runs none. */
  readonly command: string;
}
