import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

type FsStat = Awaited<ReturnType<CommandContext["fs"]["stat"]>>;

/** What of a path has to be there: all, all but its last name, or nothing. */
type Needed = "all" | "folder" | "nothing";

const realForms: OptionForms = {
  letters: "emsqLPz",
  withValue: "rb",
  long: {
    ...{ "canonicalize-existing": "e", "canonicalize-missing": "m", "no-symlinks": "s", strip: "s", quiet: "q" },
    ...{ logical: "L", physical: "P", "relative-to": "r", "relative-base": "b", zero: "z" },
  },
};

/** GNU's realpath. @throws OptionError */
export async function realpath(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, { ...realForms, letters: `${realForms.letters}rb` });
  if (words.length === 0) throw new OptionError("missing operand");
  const needed = has("e") ? "all" : has("m") ? "nothing" : "folder";
  const pathOf = (path: string) => (has("s") ? plainPath : realPath)(context, path, needed);
  const [to, below] = await Promise.all([lastOf("r"), lastOf("b")].map((given) => given && pathOf(given)));
  const isBelow = (path: string) => !below || `${path}/`.startsWith(`${below.replace(/\/$/, "")}/`);
  const shown = (path: string) => {
    const from = isBelow(path) ? (to ?? below) : undefined;
    return (from ? relative(from, path) : path) + (has("z") ? "\0" : "\n");
  };
  const found = await Promise.all(words.map(pathOf));
  const missing = words.filter((_, at) => found[at] === undefined);
  const faults = missing.map((path) => `realpath: ${path}: No such file or directory\n`).join("");
  return {
    stdout: found.map((path) => (path === undefined ? "" : shown(path))).join(""),
    stderr: has("q") ? "" : faults,
    exitCode: missing.length > 0 ? 1 : 0,
  };
}

const linkForms: OptionForms = {
  letters: "efmnqsvz",
  withValue: "",
  long: {
    ...{ canonicalize: "f", "canonicalize-existing": "e", "canonicalize-missing": "m", "no-newline": "n" },
    ...{ quiet: "q", silent: "s", verbose: "v", zero: "z" },
  },
};

/** GNU's readlink. @throws OptionError */
export async function readlink(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, options } = readOptions(args, linkForms);
  if (words.length === 0) throw new OptionError("missing operand");
  const { fs, cwd } = context;
  const how = options.findLast(([letter]) => "efm".includes(letter))?.[0];
  const needed = how === "e" ? "all" : how === "m" ? "nothing" : "folder";
  const targetOf = (path: string) => fs.readlink(resolve(cwd, path)).catch(() => undefined);
  const found = await Promise.all(words.map((path) => (how ? realPath(context, path, needed) : targetOf(path))));
  const faults = words.map(async (path, at) => {
    if (found[at] !== undefined) return "";
    const why = (await fs.exists(resolve(cwd, path))) ? "Invalid argument" : "No such file or directory";
    return `readlink: ${path}: ${why}\n`;
  });
  const end = has("z") ? "\0" : has("n") && words.length === 1 ? "" : "\n";
  return {
    stdout: found.map((path) => (path === undefined ? "" : path + end)).join(""),
    stderr: has("v") ? (await Promise.all(faults)).join("") : "",
    exitCode: found.includes(undefined) ? 1 : 0,
  };
}

/** The path as it is written; `undefined` if what is needed is not there. */
async function plainPath({ fs, cwd }: CommandContext, path: string, needed: Needed): Promise<string | undefined> {
  if (path === "") return undefined;
  const place = resolve(cwd, path);
  const must = needed === "all" ? place : resolve(place, "..");
  return needed === "nothing" || (await fs.exists(must)) ? place : undefined;
}

const mostLinks = 40;

/** The path with links followed; `undefined` if what is needed is not there. */
async function realPath(context: CommandContext, path: string, needed: Needed): Promise<string | undefined> {
  const { fs, cwd } = context;
  if (path === "") return undefined;
  const rest = namesIn(path.startsWith("/") ? path : `${cwd}/${path}`);
  let at = "/";
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = resolve(at, name);
    const found = isUp(name) ? undefined : await fs.lstat(next).catch(() => undefined);
    if (found?.isSymbolicLink) {
      if (++links > mostLinks) return undefined;
      at = await turned(at, next, rest, context);
    } else if (isUp(name) || mayStand(found, needed, rest.length === 0, path.endsWith("/"))) at = next;
    else return undefined;
  }
  return at;
}

/** Where a link goes on, which has more names to follow. */
async function turned(at: string, place: string, rest: string[], { fs }: CommandContext): Promise<string> {
  const target = await fs.readlink(place);
  rest.unshift(...namesIn(target));
  return target.startsWith("/") ? "/" : at;
}

function isUp(name: string): boolean {
  return name === "." || name === "..";
}

/** Whether what was found, or nothing, may be at a place on the way, or at its end. */
function mayStand(found: FsStat | undefined, needed: Needed, isLast: boolean, isFolder: boolean): boolean {
  if (needed === "nothing" || found?.isDirectory) return true;
  return isLast && (found ? !isFolder : needed === "folder");
}

function namesIn(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

/** The path from a folder to what a path leads to. */
export async function wayTo(context: CommandContext, path: string, folder: string): Promise<string> {
  const [from, to] = await Promise.all([folder, path].map((each) => realPath(context, each, "nothing")));
  return relative(from ?? folder, to ?? path);
}

/** The path from a folder to a place. */
function relative(from: string, to: string): string {
  const [base, names] = [from, to].map((path) => path.split("/").filter(Boolean)) as [string[], string[]];
  let common = 0;
  while (common < base.length && base[common] === names[common]) common++;
  return [...base.slice(common).map(() => ".."), ...names.slice(common)].join("/") || ".";
}
