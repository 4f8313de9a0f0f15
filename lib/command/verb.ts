import { UsageError } from "./console.ts";

/** One verb of the command. */
export interface Verb {
  /** The text of `--help`: usage, options, exit codes, two examples. */
  readonly usage: string;
  /**
   * @param args the arguments after the verb
   * @returns the exit code: 0 passed, 1 failed as asked
   * @throws errors that `runCommand` prints as a sentence, with exit code 2
   */
  run(args: readonly string[]): Promise<number> | number;
  /** Sub-verbs by the word after the verb (a folder of that name is written `./word`). */
  readonly parts?: Readonly<Record<string, () => Promise<Verb>>>;
}

/** `parseArgs` settings that all verbs share. */
export const parsing = { allowPositionals: true, allowNegative: true } as const;

/** Reads an option's value as a share. @throws UsageError */
export function shareOf(name: string, text: string): number {
  const share = Number(text);
  if (!(share > 0 && share <= 1)) throw new UsageError(`--${name} is a share above 0 and at most 1, not ${text}.`);
  return share;
}

/** Reads an option's value as a count. @throws UsageError */
export function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`--${name} is a whole number from 1 on, not ${text}.`);
  return count;
}
