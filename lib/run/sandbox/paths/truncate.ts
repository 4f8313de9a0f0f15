import { runLimits } from "#lib/run/run-limits.ts";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "csr",
  withValue: "sr",
  long: { "no-create": "c", size: "s", reference: "r" },
};

/** GNU's truncate. @throws OptionError */
export async function truncate(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { fs, cwd } = context;
  const { words, has, lastOf } = readOptions(args, forms);
  const [size, like] = [lastOf("s"), lastOf("r")];
  if (size === undefined && like === undefined)
    throw new OptionError("you must specify either '--size' or '--reference'");
  if (words.length === 0) throw new OptionError("missing file operand");
  const base = like === undefined ? undefined : await sizeOf(like, context);
  const change = sizeChange(size ?? "+0");
  let stderr = "";
  for (const path of words) {
    const place = resolve(cwd, path);
    const found = await fs.stat(place).catch(() => undefined);
    const why = await whyNotAt(place, context);
    if (!found && has("c")) continue;
    if (why === undefined) await resize(place, (before) => change(base ?? before), context);
    else stderr += `truncate: cannot open '${path}' for writing: ${why}\n`;
  }
  return { stdout: "", stderr, exitCode: stderr === "" ? 0 : 1 };
}

/** @throws OptionError */
async function sizeOf(path: string, { fs, cwd }: CommandContext): Promise<number> {
  const found = await fs.stat(resolve(cwd, path)).catch(() => undefined);
  if (!found) throw new OptionError(`failed to get attributes of '${path}': No such file or directory`);
  return found.size;
}

/** Why there can be no file at a place; `undefined` if there can. */
export async function whyNotAt(place: string, { fs }: CommandContext): Promise<string | undefined> {
  const found = await fs.stat(place).catch(() => undefined);
  if (found) return found.isDirectory ? "Is a directory" : undefined;
  return (await fs.exists(resolve(place, ".."))) ? undefined : "No such file or directory";
}

/** @throws OptionError */
async function resize(place: string, change: (size: number) => number, { fs }: CommandContext): Promise<void> {
  const before = (await fs.exists(place)) ? await fs.readFileBuffer(place) : new Uint8Array();
  const length = Math.max(0, change(before.length));
  if (length > runLimits.changedBytes)
    throw new OptionError(`no more than ${runLimits.changedBytes} bytes are possible here`);
  const bytes = new Uint8Array(length);
  bytes.set(before.subarray(0, length));
  await fs.writeFile(place, bytes);
}

/** How a size such as `10`, `+1K` or `%4` changes another. @throws OptionError */
function sizeChange(given: string): (before: number) => number {
  const [, sign = "", number = "", unit = ""] = /^([-+<>/%]?)(\d+)([KMG]?(?:iB|B)?)$/.exec(given) ?? [];
  if (number === "") throw new OptionError(`Invalid number: '${given}'`);
  const base = /^.B$/.test(unit) ? 1000 : 1024;
  const size = Number(number) * base ** (unit === "" ? 0 : "KMG".indexOf(unit.slice(0, 1)) + 1);
  const changes: Readonly<Record<string, (before: number) => number>> = {
    "": () => size,
    "+": (before) => before + size,
    "-": (before) => before - size,
    "<": (before) => Math.min(before, size),
    ">": (before) => Math.max(before, size),
    "/": (before) => Math.floor(before / size) * size,
    "%": (before) => Math.ceil(before / size) * size,
  };
  return changes[sign] ?? (() => size);
}
