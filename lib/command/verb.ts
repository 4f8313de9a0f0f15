import { type ParseArgsConfig, parseArgs } from "node:util";
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

/** Reads a verb's arguments; `--no-…` turns an option off. @throws TypeError for an option that it does not have */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
}

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
