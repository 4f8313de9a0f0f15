import type { CustomCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { type ModeChange, modeChange, permissions } from "./mode-text.ts";

const forms: OptionForms = {
  letters: "Rvcfp",
  withValue: "p",
  long: { recursive: "R", verbose: "v", changes: "c", silent: "f", quiet: "f", reference: "p" },
};

/** A mode that takes something away, in the place of an option. */
const taking = /^-[rwxXstugo][-+=rwxXstugo,]*$/;

/** GNU's chmod. */
export function chmodCommand(tree: Pick<RunTree, "umask">): CustomCommand {
  return ownCommand("chmod", (args, context) => chmod(args, context, tree.umask), 1);
}

interface Changing {
  readonly context: CommandContext;
  readonly has: (...letters: string[]) => boolean;
  readonly change: ModeChange;
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** @throws OptionError */
async function chmod(args: readonly string[], context: CommandContext, umask: number): Promise<CommandResult> {
  const first = args.findIndex((arg) => taking.test(arg));
  const isFirst = first >= 0 && !args.slice(0, first).some((arg) => !arg.startsWith("-") || arg === "--");
  const { words, has, lastOf } = readOptions(isFirst ? args.filter((_, at) => at !== first) : args, forms);
  const like = lastOf("p");
  const given = like === undefined ? ((isFirst ? args[first] : words.shift()) ?? "") : await modeOf(context, like);
  if (words.length === 0) throw new OptionError(given === "" ? "missing operand" : `missing operand after '${given}'`);
  const change = modeChange(given, umask);
  if (!change) throw new OptionError(`invalid mode: '${given}'`);
  const changing: Changing = { context, has, change, stdout: "", stderr: "", exitCode: 0 };
  for (const path of words) await visit(changing, path, true);
  const { stdout, stderr, exitCode } = changing;
  return { stdout, stderr, exitCode };
}

async function visit(changing: Changing, path: string, isNamed: boolean): Promise<void> {
  const { context, has, change } = changing;
  const { fs, cwd } = context;
  const place = resolve(cwd, path);
  const found = await (isNamed ? fs.stat(place) : fs.lstat(place)).catch(() => undefined);
  if (!found) return refuse(changing, path);
  if (found.isSymbolicLink) return;
  const before = found.mode & 0o7777;
  const after = change(before, found.isDirectory);
  await fs.chmod(place, after);
  if (has("v") || (has("c") && after !== before)) {
    const how = after === before ? "retained as" : `changed from ${told(before)} to`;
    changing.stdout += `mode of '${path}' ${how} ${told(after)}\n`;
  }
  if (!found.isDirectory || !has("R")) return;
  for (const name of await fs.readdir(place)) await visit(changing, `${path.replace(/\/+$/, "")}/${name}`, false);
}

async function refuse(changing: Changing, path: string): Promise<void> {
  const { fs, cwd } = changing.context;
  const isLink = await fs.lstat(resolve(cwd, path)).catch(() => undefined);
  const why = isLink
    ? `cannot operate on dangling symlink '${path}'`
    : `cannot access '${path}': No such file or directory`;
  if (!changing.has("f")) changing.stderr += `chmod: ${why}\n`;
  changing.exitCode = 1;
}

/** @throws OptionError */
async function modeOf({ fs, cwd }: CommandContext, path: string): Promise<string> {
  const found = await fs.stat(resolve(cwd, path)).catch(() => undefined);
  if (!found) throw new OptionError(`failed to get attributes of '${path}': No such file or directory`);
  return (found.mode & 0o7777).toString(8);
}

function told(mode: number): string {
  return `${mode.toString(8).padStart(4, "0")} (${permissions(mode)})`;
}
