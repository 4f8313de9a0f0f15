import { UsageError } from "./console.ts";

/** One thing that the command does. */
export interface Verb {
  /** What `--help` tells: how it is called, its options, its exit codes, two examples. */
  readonly usage: string;
  /**
   * @param args what stands behind the verb
   * @returns the exit code: 0 passed, 1 failed as asked
   * @throws what `runCommand` tells in a sentence, and ends with 2
   */
  run(args: readonly string[]): Promise<number> | number;
  /** What it does besides, by the word that stands behind it (a folder of that name is written `./word`). */
  readonly parts?: Readonly<Record<string, () => Promise<Verb>>>;
}

/** Settings of `parseArgs` that all verbs share. */
export const parsing = { allowPositionals: true, allowNegative: true } as const;

/** What an option says that is a share. @throws UsageError */
export function shareOf(name: string, text: string): number {
  const share = Number(text);
  if (!(share > 0 && share <= 1)) throw new UsageError(`--${name} is a share above 0 and at most 1, not ${text}.`);
  return share;
}

/** What an option says that is a count. @throws UsageError */
export function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`--${name} is a whole number from 1 on, not ${text}.`);
  return count;
}
