import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "dfiIrRvnpx",
  withValue: "",
  long: {
    ...{ dir: "d", force: "f", recursive: "r", verbose: "v", "no-preserve-root": "n", "preserve-root": "p" },
    ...{ "one-file-system": "x", interactive: "i" },
  },
};

interface Removing {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  stdout: string;
  stderr: string;
}

/** GNU's rm, which keeps the root and the folder in which it is called. @throws OptionError */
export async function rm(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, options } = readOptions(args, forms);
  const asks = options.findLast(([letter]) => "iIf".includes(letter));
  if (asks && asks[0] !== "f" && asks[1] !== "never") throw new OptionError("it cannot ask anything here (-i, -I)");
  if (words.length === 0 && !has("f")) throw new OptionError("missing operand");
  const removing: Removing = { context, has, stdout: "", stderr: "" };
  for (const word of words) await removeNamed(removing, word);
  const { stdout, stderr } = removing;
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
}

async function removeNamed(removing: Removing, word: string): Promise<void> {
  const { has, context } = removing;
  const isWhole = has("r", "R");
  const refuse = (why: string) => {
    removing.stderr += `rm: ${why}\n`;
  };
  const place = resolve(context.cwd, word);
  const found = word === "" ? undefined : await context.fs.lstat(place).catch(() => undefined);
  if (!found) {
    const why = (await isInFile(context, place)) ? "Not a directory" : "No such file or directory";
    if (!has("f")) refuse(`cannot remove '${word}': ${why}`);
    return;
  }
  if (found.isDirectory && !isWhole && !has("d")) return refuse(`cannot remove '${word}': Is a directory`);
  if (/(?:^|\/)\.\.?\/*$/.test(word)) return refuse(`refusing to remove '.' or '..' directory: skipping '${word}'`);
  if (place === "/" && !has("n"))
    return refuse(
      "it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe",
    );
  if (word.endsWith("/") && !found.isDirectory) return refuse(`cannot remove '${word}': Not a directory`);
  if (found.isDirectory && !isWhole && (await context.fs.readdir(place)).length > 0)
    return refuse(`cannot remove '${word}': Directory not empty`);
  await removeAll(removing, word, found.isDirectory);
}

async function isInFile({ fs }: CommandContext, place: string): Promise<boolean> {
  return (await fs.stat(resolve(place, "..")).catch(() => undefined))?.isFile === true;
}

/** Removes what is at a path, what is in a folder before the folder. */
async function removeAll(removing: Removing, path: string, isFolder: boolean): Promise<void> {
  const { fs, cwd } = removing.context;
  const place = resolve(cwd, path);
  if (!removing.has("v")) return fs.rm(place, { recursive: isFolder });
  if (isFolder)
    for (const name of await fs.readdir(place)) {
      const { isDirectory } = await fs.lstat(resolve(place, name));
      await removeAll(removing, `${path.replace(/\/+$/, "")}/${name}`, isDirectory);
    }
  await fs.rm(place, { recursive: isFolder });
  removing.stdout += `removed ${isFolder ? "directory " : ""}'${path}'\n`;
}
