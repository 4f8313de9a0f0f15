import { OptionError } from "#lib/run/sandbox/command-options.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";

/** The sets of `tr` with `\0` and other signs by their number as what they are. */
export function trArguments(args: readonly string[]): readonly string[] {
  return args.map((arg) =>
    arg.replace(/\\(\\|[0-7]{1,3})/g, (whole, sign: string) => {
      if (sign === "\\") return whole;
      const plain = String.fromCharCode(Number.parseInt(sign, 8));
      return /[-\\[\]]/.test(plain) ? `\\${plain}` : plain;
    }),
  );
}

/** The shell's own takes no notice of what it does not know. @throws OptionError */
export function odArguments(args: readonly string[]): readonly string[] {
  const other = args.find((arg) => /^-./.test(arg) && !/^-(?:[cbox]|A[nox]?|An[cbox])$/.test(arg));
  if (other !== undefined) throw new OptionError(`${other} is not possible here`);
  return args;
}

/** With `-z` lines end with NUL: the two ends change places before and after. @throws OptionError where files are named besides */
export async function sort(
  args: readonly string[],
  { origCommand, exec, cwd, stdin }: CommandContext,
): Promise<CommandResult> {
  if (!origCommand || !exec) throw new Error("The shell sorts nothing.");
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

function exchanged(text: string): string {
  return text.replace(/[\0\n]/g, (end) => (end === "\0" ? "\n" : "\0"));
}

/** Counts in columns of seven, as GNU's. */
export async function uniq(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no uniq.");
  const result = await origCommand([...args]);
  const counts = args.some((arg) => /^-[a-zA-Z]*c/.test(arg) || arg === "--count");
  const aligned = result.stdout.replace(/^ *(\d+) /gm, (_, count: string) => `${count.padStart(7)} `);
  return counts ? { ...result, stdout: aligned } : result;
}
