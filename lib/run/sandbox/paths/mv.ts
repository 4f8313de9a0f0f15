import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "finuvtT",
  withValue: "t",
  long: {
    ...{ force: "f", interactive: "i", "no-clobber": "n", update: "u", verbose: "v" },
    ...{ "target-directory": "t", "no-target-directory": "T" },
  },
};

interface Moving {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  /** Which of `-f`, `-i` and `-n` holds. */
  readonly replacing: string | undefined;
  stdout: string;
  stderr: string;
}

/** GNU's mv. @throws OptionError */
export async function mv(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, forms);
  const replacing = options.findLast(([letter]) => "fin".includes(letter))?.[0];
  const moving: Moving = { context, has, replacing, stdout: "", stderr: "" };
  const given = lastOf("t");
  const target = given ?? (words.length > 1 ? words.pop() : undefined);
  const folder = await folderIn(moving, words, target, given !== undefined);
  for (const word of words) {
    const name = word.replace(/\/+$/, "").split("/").at(-1) ?? "";
    await move(moving, word, folder === undefined ? (target ?? "") : `${folder.replace(/\/+$/, "")}/${name}`);
  }
  return { stdout: moving.stdout, stderr: moving.stderr, exitCode: moving.stderr === "" ? 0 : 1 };
}

/** The folder into which files are moved; `undefined` where one gets another name. @throws OptionError */
async function folderIn(
  { context, has }: Moving,
  [first, second]: readonly string[],
  target: string | undefined,
  isGiven: boolean,
): Promise<string | undefined> {
  if (first === undefined) throw new OptionError("missing file operand");
  if (target === undefined) throw new OptionError(`missing destination file operand after '${first}'`);
  const there = await kindOf(context, target, true);
  if (there === "folder" && !has("T")) return target;
  if (second === undefined && !isGiven) return undefined;
  if (has("T")) throw new OptionError(`extra operand '${second}'`);
  throw new OptionError(`target '${target}': ${there ? "Not a directory" : "No such file or directory"}`);
}

type Kind = "file" | "folder";

/** What is at a path; a link counts as a file where it is not followed. */
async function kindOf({ fs, cwd }: CommandContext, path: string, follows: boolean): Promise<Kind | undefined> {
  const place = resolve(cwd, path);
  const found = path === "" ? undefined : await (follows ? fs.stat(place) : fs.lstat(place)).catch(() => undefined);
  return found && (found.isDirectory ? "folder" : "file");
}

async function move(moving: Moving, from: string, to: string): Promise<void> {
  const { context, replacing, has } = moving;
  const { fs, cwd } = context;
  const [source, place] = [resolve(cwd, from), resolve(cwd, to)];
  const [kind, there] = [await kindOf(context, from, false), await kindOf(context, to, false)];
  const why = await whyNot(moving, { from, to, kind, there });
  if (why !== undefined) {
    moving.stderr += `mv: ${why}\n`;
    return;
  }
  if (there) {
    if (replacing === "n") return;
    if (replacing === "i") throw new OptionError("it cannot ask anything here (-i)");
    if (has("u") && (await fs.lstat(source)).mtime <= (await fs.lstat(place)).mtime) return;
    const [own, other] = [await fs.lstat(source), await fs.lstat(place)];
    const isOne = numbersOf(own).ino === numbersOf(other).ino;
    await fs.rm(isOne ? source : place, { recursive: there === "folder" });
    if (isOne) return;
  }
  await fs.mv(source, place);
  if (has("v")) moving.stdout += `renamed '${from}' -> '${to}'\n`;
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly kind: Kind | undefined;
  readonly there: Kind | undefined;
}

/** Why something cannot be moved; `undefined` if it can. */
async function whyNot({ context }: Moving, { from, to, kind, there }: Move): Promise<string | undefined> {
  const { fs, cwd } = context;
  const [source, place] = [resolve(cwd, from), resolve(cwd, to)];
  if (!kind) return `cannot stat '${from}': No such file or directory`;
  if (source === place) return `'${from}' and '${to}' are the same file`;
  if (kind === "folder" && `${place}/`.startsWith(`${source}/`))
    return `cannot move '${from}' to a subdirectory of itself, '${to}'`;
  const cannot = `cannot move '${from}' to '${to}':`;
  if (there === "folder" && kind === "folder")
    return (await fs.readdir(place)).length > 0 ? `${cannot} Directory not empty` : undefined;
  if (there === "folder") return `cannot overwrite directory '${to}' with non-directory`;
  if (there === "file" && kind === "folder") return `cannot overwrite non-directory '${to}' with directory '${from}'`;
  const folder = await kindOf(context, resolve(place, ".."), true);
  if (!folder) return `${cannot} No such file or directory`;
  return folder === "file" || (kind === "file" && to.endsWith("/")) ? `${cannot} Not a directory` : undefined;
}
