import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { modeChange } from "#lib/run/sandbox/paths/mode-text.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "pvm",
  withValue: "m",
  long: { parents: "p", verbose: "v", mode: "m" },
};

/** `mkdir -v` names each folder that it creates, and `-m` gives it a mode. @throws OptionError */
export async function mkdir(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no mkdir.");
  const { words, has, lastOf } = readOptions(args, forms);
  const mode = lastOf("m");
  const change = mode === undefined ? undefined : modeChange(mode, 0);
  if (mode !== undefined && !change) throw new OptionError(`invalid mode '${mode}'`);
  const folders = words.flatMap((word) => {
    const names = word.replace(/\/+$/, "").split("/");
    return has("p") ? names.map((_, at) => names.slice(0, at + 1).join("/")).filter(Boolean) : [word];
  });
  const isThere = await Promise.all(folders.map((folder) => fs.exists(resolve(cwd, folder))));
  const missing = folders.filter((folder, at) => !isThere[at] && folders.indexOf(folder) === at);
  const result = await origCommand([...(has("p") ? ["-p"] : []), "--", ...words]);
  let stdout = "";
  for (const folder of missing) {
    if (!(await fs.exists(resolve(cwd, folder)))) continue;
    if (change && words.includes(folder)) await fs.chmod(resolve(cwd, folder), change(0o777, true));
    stdout += has("v") ? `mkdir: created directory '${folder}'\n` : "";
  }
  const stderr = result.stderr
    .replaceAll(/: ENOTDIR: .*$/gm, ": Not a directory")
    .replaceAll(/(?<=cannot create directory )'(.*)'(?=: )/gm, "‘$1’");
  return { ...result, stdout, stderr };
}
