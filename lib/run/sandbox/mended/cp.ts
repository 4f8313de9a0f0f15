import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { numbersOf, resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "abdfHilLnpPrRstTuvxz",
  withValue: "t",
  long: {
    ...{ archive: "a", force: "f", interactive: "i", link: "l", dereference: "L", "no-clobber": "n" },
    ...{ "no-dereference": "P", recursive: "r", "symbolic-link": "s", "target-directory": "t" },
    ...{
      "no-target-directory": "T",
      update: "u",
      verbose: "v",
      parents: "m",
      preserve: "z",
      reflink: "x",
      sparse: "x",
    },
  },
};

interface Copying {
  readonly context: CommandContext;
  readonly isWhole: boolean;
  readonly keeps: boolean;
  /** Whether links are followed: all of them, those that are named, or none. */
  readonly follows: "all" | "named" | "none";
  readonly has: (...letters: string[]) => boolean;
  stdout: string;
  stderr: string;
}

/** GNU's `cp`: the shell's own follows links, has no `-L`, `-t`, `-u` and `--parents`, and prints whole paths. @throws OptionError */
export async function cp(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, options, lastOf } = readOptions(args, { ...forms, letters: `${forms.letters}m` });
  if (has("b", "s")) throw new OptionError(`-${has("b") ? "b" : "s"} is not possible here`);
  const isWhole = has("a", "r", "R");
  const last = options.findLast(([letter]) => "adHLP".includes(letter))?.[0] ?? (isWhole ? "P" : "L");
  const follows = last === "L" ? "all" : last === "H" ? "named" : "none";
  const copying: Copying = { context, isWhole, keeps: has("a", "p", "z"), follows, has, stdout: "", stderr: "" };
  const target = targetOf(words, lastOf("t"));
  const isInside = await isFolderFor(copying, target, words.length > 1 || lastOf("t") !== undefined);
  for (const word of words) await copyNamed(copying, word, target, isInside);
  const { stdout, stderr } = copying;
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
}

/** Where to copy: the last word, unless it was given before. @throws OptionError */
function targetOf(words: string[], given: string | undefined): string {
  const target = given ?? (words.length > 1 ? words.pop() : undefined);
  const [first] = words;
  if (first === undefined) throw new OptionError("missing file operand");
  if (target === undefined) throw new OptionError(`missing destination file operand after '${first}'`);
  return target;
}

/** Whether to copy into a folder. @throws OptionError where it is none and has to be */
async function isFolderFor(copying: Copying, target: string, isSeveral: boolean): Promise<boolean> {
  const { has } = copying;
  const there = await kindOf(copying, target, true);
  if (!has("T") && there === "folder") return true;
  if (has("m")) throw new OptionError("with --parents, the destination must be a directory");
  const why = there === undefined ? "No such file or directory" : "Not a directory";
  if (isSeveral) throw new OptionError(`target '${target}': ${why}`);
  return false;
}

async function copyNamed(copying: Copying, word: string, target: string, isInside: boolean): Promise<void> {
  const { has, context } = copying;
  const folder = target.replace(/\/+$/, "") || "/";
  const name = word.replace(/\/+$/, "");
  if (!isInside) return copyOne(copying, word, target, true);
  if (!has("m")) return copyOne(copying, word, `${folder}/${name.split("/").at(-1) || "."}`, true);
  let made = folder;
  for (const part of name.split("/").slice(0, -1)) {
    made += `/${part}`;
    await context.fs.mkdir(resolve(context.cwd, made), { recursive: true });
  }
  return copyOne(copying, word, `${folder}/${name.replace(/^\/+/, "")}`, true);
}

type Kind = "file" | "folder" | "link";

/** What is at a path; `undefined` for nothing. */
async function kindOf({ context: { fs, cwd } }: Copying, path: string, follows: boolean): Promise<Kind | undefined> {
  const place = resolve(cwd, path);
  const found = await (follows ? fs.stat(place) : fs.lstat(place)).catch(() => undefined);
  if (!found) return undefined;
  return found.isSymbolicLink ? "link" : found.isDirectory ? "folder" : "file";
}

async function copyOne(copying: Copying, from: string, to: string, isNamed: boolean): Promise<void> {
  const { follows, isWhole } = copying;
  const kind = await kindOf(copying, from, follows === "all" || (follows === "named" && isNamed));
  if (kind === undefined) return refuse(copying, `cannot stat '${from}': No such file or directory`);
  if (kind === "folder" && !isWhole) return refuse(copying, `-r not specified; omitting directory '${from}'`);
  const there = await kindOf(copying, to, kind !== "link");
  if (kind === "folder") return copyFolder(copying, from, to, there);
  if (there === "folder") return refuse(copying, `cannot overwrite directory '${to}' with non-directory`);
  if (there !== undefined && !(await replaces(copying, from, to, kind))) return;
  const why = await whyNotAt(copying, to, there);
  if (why !== undefined)
    return refuse(copying, `cannot create ${kind === "link" ? "symbolic link" : "regular file"} '${to}': ${why}`);
  if (kind === "link") await copyLink(copying, from, to, there !== undefined);
  else await copyFile(copying, from, to, there !== undefined);
  if (copying.has("v")) copying.stdout += `'${from}' -> '${to}'\n`;
}

/** Why nothing can be created at a path; `undefined` if it can. */
async function whyNotAt(copying: Copying, to: string, there: Kind | undefined): Promise<string | undefined> {
  const folder = await kindOf(copying, resolve(resolve(copying.context.cwd, to), ".."), true);
  if (folder === undefined) return "No such file or directory";
  return folder !== "folder" || (to.endsWith("/") && there === undefined) ? "Not a directory" : undefined;
}

function refuse(copying: Copying, why: string): void {
  copying.stderr += `cp: ${why}\n`;
}

/** Whether what is there is to be replaced: not with `-n`, not by itself, and with `-u` not by what is older. */
async function replaces(copying: Copying, from: string, to: string, kind: Kind): Promise<boolean> {
  const { context, has } = copying;
  const { fs, cwd } = context;
  const [source, target] = [resolve(cwd, from), resolve(cwd, to)];
  if (has("n")) return false;
  const [own, other] = await Promise.all([source, target].map((path) => fs.stat(path).catch(() => undefined)));
  const isOne = own && other && numbersOf(own).ino === numbersOf(other).ino;
  if (isOne && has("l")) return false;
  if (isOne && (kind === "file" || source === target)) {
    refuse(copying, `'${from}' and '${to}' are the same file`);
    return false;
  }
  return !has("u") || (await fs.lstat(source)).mtime > (await fs.lstat(target)).mtime;
}

async function copyLink({ context: { fs, cwd } }: Copying, from: string, to: string, isThere: boolean): Promise<void> {
  if (isThere) await fs.rm(resolve(cwd, to));
  await fs.symlink(await fs.readlink(resolve(cwd, from)), resolve(cwd, to));
}

async function copyFile({ context, keeps, has }: Copying, from: string, to: string, isThere: boolean): Promise<void> {
  const { fs, cwd } = context;
  const [source, target] = [resolve(cwd, from), resolve(cwd, to)];
  if (has("l")) {
    if (isThere) await fs.rm(target);
    return fs.link(await fs.realpath(source), target);
  }
  const { mode, mtime } = await fs.stat(source);
  await fs.writeFile(target, await fs.readFileBuffer(source));
  if (keeps) {
    await fs.chmod(target, mode & 0o7777);
    await fs.utimes(target, mtime, mtime);
  } else if (!isThere) {
    // What the umask leaves of reading tells what it leaves of running.
    const made = (await fs.stat(target)).mode;
    await fs.chmod(target, mode & (made | ((made >> 2) & 0o111)));
  }
}

async function copyFolder(copying: Copying, from: string, to: string, there: Kind | undefined): Promise<void> {
  const { context, has, keeps } = copying;
  const { fs, cwd } = context;
  const [source, target] = [resolve(cwd, from), resolve(cwd, to)];
  if (there !== undefined && there !== "folder") {
    return refuse(copying, `cannot overwrite non-directory '${to}' with directory '${from}'`);
  }
  const names = (await fs.readdir(source)).filter((name) => !`${target}/`.startsWith(`${resolve(source, name)}/`));
  if (`${target}/`.startsWith(`${source}/`))
    refuse(copying, `cannot copy a directory, '${from}', into itself, '${to}'`);
  const { mode, mtime } = await fs.stat(source);
  if (there === undefined) {
    if ((await kindOf(copying, resolve(target, ".."), true)) !== "folder") {
      return refuse(copying, `cannot create directory '${to}': No such file or directory`);
    }
    await fs.mkdir(target);
    if (has("v")) copying.stdout += `'${from}' -> '${to}'\n`;
  }
  const base = [from, to].map((path) => path.replace(/\/+$/, "")) as [string, string];
  for (const name of names) await copyOne(copying, `${base[0]}/${name}`, `${base[1]}/${name}`, false);
  if (!keeps) return;
  await fs.chmod(target, mode & 0o7777);
  await fs.utimes(target, mtime, mtime);
}
