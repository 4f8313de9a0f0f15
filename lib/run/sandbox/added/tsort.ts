import { OptionError, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";

/** GNU's tsort: an order in which the first of each pair comes before the second. Circles are refused. @throws OptionError */
export async function tsort(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words } = readOptions(args, { letters: "", withValue: "", long: {} });
  const { read, faults } = await readAll("tsort", words.slice(0, 1), context);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const names = read[0]?.text.match(/\S+/g) ?? [];
  if (names.length % 2 > 0) throw new OptionError("input contains an odd number of tokens");
  const { order, isWhole } = ordered(names);
  if (!isWhole) throw new OptionError("the pairs go round in a circle, which is not possible here");
  return { stdout: order.map((name) => `${name}\n`).join(""), stderr: "", exitCode: 0 };
}

/** @param names pairs, one after another */
function ordered(names: readonly string[]) {
  const after = new Map<string, string[]>(names.map((name) => [name, []]));
  const waits = new Map<string, number>(names.map((name) => [name, 0]));
  for (let at = 0; at < names.length; at += 2) {
    const [first = "", second = ""] = names.slice(at, at + 2);
    if (first === second) continue;
    // The last named comes first, as in GNU's list.
    after.get(first)?.unshift(second);
    waits.set(second, (waits.get(second) ?? 0) + 1);
  }
  const ready = [...waits].filter(([, count]) => count === 0).map(([name]) => name);
  const order = ready.sort();
  // Grows as it is read: a name that waits for nothing more follows.
  for (const name of order) {
    for (const next of after.get(name) ?? []) {
      const left = (waits.get(next) ?? 0) - 1;
      waits.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return { order, isWhole: order.length === waits.size };
}
