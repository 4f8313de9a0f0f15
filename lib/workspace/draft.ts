import type { Failure } from "#lib/failure.ts";

/** What a person has typed into a file and not saved. */
export interface Draft {
  /** The file's text that it was made from; absent where there was no file. */
  readonly base: string | undefined;
  readonly text: string;
  /** The text that is being saved. */
  readonly saving?: string;
  /** Why it could not be saved. */
  readonly failure?: Failure;
}

/** Whether the file has become something else since, by another hand: saving would lose that. `disk`: its text now. */
export function isOvertaken({ base, text, saving }: Draft, disk: string | undefined): boolean {
  return disk !== base && disk !== text && (saving === undefined || disk !== saving);
}
