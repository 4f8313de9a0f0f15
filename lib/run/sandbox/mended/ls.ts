import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

/** Options that list names in another order than by letters. */
const ordered = /^-[a-zA-Z]*[tSUXrv]|^--(?:sort|reverse)/;

/**
 * Lists files first, one a line, then folders under their names: the shell's own puts a blank line between any two, and lists a folder's
 * content even with `-d`. With `-lh` sizes are rounded up, as GNU does.
 */
export async function ls(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const long = args.map((arg) => (arg === "--human-readable" ? "-h" : arg));
  const isHuman = long.some((arg) => /^-[a-zA-Z]*h/.test(arg)) && long.some((arg) => /^-[a-zA-Z]*l/.test(arg));
  if (!isHuman) return listed(args, context);
  const whole = await listed(
    long.map((arg) => (/^-[a-zA-Z]+$/.test(arg) ? arg.replaceAll("h", "") : arg)).filter((arg) => arg !== "-"),
    context,
  );
  return { ...whole, stdout: whole.stdout.split("\n\n").map(withHumanSizes).join("\n\n") };
}

/** A line of a long listing: up to the size, the size, the date and the name. */
const longLine = /^([-bcdlps][-rwxsStT]{9}\S? +\d+ \S+ \S+) +(\d+) (.*)$/;

/** The listing of a folder with sizes such as `1.5K`, as wide as the longest. */
function withHumanSizes(listing: string): string {
  const lines = listing.split("\n").map((line) => longLine.exec(line) ?? line);
  const width = Math.max(0, ...lines.map((line) => (typeof line === "string" ? 0 : humanSize(Number(line[2])).length)));
  const rewritten = lines.map((line) => {
    if (typeof line === "string") return line;
    const [, before, size, after] = line;
    return `${before} ${humanSize(Number(size)).padStart(width)} ${after}`;
  });
  return rewritten.join("\n");
}

/** `1023`, `1.5K`, `11K`: rounded up, with one decimal below ten. */
function humanSize(bytes: number): string {
  const [unit = "", ...larger] = ["", ..."KMGT"]
    .filter((_, power) => power === 0 || bytes > 1023 * 1024 ** (power - 1))
    .reverse();
  const value = bytes / 1024 ** larger.length;
  const tenths = Math.ceil(value * 10) / 10;
  return `${unit !== "" && tenths < 10 ? tenths.toFixed(1) : Math.ceil(value)}${unit}`;
}

async function listed(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand } = context;
  if (!origCommand) throw new Error("The shell has no ls.");
  const end = args.indexOf("--");
  const isOption = (arg: string, at: number) => arg.startsWith("-") && arg !== "-" && (end === -1 || at <= end);
  const options = args.filter(isOption);
  const names = args.filter((arg, at) => !isOption(arg, at));
  const list = async (given: readonly string[], folder: string) =>
    withLinks(await origCommand([...given]), options, folder, context);
  if (names.length < 2) return list(args, (await isFolder(context, names[0] ?? ".")) ? (names[0] ?? ".") : "");
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
  for (const { name } of sorted.filter(({ isFolder }) => !isFolder)) add(await list([...options, name], ""));
  for (const { name } of sorted.filter(({ isFolder }) => isFolder)) {
    add(await list([...options, name], name), `${parts.stdout === "" ? "" : "\n"}${name}:\n`);
  }
  return parts;
}

/** Messages and links as GNU's: the shell's own takes a link in a long listing for its file. @param folder of the names in the listing */
async function withLinks(
  result: CommandResult,
  options: readonly string[],
  folder: string,
  context: CommandContext,
): Promise<CommandResult> {
  const stderr = result.stderr.replace(/^ls: (.+): No such file or directory$/gm, (whole, name: string) =>
    name.startsWith("cannot access") ? whole : `ls: cannot access '${name}': No such file or directory`,
  );
  if (!options.some((option) => /^-[a-zA-Z]*l/.test(option))) return { ...result, stderr };
  const asEntry = options.some((option) => /^-[a-zA-Z]*d|^--directory$/.test(option));
  const lines = await Promise.all(
    result.stdout.split("\n").map((line) => withLink(line, resolve(context.cwd, asEntry ? "" : folder), context)),
  );
  return { ...result, stderr, stdout: lines.join("\n") };
}

/** A line of a long listing: its permissions, what follows up to the size, the size, the date, and the name. */
const listedName = /^[-dl][-rwxsStT]{9}( +\d+ \S+ \S+ +)(\d+)( +\w{3} +\d+ +[\d:]+ )(.+?)[*/@]?$/;

async function withLink(line: string, folder: string, { fs }: CommandContext): Promise<string> {
  const [whole, owners, size = "", date, name = ""] = listedName.exec(line) ?? [];
  if (whole === undefined) return line;
  const path = resolve(folder, name);
  try {
    if (!(await fs.lstat(path)).isSymbolicLink) return line;
    const target = await fs.readlink(path);
    return `lrwxrwxrwx${owners}${String(target.length).padStart(size.length)}${date}${name} -> ${target}`;
  } catch {
    return line;
  }
}

async function isFolder({ fs, cwd }: CommandContext, name: string): Promise<boolean> {
  try {
    return (await fs.stat(resolve(cwd, name))).isDirectory;
  } catch {
    return false;
  }
}
