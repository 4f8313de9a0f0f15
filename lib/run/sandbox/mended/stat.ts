import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { permissions } from "#lib/run/sandbox/paths/mode-text.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";

type FsStat = Awaited<ReturnType<CommandContext["fs"]["stat"]>>;

/** GNU's `stat` with a format: the shell's own prints directives that it does not know. @throws OptionError */
export async function stat(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no stat.");
  const { format, follows, paths } = readCall(args);
  if (format === undefined) return origCommand([...args]);
  const result = { stdout: "", stderr: "", exitCode: 0 };
  for (const path of paths) {
    try {
      const at = resolve(cwd, path);
      const found = await (follows ? fs.stat(at) : fs.lstat(at));
      const target = found.isSymbolicLink ? await fs.readlink(at) : undefined;
      result.stdout += formatted(format, path, found, target);
    } catch (caught) {
      if (caught instanceof OptionError) throw caught;
      result.stderr += `stat: cannot statx '${path}': No such file or directory\n`;
      result.exitCode = 1;
    }
  }
  return result;
}

interface StatCall {
  /** With its end of line; absent for the usual form. */
  readonly format?: string;
  readonly follows: boolean;
  readonly paths: readonly string[];
}

function readCall(args: readonly string[]): StatCall {
  const { options, words, has } = readOptions(args, forms);
  const [letter, given = ""] = options.findLast(([each]) => each === "c" || each === "p") ?? [];
  const format =
    letter === "c" ? `${given}\n` : given.replaceAll(/\\([nt\\])/g, (_, sign: string) => escapes[sign] ?? sign);
  return { ...(letter !== undefined && { format }), follows: has("L"), paths: words };
}

const forms: OptionForms = {
  letters: "Lctf",
  withValue: "cp",
  long: { dereference: "L", format: "c", printf: "p", terse: "t", "file-system": "f" },
};

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\" };

function formatted(format: string, path: string, found: FsStat, target: string | undefined): string {
  return format.replaceAll(/%(-?0?\d*)([a-zA-Z%])/g, (_, width: string, letter: string) => {
    const value = directive(letter, path, found, target);
    if (value === undefined) throw new OptionError(`%${letter} is not possible here`);
    const length = Math.abs(Number(width));
    if (width.startsWith("-")) return value.padEnd(length);
    return value.padStart(length, width.startsWith("0") ? "0" : " ");
  });
}

/** Everything belongs to one user, and has the time when it was last written. */
function directive(letter: string, path: string, found: FsStat, target: string | undefined): string | undefined {
  const time = found.mtime.getTime();
  switch (letter) {
    case "%":
      return "%";
    case "n":
      return path;
    case "N":
      return target === undefined ? `'${path}'` : `'${path}' -> '${target}'`;
    case "s":
      return String(target === undefined ? found.size : new TextEncoder().encode(target).length);
    case "a":
      return (found.mode & 0o7777).toString(8);
    case "A":
      return `${letterOf(found)}${permissions(found.mode)}`;
    case "f":
      return (kindBits[letterOf(found)] | (found.mode & 0o7777)).toString(16);
    case "F":
      return kindName(found);
    case "u":
    case "g":
      return "1000";
    case "U":
    case "G":
      return "user";
    case "h":
      return String(numbersOf(found).links);
    case "i":
      return String(numbersOf(found).ino);
    case "d":
      return "1";
    case "b":
      return String(found.isSymbolicLink ? 0 : Math.ceil(found.size / 4096) * 8);
    case "B":
      return "512";
    case "o":
      return "4096";
    case "X":
    case "Y":
    case "Z":
      return String(Math.floor(time / 1000));
    case "x":
    case "y":
    case "z":
      return `${found.mtime.toISOString().slice(0, 23).replace("T", " ")}000000 +0000`;
    default:
      return undefined;
  }
}

const kindBits = { d: 0o40000, l: 0o120000, "-": 0o100000 } as const;

function letterOf({ isDirectory, isSymbolicLink }: FsStat): keyof typeof kindBits {
  if (isSymbolicLink) return "l";
  return isDirectory ? "d" : "-";
}

function kindName({ isDirectory, isSymbolicLink, size }: FsStat): string {
  if (isSymbolicLink) return "symbolic link";
  if (isDirectory) return "directory";
  return size === 0 ? "regular empty file" : "regular file";
}
