import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

/** `-a`, which the shell's own cp does not know: it keeps what there is of times and permissions in any case. */
export function cpArguments(args: readonly string[]): readonly string[] {
  const isArchive = (arg: string) => /^-[a-zA-Z]*a[a-zA-Z]*$/.test(arg) || arg === "--archive";
  return args.flatMap((arg) =>
    isArchive(arg) ? ["-rp", ...[arg.replace(/^--archive$|a/g, "")].filter((rest) => rest.length > 1)] : [arg],
  );
}

/** Prints blanks for an empty line that has no number, and no tab. */
export async function nl(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no nl.");
  const result = await origCommand([...args]);
  const at = args.findIndex((arg) => arg.startsWith("-s"));
  const between = (at < 0 ? undefined : args[at]?.slice(2) || args[at + 1]) ?? "\t";
  const isEmpty = (line: string) => line.trim() === between.trim() && line.endsWith(between);
  const lines = result.stdout
    .split("\n")
    .map((line) => (line !== "" && isEmpty(line) ? " ".repeat(line.length) : line));
  return { ...result, stdout: lines.join("\n") };
}

/**
 * With `-z` lines end with NUL: NUL and newline are swapped before and after. With `-m` all is sorted, as the files are already.
 * @throws OptionError if files are named with `-z`
 */
export async function sort(
  given: readonly string[],
  { origCommand, exec, cwd, stdin }: CommandContext,
): Promise<CommandResult> {
  if (!origCommand || !exec) throw new Error("The shell sorts nothing.");
  const args = given
    .filter((arg) => arg !== "-m" && arg !== "--merge")
    .map((arg) => (/^-[bdfghimnruVz]+$/.test(arg) ? arg.replace("m", "") : arg));
  const isRandom = (arg: string) => /^-[a-zA-Z]*R[a-zA-Z]*$/.test(arg) || arg === "--random-sort";
  if (args.some(isRandom)) {
    const plain = args.map((arg) => (isRandom(arg) ? arg.replace(/R|^--.*/, "") : arg));
    const others = plain.filter((arg) => arg !== "" && arg !== "-");
    const { stdout, ...printed } = await origCommand([...others]);
    return { ...printed, stdout: inRandomOrder(stdout) };
  }
  const isZero = (arg: string) => /^-[a-zA-Z]*z[a-zA-Z]*$/.test(arg) || arg === "--zero-terminated";
  if (!args.some(isZero)) return origCommand([...args]);
  const others = args
    .filter((arg) => arg !== "-z" && arg !== "--zero-terminated")
    .map((arg) => (isZero(arg) ? arg.replace("z", "") : arg));
  if (others.some((arg) => !arg.startsWith("-")))
    throw new OptionError("-z is only possible here for what comes by a pipe");
  const input = exchanged(stdin as unknown as string);
  const sorted = await exec("sort", { cwd, args: others, stdin: input, stdinKind: "bytes" });
  return { ...sorted, stdout: exchanged(sorted.stdout) };
}

/** Sorted lines in any order, but the same ones together. */
function inRandomOrder(text: string): string {
  const order = new Map<string, number>();
  const placeOf = (line: string) => {
    const place = order.get(line) ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    order.set(line, place);
    return place;
  };
  const lines = text.match(/[^\n]*\n/g) ?? [];
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b)).join("");
}

function exchanged(text: string): string {
  return text.replace(/[\0\n]/g, (end) => (end === "\0" ? "\n" : "\0"));
}
