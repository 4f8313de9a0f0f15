import { resolve } from "#lib/run/sandbox/shell-files.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";

/** Options that list names in another order than by letters. */
const ordered = /^-[a-zA-Z]*[tSUXrv]|^--(?:sort|reverse)/;

/**
 * Lists files first, one a line, then folders under their names: the shell's own puts a blank line between any two, and lists a folder's
 * content even with `-d`.
 */
export async function ls(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand } = context;
  if (!origCommand) throw new Error("The shell has no ls.");
  const end = args.indexOf("--");
  const isOption = (arg: string, at: number) => arg.startsWith("-") && arg !== "-" && (end === -1 || at <= end);
  const options = args.filter(isOption);
  const names = args.filter((arg, at) => !isOption(arg, at));
  if (names.length < 2) return origCommand([...args]);
  const asEntries = options.some((option) => /^-[a-zA-Z]*d|^--directory$/.test(option));
  const kinds = await Promise.all(
    names.map(async (name) => ({ name, isFolder: !asEntries && (await isFolder(context, name)) })),
  );
  const isSorted = !options.some((option) => ordered.test(option));
  const sorted = isSorted ? kinds.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) : kinds;
  const parts = { stdout: "", stderr: "", exitCode: 0 };
  const add = ({ stdout, stderr, exitCode }: CommandResult, before = "") => {
    parts.stdout += before + stdout;
    parts.stderr += stderr;
    parts.exitCode = Math.max(parts.exitCode, exitCode);
  };
  for (const { name } of sorted.filter(({ isFolder }) => !isFolder)) add(await origCommand([...options, name]));
  for (const { name } of sorted.filter(({ isFolder }) => isFolder)) {
    add(await origCommand([...options, name]), `${parts.stdout === "" ? "" : "\n"}${name}:\n`);
  }
  return parts;
}

async function isFolder({ fs, cwd }: CommandContext, name: string): Promise<boolean> {
  try {
    return (await fs.stat(resolve(cwd, name))).isDirectory;
  } catch {
    return false;
  }
}
