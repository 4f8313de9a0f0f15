import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { permissions } from "./stat.ts";

/** A call without the options that ask to tell what is done, which the shell's own commands tell otherwise; with its words. */
function quiet(args: readonly string[], letters: string) {
  const end = args.indexOf("--");
  const isOption = (arg: string, at: number) => arg.length > 1 && arg.startsWith("-") && (end < 0 || at < end);
  const isLong = (arg: string) => arg === "--verbose" || arg === "--changes";
  const isShort = (arg: string) => /^-[a-zA-Z]+$/.test(arg);
  const asking = new RegExp(`[${letters}]`, "g");
  const without = (arg: string) => (isShort(arg) ? arg.replaceAll(asking, "") : isLong(arg) ? "-" : arg);
  const options = args.filter(isOption);
  return {
    asks: options.some((arg) => without(arg) !== arg),
    isWhole: options.some((arg) => isShort(arg) && /[rRp]/.test(arg)),
    args: args.flatMap((arg, at) => {
      const left = isOption(arg, at) ? without(arg) : arg;
      return left === "-" && arg !== "-" ? [] : [left];
    }),
    words: args.filter((arg, at) => arg !== "--" && !isOption(arg, at)),
  };
}

const makingForms: OptionForms = {
  letters: "pvm",
  withValue: "m",
  long: { parents: "p", verbose: "v", mode: "m" },
};

/** `mkdir -v` names each folder that it creates, and `-m` gives it a mode. @throws OptionError */
export async function mkdir(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no mkdir.");
  const { words, has, lastOf } = readOptions(args, makingForms);
  const mode = lastOf("m");
  if (mode !== undefined && !/^[0-7]{1,4}$/.test(mode)) throw new OptionError("-m is only possible here with a number");
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
    if (mode !== undefined && words.includes(folder)) await fs.chmod(resolve(cwd, folder), Number.parseInt(mode, 8));
    stdout += has("v") ? `mkdir: created directory '${folder}'\n` : "";
  }
  return { ...result, stdout };
}

/** `rm -v` names each file and folder that it removes. */
export async function rm(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no rm.");
  const call = quiet(args, "v");
  if (!call.asks) return origCommand([...args]);
  const found: string[] = [];
  for (const word of call.words) await list(context, word, found);
  const folders = new Set<string>();
  for (const path of found) if ((await fs.lstat(resolve(cwd, path))).isDirectory) folders.add(path);
  const result = await origCommand(call.args);
  let stdout = "";
  for (const path of found) {
    const isThere = await fs.lstat(resolve(cwd, path)).catch(() => undefined);
    if (!isThere) stdout += `removed ${folders.has(path) ? "directory " : ""}'${path}'\n`;
  }
  return { ...result, stdout };
}

/** What there is at a path, folders behind what is in them. */
async function list(context: CommandContext, path: string, found: string[]): Promise<void> {
  const place = resolve(context.cwd, path);
  const there = await context.fs.lstat(place).catch(() => undefined);
  if (!there) return;
  if (there.isDirectory)
    for (const name of await context.fs.readdir(place))
      await list(context, `${path.replace(/\/+$/, "")}/${name}`, found);
  found.push(path);
}

/** `chmod -v` and `chmod -c` tell of each file how it was and how it is. */
export async function chmod(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand, fs, cwd } = context;
  if (!origCommand) throw new Error("The shell has no chmod.");
  const call = quiet(args, "vc");
  if (!call.asks || call.isWhole) return origCommand([...args]);
  const paths = call.words.slice(1);
  const modeOf = async (path: string) => (await fs.stat(resolve(cwd, path)).catch(() => undefined))?.mode;
  const before = await Promise.all(paths.map(modeOf));
  const result = await origCommand(call.args);
  let stdout = "";
  for (const [at, path] of paths.entries()) {
    const [old, now] = [before[at], await modeOf(path)];
    if (old === undefined || now === undefined) continue;
    if (old !== now) stdout += `mode of '${path}' changed from ${told(old)} to ${told(now)}\n`;
    else if (!args.some((arg) => /^-\w*c|^--changes/.test(arg)))
      stdout += `mode of '${path}' retained as ${told(now)}\n`;
  }
  return { ...result, stdout };
}

function told(mode: number): string {
  return `${(mode & 0o7777).toString(8).padStart(4, "0")} (${permissions(mode)})`;
}
