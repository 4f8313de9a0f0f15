import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";
import { wayTo } from "./real-paths.ts";

const forms: OptionForms = {
  letters: "sfinvrtTLP",
  withValue: "t",
  long: {
    ...{ symbolic: "s", force: "f", interactive: "i", "no-dereference": "n", verbose: "v", relative: "r" },
    ...{ "target-directory": "t", "no-target-directory": "T", logical: "L", physical: "P" },
  },
};

interface Linking {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  stdout: string;
  stderr: string;
}

/** GNU's ln. @throws OptionError */
export async function ln(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  if (has("i")) throw new OptionError("it cannot ask anything here (-i)");
  if (has("r") && !has("s")) throw new OptionError("cannot do --relative without --symbolic");
  const linking: Linking = { context, has, stdout: "", stderr: "" };
  if (words.length === 0) throw new OptionError("missing file operand");
  const given = lastOf("t") ?? (words.length === 1 ? "." : undefined);
  const target = given ?? words.pop() ?? "";
  const isFolder = await isFolderFor(linking, target, words.length > 1 || given !== undefined);
  const folder = `${target.replace(/(?<=.)\/+$/, "")}/`;
  for (const word of words) {
    await link(linking, word, isFolder ? folder + (word.replace(/\/+$/, "").split("/").at(-1) ?? "") : target);
  }
  return { stdout: linking.stdout, stderr: linking.stderr, exitCode: linking.stderr === "" ? 0 : 1 };
}

/** Whether links are made in a folder. @throws OptionError where it is none and has to be */
async function isFolderFor(linking: Linking, target: string, isNeeded: boolean): Promise<boolean> {
  const isFolder = !linking.has("T") && (await leadsToFolder(linking, target));
  if (isNeeded && !isFolder) throw new OptionError(await whyNoFolder(linking, target));
  return isFolder;
}

async function leadsToFolder({ context: { fs, cwd }, has }: Linking, path: string): Promise<boolean> {
  const place = resolve(cwd, path);
  const found = await (has("n") && !path.endsWith("/") ? fs.lstat(place) : fs.stat(place)).catch(() => undefined);
  return found?.isDirectory ?? false;
}

async function whyNoFolder({ context: { fs, cwd }, has }: Linking, target: string): Promise<string> {
  if (has("T")) return `extra operand '${target}'`;
  return `target '${target}': ${(await fs.exists(resolve(cwd, target))) ? "Not a directory" : "No such file or directory"}`;
}

/** Gives a file another name, or makes a link that holds where it leads. */
async function link(linking: Linking, word: string, name: string): Promise<void> {
  const { context, has } = linking;
  const { fs, cwd } = context;
  const [source, place] = [resolve(cwd, word), resolve(cwd, name)];
  const why = (await whyNoSource(linking, word, source)) ?? (await whyNotAt(linking, { word, name, source, place }));
  if (why !== undefined) {
    linking.stderr += why === "" ? "" : `ln: ${why}\n`;
    return;
  }
  const isSymbolic = has("s");
  const target = has("r") ? await wayTo(context, source, resolve(place, "..")) : word;
  await (isSymbolic ? fs.symlink(target, place) : fs.link(has("L") ? await fs.realpath(source) : source, place));
  if (has("v")) linking.stdout += `'${name}' ${isSymbolic ? "->" : "=>"} '${target}'\n`;
}

async function whyNoSource({ context: { fs }, has }: Linking, word: string, source: string) {
  if (has("s")) return undefined;
  const found = await (has("L") ? fs.stat(source) : fs.lstat(source)).catch(() => undefined);
  if (!found) return `failed to access '${word}': No such file or directory`;
  return found.isDirectory ? `${word}: hard link not allowed for directory` : undefined;
}

interface Names {
  readonly word: string;
  readonly name: string;
  readonly source: string;
  readonly place: string;
}

/** Why no link can be made at a place, which `-f` makes free; "" where it is there already. */
async function whyNotAt({ context: { fs }, has }: Linking, { word, name, source, place }: Names) {
  const what = `failed to create ${has("s") ? "symbolic" : "hard"} link '${name}'`;
  const there = await fs.lstat(place).catch(() => undefined);
  if (there) {
    if (!has("f")) return `${what}: File exists`;
    if (there.isDirectory) return `${name}: cannot overwrite directory`;
    if (source === place && !there.isSymbolicLink) return `'${word}' and '${name}' are the same file`;
    if (!has("s") && numbersOf(await fs.lstat(source)).ino === numbersOf(there).ino) return "";
    await fs.rm(place);
  }
  return whyNoPlace(fs, `${what}${has("s") ? "" : ` => '${word}'`}`, name, place);
}

async function whyNoPlace(fs: CommandContext["fs"], what: string, name: string, place: string) {
  const folder = await fs.stat(resolve(place, "..")).catch(() => undefined);
  if (folder?.isDirectory && !name.endsWith("/")) return undefined;
  return `${what}: ${folder && !folder.isDirectory ? "Not a directory" : "No such file or directory"}`;
}
