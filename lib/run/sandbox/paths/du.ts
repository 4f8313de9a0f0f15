import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { globPattern } from "#lib/run/sandbox/find/find-patterns.ts";
import { humanSize } from "#lib/run/sandbox/mended/ls.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "abcdhklmsxABDHLPSX0",
  withValue: "dBX",
  long: {
    ...{ all: "a", bytes: "b", total: "c", "max-depth": "d", "human-readable": "h", summarize: "s", null: "0" },
    ...{ "apparent-size": "A", "block-size": "B", dereference: "L", "no-dereference": "P", "separate-dirs": "S" },
    ...{ "one-file-system": "x", "dereference-args": "D", "count-links": "l", exclude: "X" },
  },
};

const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, KB: 1e3, MB: 1e6, GB: 1e9 };

interface Counting {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  readonly most: number;
  readonly isOut: (name: string) => boolean;
  /** What has been counted, which is not counted again. */
  readonly seen: Set<number>;
  tell(size: number, path: string): void;
}

/** GNU's du, on a disk with blocks of 4,096 bytes. @throws OptionError */
export async function du(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, forms);
  if (has("s") && has("a")) throw new OptionError("cannot both summarize and show all entries");
  const depth = lastOf("d") ?? (has("s") ? "0" : "9999");
  if (!/^\d+$/.test(depth)) throw new OptionError(`invalid maximum depth '${depth}'`);
  const excluded = options.flatMap(([letter, value]) => (letter === "X" ? [globPattern(value, false)] : []));
  const shown = sizeText(options);
  const end = has("0") ? "\0" : "\n";
  let [stdout, stderr, total] = ["", "", 0];
  const counting: Counting = {
    ...{ context, has, seen: new Set(), most: Number(depth) },
    isOut: (name) => excluded.some((glob) => glob.test(name)),
    tell(size, path) {
      stdout += `${shown(size)}\t${path}${end}`;
    },
  };
  for (const word of words.length > 0 ? words : ["."]) {
    const size = await count(counting, word, 0);
    if (size === undefined) stderr += `du: cannot access '${word}': No such file or directory\n`;
    total += size ?? 0;
  }
  if (has("c")) counting.tell(total, "total");
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
}

/** How a size is told: the last option that says so holds. @throws OptionError */
function sizeText(options: readonly (readonly [letter: string, value: string])[]): (size: number) => string {
  const [letter = "k", value = ""] = options.findLast(([each]) => "bhkmB".includes(each)) ?? [];
  if (letter === "h") return humanSize;
  const [, digits = "", name = ""] = /^(\d*)([KMG]B?)?$/.exec(value) ?? [];
  const given = Number(digits || 1) * (units[name] ?? 1);
  if (letter === "B" && digits + name === "") throw new OptionError(`invalid --block-size argument '${value}'`);
  const unit = { b: 1, k: units.K, m: units.M }[letter] ?? given;
  return (size) => String(Math.ceil(size / unit));
}

/** Counts what is at a path, and tells it; `undefined` if nothing is there. */
async function count(counting: Counting, path: string, depth: number): Promise<number | undefined> {
  const { context, has, seen } = counting;
  const { fs, cwd } = context;
  const place = resolve(cwd, path);
  const follows = has("L") || (depth === 0 && (has("D", "H") || path.endsWith("/")));
  const found = await (follows ? fs.stat(place) : fs.lstat(place)).catch(() => undefined);
  if (!found) return undefined;
  const { ino } = numbersOf(found);
  if (!has("l") && seen.has(ino)) return 0;
  seen.add(ino);
  const { files, folders } = found.isDirectory ? await countInside(counting, path, depth) : nothing;
  const own = sizeOf(found, has("A", "b")) + files;
  const isTold = found.isDirectory || has("a") || depth === 0;
  if (isTold && depth <= counting.most) counting.tell(has("S") ? own : own + folders, path);
  return own + folders;
}

const nothing = { files: 0, folders: 0 };

/** The sizes of what is in a folder: of the files in it, and of its folders with all that is in those. */
async function countInside(counting: Counting, path: string, depth: number) {
  const { fs, cwd } = counting.context;
  let { files, folders } = nothing;
  for (const name of await fs.readdir(resolve(cwd, path))) {
    if (counting.isOut(name)) continue;
    const inside = `${path.replace(/\/+$/, "")}/${name}`;
    const size = (await count(counting, inside, depth + 1)) ?? 0;
    if ((await fs.lstat(resolve(cwd, inside))).isDirectory) folders += size;
    else files += size;
  }
  return { files, folders };
}

type FsStat = Awaited<ReturnType<CommandContext["fs"]["stat"]>>;

function sizeOf({ isDirectory, isSymbolicLink, size }: FsStat, isApparent: boolean): number {
  if (isDirectory) return 4096;
  if (isApparent) return size;
  return isSymbolicLink ? 0 : Math.ceil(size / 4096) * 4096;
}
