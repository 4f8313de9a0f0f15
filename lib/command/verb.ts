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
