import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "dquptVs",
  withValue: "ps",
  long: { directory: "d", quiet: "q", "dry-run": "u", tmpdir: "P", suffix: "s" },
};

/** GNU's mktemp: a file or folder by a name that nothing has, which it makes for the user alone. @throws OptionError */
export async function mktemp(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  if (words.length > 1) throw new OptionError("too many templates");
  const [template = "tmp.XXXXXXXXXX"] = words;
  const name = nameFor(template, lastOf("s"));
  const isInFolder = words.length === 0 || has("p", "P", "t");
  const folder = lastOf("p") || lastOf("P") || context.exportedEnv?.TMPDIR || "/tmp";
  const path = isInFolder ? `${folder.replace(/\/+$/, "")}/${name}` : name;
  if (!has("u") && !(await make(resolve(context.cwd, path), has("d"), context))) {
    const kind = has("d") ? "directory" : "file";
    throw new OptionError(`failed to create ${kind} via template '${template}': No such file or directory`);
  }
  return { stdout: `${path}\n`, stderr: "", exitCode: 0 };
}

function nameFor(template: string, suffix: string | undefined): string {
  const [, before, marks = "", after] = /^(.*?)(X{3,})([^X]*)$/s.exec(template) ?? [];
  if (before === undefined) throw new OptionError(`too few X's in template '${template}'`);
  if (suffix !== undefined && after !== "")
    throw new OptionError(`with --suffix, template '${template}' must end in X`);
  return `${before}${Array.from(marks, letter).join("")}${after}${suffix ?? ""}`;
}

/** Whether it could be made: its folder has to be there. */
async function make(place: string, isFolder: boolean, { fs }: CommandContext): Promise<boolean> {
  if (!(await fs.exists(resolve(place, "..")))) return false;
  if (isFolder) await fs.mkdir(place);
  else await fs.writeFile(place, "");
  await fs.chmod(place, isFolder ? 0o700 : 0o600);
  return true;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function letter(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return letters[random % letters.length] ?? "";
}
