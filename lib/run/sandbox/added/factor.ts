import { OptionError, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

/** The largest number here: its divisors are tried one after another. */
const most = Number.MAX_SAFE_INTEGER;

/** GNU's factor. @throws OptionError */
export async function factor(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words } = readOptions(args, { letters: "", withValue: "", long: {} });
  const given = words.length > 0 ? words : ((context.stdin as unknown as string).match(/\S+/g) ?? []);
  let [stdout, stderr] = ["", ""];
  for (const each of given) {
    const number = /^\+?(\d+)$/.exec(each)?.[1];
    if (number === undefined) stderr += `factor: '${each}' is not a valid positive integer\n`;
    else if (Number(number) > most) throw new OptionError(`no number beyond ${most} is possible here`);
    else stdout += `${[`${Number(number)}:`, ...factorsOf(Number(number))].join(" ")}\n`;
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
}

function factorsOf(number: number): readonly number[] {
  const factors: number[] = [];
  let left = number;
  for (let by = 2; by * by <= left; by += by === 2 ? 1 : 2) {
    while (left % by === 0) {
      factors.push(by);
      left /= by;
    }
  }
  return left > 1 ? [...factors, left] : factors;
}
